#if canImport(FoundationNetworking)
  /// Reads private properties of Foundation on Linux.
  ///
  /// Every use has to handle that there are none.
  enum Reflection {
    /// A stored property of an object, declared in its class or above.
    static func child(_ label: String, of object: AnyObject) -> Any? {
      var mirror: Mirror? = Mirror(reflecting: object)
      while let current = mirror {
        for child in current.children where child.label == label { return child.value }
        mirror = current.superclassMirror
      }
      return nil
    }

    /// A value out of its optionals.
    static func unwrapped(_ value: Any) -> Any? {
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional else { return value }
      return mirror.children.first.flatMap { unwrapped($0.value) }
    }

    /// The payload of an enum's case; nil when it has none.
    static func payload(_ value: Any) -> Any? {
      guard let value = unwrapped(value) else { return nil }
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .enum else { return nil }
      return mirror.children.first?.value
    }
  }
#endif
