import VCRCore

/// The JSON of a response by the names at its top.
struct JSONContent {
  /// True for a list, whose objects these are.
  let isList: Bool
  /// The object, or the objects of the list.
  let objects: [Object]
  /// The number of members or elements.
  let count: Int

  init(_ text: JSONText) {
    isList = text.nodes[0].kind == .array
    let nodes = isList ? text.children(of: 0) : [0]
    count = isList ? nodes.count : text.children(of: 0).count
    objects = nodes.filter { text.nodes[$0].kind == .object }.map { Object(text, $0) }
  }

  /// An object by the names of its members, in lower case and without `_` and `-`.
  struct Object {
    /// A member's value.
    struct Value {
      var kind: JSONText.Kind
      var text: String
      /// False for `null`, `false`, 0 and what is empty.
      var hasContent: Bool
    }

    private let members: [String: Value]

    init(_ text: JSONText, _ node: Int) {
      var members: [String: Value] = [:]
      for child in text.children(of: node) {
        let kind = text.nodes[child].kind
        let isScalar = kind != .array && kind != .object
        let short = isScalar ? String(decoding: text.text(of: child).prefix(16), as: UTF8.self) : ""
        let hasContent =
          switch kind {
          case .null, .false: false
          case .true: true
          case .number: short.contains { "123456789".contains($0) }
          case .string: text.range(of: child).count > 2
          case .array, .object: Int(text.nodes[child].next) > child + 1
          }
        let name = String(decoding: text.name(of: child), as: UTF8.self).lowercased()
          .filter { $0 != "_" && $0 != "-" }
        members[name] = Value(kind: kind, text: short.lowercased(), hasContent: hasContent)
      }
      self.members = members
    }

    /// The names of the members.
    var names: Set<String> { Set(members.keys) }

    /// True when one of the names has a value with content.
    func has(_ names: Set<String>) -> Bool { names.contains { members[$0]?.hasContent == true } }

    private static let errors: Set = [
      "error", "errors", "fault", "exception", "errormessage", "errorcode", "errordescription",
      "errormsg", "errcode", "errno",
    ]
    private static let successes: Set = ["ok", "success", "succeeded"]
    private static let failures: Set = ["\"error\"", "\"fail\"", "\"failed\"", "\"failure\""]
    /// The names of members that say how a call went, beside its content.
    private static let frame = errors.union(successes).union([
      "status", "statuscode", "code", "message", "msg", "timestamp", "requestid", "traceid",
      "jsonrpc",
    ])

    /// True when a member says something beside how the call went.
    var hasContent: Bool {
      members.contains { $0.value.hasContent && !Self.frame.contains($0.key) }
    }

    /// True when a member says that there was an error.
    var hasError: Bool { has(Self.errors) }

    /// The name of the first member with content, where all say how the call went; nil for others.
    var nameInFrameAlone: String? {
      guard !hasContent else { return nil }
      return members.keys.sorted().first { has([$0]) }
    }

    /// The name of the first list, or object, that another object has with something in it, where
    /// nothing here has content.
    func nameOfListEmptied(of recorded: Object?) -> String? {
      guard let recorded, !members.values.contains(where: \.hasContent) else { return nil }
      return members.keys.sorted().first { name in
        guard let old = recorded.members[name], old.hasContent else { return false }
        return old.kind == .array || old.kind == .object
      }
    }

    /// The name of the member that says there was an error, and nothing beside it, where no other
    /// object says so.
    func error(unlikeAnyOf others: [Object]) -> String? {
      guard !hasContent, !others.contains(where: \.hasError) else { return nil }
      return Self.errors.sorted().first { has([$0]) }
    }

    /// The name of the member that says there was an error, where content went with it.
    ///
    /// A value that changed is no error: a job that failed still has its number and its times.
    ///
    /// - Parameter recorded: The recorded object; nil where something else was recorded.
    /// - Returns: Nil when it says no such thing, or the recorded one says it as well.
    func sign(ofErrorInPlaceOf recorded: Object?) -> String? {
      let content = recorded?.members.filter { $0.value.hasContent && !Self.frame.contains($0.key) }
      let lost = content?.keys.filter { members[$0]?.hasContent != true }
      let isLost = lost.map { !$0.isEmpty || content?.isEmpty == true } ?? true
      let isAllLost = lost.map { !$0.isEmpty && $0.count == content?.count } ?? true
      guard isLost else { return nil }
      if recorded?.has(Self.errors) != true,
        let name = Self.errors.sorted().first(where: { has([$0]) })
      {
        return name
      }
      let flag = Self.successes.sorted().first {
        members[$0]?.kind == .false && recorded?.members[$0]?.kind != .false
      }
      if let flag { return flag }
      guard isAllLost else { return nil }
      func failed(_ object: Object?) -> Bool {
        object?.members["status"].map { Self.failures.contains($0.text) } == true
      }
      if failed(self), !failed(recorded) { return "status" }
      func isMessage(_ object: Object?) -> Bool {
        object?.has(["code", "statuscode"]) == true && object?.has(["message", "msg"]) == true
      }
      return isMessage(self) && !isMessage(recorded) ? "message" : nil
    }
  }
}
