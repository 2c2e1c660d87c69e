extension CassetteFile {
  /// The cassette with one placeholder for all values of a name: `{{TOKEN_2}}` is `{{TOKEN}}`.
  ///
  /// Which of several values has which number is not the same in recordings of their own.
  ///
  /// - Returns: The cassette; as it is where no placeholder has a number.
  /// - Throws: `CassetteError` when an item cannot be decoded.
  package func withoutValueNumbers() throws -> CassetteFile {
    var files: [SideFile] = []
    return try renaming(PlaceholderRenaming { ValueNumbers.parts(of: $0)?.name }, files: &files)
  }

  /// The cassette with other names of placeholders.
  ///
  /// - Parameters:
  ///   - renaming: The names.
  ///   - files: Receives the side files to which changed interactions refer.
  /// - Returns: The cassette; as it is where no name changes.
  /// - Throws: `CassetteError` when an item cannot be decoded.
  func renaming(
    _ renaming: PlaceholderRenaming, files: inout [SideFile]
  ) throws -> CassetteFile {
    var content = CassetteWriter.prologue
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
