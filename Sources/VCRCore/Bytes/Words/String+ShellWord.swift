extension String {
  /// The text as one word for a POSIX shell (POSIX.1-2024, XCU 2.2): unchanged when no character of
  /// it has a meaning to a shell, in single quotes otherwise.
  ///
  /// Every command that a message suggests is built with it.
  package var shellWord: String {
    let bare = "-_./:@%+,=".utf8
    let isBare =
      !isEmpty && utf8.allSatisfy { $0.isASCIIAlphanumeric || bare.contains($0) }
    return isBare ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
