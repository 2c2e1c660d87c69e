import Testing

@testable import VCRReview

struct NumberRunsTests {
  @Test(
    arguments: [
      ([], ""), ([3], "#3"), ([3, 4], "#3–#4"), ([2, 3, 4, 6], "#2–#4, #6"),
      ([1, 3, 5], "#1, #3, #5"), ([0, 1, 2, 3], "#0–#3"),
    ])
  func `neighbouring numbers are named by the first and the last`(numbers: [Int], words: String) {
    #expect(NumberRuns.words(numbers) == words)
  }

  @Test(arguments: [(0, ", …"), (1, "#1–#2, …"), (2, "#1–#2, #4, …"), (3, "#1–#2, #4, #9")])
  func `runs beyond the limit are left out, and something stands for them`(
    most: Int, words: String
  ) {
    #expect(NumberRuns.words([1, 2, 4, 9], most: most) == words)
  }
}
