extension Volatility {
  /// The built-in list together with names.
  ///
  /// - Parameter names: The names of header fields and of places.
  package init(_ names: [VolatileName]) {
    self = .standard
    for name in names {
      switch name {
      case .header(let header): self = adding(headers: [header])
      case .place(let path): self = adding(jsonPaths: [path])
      case .query(let name): self = adding(queryNames: [name])
      case .cookie(let name): self = adding(cookies: [name])
      case .path(let pattern): self = adding(paths: [pattern])
      }
    }
  }
}
