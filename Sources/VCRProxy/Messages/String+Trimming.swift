#if CommandLineTool
  extension String {
    /// The string without spaces and tabs at its end.
    func trimmingTrailingSpaces() -> String {
      var bytes = utf8[...]
      while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
      return String(Substring(bytes))
    }
  }
#endif
