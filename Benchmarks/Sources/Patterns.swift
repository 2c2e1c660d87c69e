import VCRCore

/// The forms of tokens that are known, as regular expressions of `grep -E`: what `vcr check` is
/// compared with has to look for as many.
///
/// The upper bounds of repetitions are left out, with which `grep` takes seconds and gigabytes.
enum Patterns {
  /// One expression a line.
  static var all: [String] { TokenShape.all.map { expression($0.form) } }

  private static func expression(_ form: String) -> String {
    var (expression, rest) = ("", form[...])
    while let next = rest.first {
      if next == "{", let close = rest.firstIndex(of: "}"),
        let letters = rest.dropFirst().first.flatMap({ TokenShape.alphabets[$0] })
      {
        let bounds = rest[..<close].dropFirst(2).split(separator: "-")
        let repetition = bounds.count > 1 ? "\(bounds[0])," : bounds.first.map(String.init) ?? "1"
        // In brackets a hyphen comes last, so that it is no range.
        let hyphen = letters.contains("-") ? "-" : ""
        expression += "[\(letters.filter { $0 != "-" })\(hyphen)]{\(repetition)}"
        rest = rest[rest.index(after: close)...]
      } else {
        expression += #".^$*+?()[]{}|\"#.contains(next) ? "\\\(next)" : "\(next)"
        rest = rest.dropFirst()
      }
    }
    return expression
  }
}
