extension CassetteFile {
  /// The cassette with one placeholder for all values of a name: `{{TOKEN_2}}` is `{{TOKEN}}`.
  ///
  /// Which of several values has which number is not the same in recordings of their own.
  ///
  /// - Returns: The cassette; as it is where no placeholder has a number.
  /// - Throws: `CassetteError` when an item cannot be decoded.
  package func withoutValueNumbers() throws -> CassetteFile {
    let renaming = PlaceholderRenaming { ValueNumbers.parts(of: $0)?.name }
    var content = CassetteWriter.prologue
    var files: [SideFile] = []
    var isChanged = false
    for index in 0..<count {
      let old = try interaction(at: index)
      let new = renaming.applied(to: old)
      guard new != old else {
        content += text(at: index)
        continue
      }
      content += try text(at: index, from: old, to: new, files: &files).bytes
      isChanged = true
    }
    return isChanged ? try rewritten(content, files) : self
  }
}
