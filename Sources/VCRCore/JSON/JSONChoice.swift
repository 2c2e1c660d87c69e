/// The values of a JSON text that count.
package enum JSONChoice: Sendable, Hashable {
  /// Every value.
  case all
  /// Every value but those that the paths select.
  case ignoring([JSONPath])
  /// The values that the paths select, at their places.
  case only([JSONPath])

  /// The paths whose values do not count.
  var ignored: [JSONPath] {
    if case .ignoring(let paths) = self { paths } else { [] }
  }

  /// For each value of a text, by its index, whether it counts; nil when every value does.
  ///
  /// The contents of a value are kept or left out with it; the containers of a selected value are
  /// kept as its place.
  package func keptNodes(of text: JSONText) -> [Bool]? {
    switch self {
    case .all:
      return nil
    case .ignoring(let paths):
      return text.marks(except: paths.flatMap { $0.select(in: text) })
    case .only(let paths):
      var isSelected = [Bool](repeating: false, count: text.nodes.count)
      for path in paths {
        // A string that counts in part counts as a whole.
        let strings = path.scope == nil ? path.strings(in: text, from: 0) : []
        for index in path.select(in: text) + strings where !isSelected[index] {
          for inner in index..<Int(text.nodes[index].next) { isSelected[inner] = true }
        }
      }
      return Self.addingContainers(isSelected, of: text)
    }
  }

  /// Marks the containers of marked values, in one pass from the end.
  private static func addingContainers(_ marks: [Bool], of text: JSONText) -> [Bool] {
    var marks = marks
    var marked = text.nodes.count
    for index in marks.indices.reversed() {
      if marks[index] {
        marked = index
      } else if marked < Int(text.nodes[index].next) {
        // The nearest marked value after this one lies within it.
        marks[index] = true
        marked = index
      }
    }
    return marks
  }
}

extension JSONText {
  /// For each value, by its index, true unless it is one of those given or within one.
  package func marks(except left: [Int]) -> [Bool] {
    var isKept = [Bool](repeating: true, count: nodes.count)
    for index in left where isKept[index] {
      for inner in index..<Int(nodes[index].next) { isKept[inner] = false }
    }
    return isKept
  }
}
