extension String {
  /// The text as one word for a POSIX shell (POSIX.1-2024, XCU 2.2): as it stands where no character
  /// of it means anything to a shell, in single quotes otherwise.
  ///
  /// Every command that a message tells a reader to type is made with it.
  package var shellWord: String {
    let bare = "-_./:@%+,=".utf8
    let isBare =
      !isEmpty && utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || bare.contains($0) }
    return isBare ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
