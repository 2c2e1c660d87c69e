/// Letters side by side, by which words are told apart from random letters.
enum LetterPairs {
  /// The fewest letters that say anything.
  private static let shortest = 6

  /// For each letter those that follow it in words: at least one in 2,500 of the pairs in English
  /// documentation and in the names that programs have.
  private static let followers: [ByteSet] = [
    "bcdfgiklmnprstuvwy", "aeilorsuy", "acehiklmorstuy", "adegilorsuy", "abcdefghilmnopqrstuvwxy",
    "aefilorstuy", "aeghilmnorsu", "aeiortuy", "abcdefglmnoprstvxz", "aeou", "aeilnosy",
    "adeilopstuvy", "abdeilmopsuy", "acdefgiklnopstuvy", "abcdfgiklmnoprstuvw", "acehiloprstuy",
    "u", "acdefgiklmnoprstuvy", "acefhiklmopstuwy", "acdefhilmoprstuwxy", "abcdefgilmnoprst",
    "aeioy", "aehilnors", "aceipst", "aelmnopst", "aeioyz",
  ].map { ByteSet($0) }

  /// True for a text with six letters or more in a row of which a third of the pairs occur in no
  /// word: those of another pair of letters, and a capital after a small letter.
  static func areRandom(in text: some BidirectionalCollection<UInt8>) -> Bool {
    text.split { !$0.isASCIILetter }.contains { letters in
      guard letters.count >= shortest else { return false }
      let unlikely = zip(letters, letters.dropFirst()).count { first, second in
        let (first, isCapital) = (first.asciiLowercased, second < 0x60 && first > 0x60)
        return isCapital || !followers[Int(first) - 0x61].contains(second.asciiLowercased)
      }
      return unlikely * 3 >= letters.count - 1
    }
  }
}
