import Testing
import VCR

/// Which bodies arrive decoded where URL loading undoes the coding by itself.
struct SystemCodingTests {
  @Test(arguments: [
    ("gzip", true), ("GZip", true), ("x-gzip", true), ("deflate", true), ("br", true),
    ("gzip, br", true), ("zstd", false), ("gzip, zstd", false), ("identity", false), ("", false),
    ("aws-chunked", false),
  ])
  func `a body is taken for decoded only when all its codings are undone`(
    field: String, isUndone: Bool
  ) {
    #expect(SystemCodings.undoes(field) == isUndone)
  }
}
