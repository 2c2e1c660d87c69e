import VCRCore

/// Finds interactions in which only the path of the URL has changed, because of an id or a name in
/// it: `/users/1` became `/users/7`.
///
/// Both have the same method, all before the path, equally many segments, names in the query,
/// status and kind of content. Where several could be meant, those are paired whose content is the
/// same but for the id; the others stay what they are, since nothing shows which was meant.
struct ChangedPaths {
  /// An interaction without a partner, by its position.
  typealias Candidate = (position: Int, interaction: Interaction)

  /// The positions of each old interaction and its new one, in the order of the new ones.
  private(set) var pairs: [(old: Int, new: Int)] = []

  /// The most interactions of one state that are looked at, since each is decoded and searched.
  static let limit = 1_000
  /// The most segments that are looked at from the beginning of a path.
  private static let depthLimit = 12

  private let left: [Outline]
  private let right: [Outline]
  private var isFree: (old: [Bool], new: [Bool])

  /// Finds the pairs.
  ///
  /// - Parameters:
  ///   - old: The old interactions, in order, ``limit`` at the most; as the new ones.
  ///   - new: The new interactions, in order.
  init(old: [Candidate], new: [Candidate]) {
    left = old.map { Outline($0.interaction) }
    right = new.map { Outline($0.interaction) }
    isFree = (left.map { _ in true }, right.map { _ in true })
    var found: [(Int, Int)] = []
    found += joined { outline in
      outline.ids.isEmpty ? [] : [outline.key(any: outline.ids) + outline.content]
    }
    found += joined { outline in outline.ids.isEmpty ? [] : [outline.key(any: outline.ids)] }
    // A name says less than an id, so the content must tell the interaction from others, or the
    // path: its last segment, unless it is an id, is often an action, and a segment before it the
    // object of that action.
    found += joined { outline in
      let last = outline.segments.count - 1
      guard last > 0 else { return [] }
      let endsInName = !outline.ids.contains(last)
      return outline.segments.indices.prefix(Self.depthLimit)
        .filter { outline.isDistinctive || endsInName && $0 < last }
        .map { outline.key(any: [$0]) }
    }
    pairs = found.map { (old[$0].position, new[$1].position) }.sorted { $0.1 < $1.1 }
  }

  /// Pairs the free interactions that have a key in common, each with no other one.
  private mutating func joined(by keys: (Outline) -> [[UInt8]]) -> [(Int, Int)] {
    var waiting: [[UInt8]: [Int]] = [:]
    for index in left.indices where isFree.old[index] {
      for key in keys(left[index]) { waiting[key, default: []].append(index) }
    }
    var partners: [Int: Set<Int>] = [:]
    var rivals: [Int: Set<Int>] = [:]
    for index in right.indices where isFree.new[index] {
      for key in keys(right[index]) {
        for other in waiting[key] ?? [] {
          partners[index, default: []].insert(other)
          rivals[other, default: []].insert(index)
        }
      }
    }
    var found: [(Int, Int)] = []
    for index in right.indices {
      guard let others = partners[index], others.count == 1, let other = others.first,
        rivals[other]?.count == 1, left[other].path != right[index].path,
        left[other].isSimilar(to: right[index])
      else { continue }
      isFree.old[other] = false
      isFree.new[index] = false
      found.append((other, index))
    }
    return found
  }

  /// The outline by which an interaction is recognised.
  private struct Outline {
    /// The path.
    var path: [UInt8]
    /// The segments of the path.
    var segments: [[UInt8]]
    /// The places of the segments that look like ids.
    var ids: Set<Int>
    /// All else that has to be the same.
    var frame: [UInt8]
    /// The contents of both messages without the ids of the path.
    var content: [UInt8]
    /// True when the content of the response tells the interaction apart from others.
    var isDistinctive: Bool
    /// The lines of a response that is no JSON.
    var lines: Set<ArraySlice<UInt8>>

    init(_ interaction: Interaction) {
      let request = interaction.request
      let url = Array(request.url.utf8)
      let ranges = URLRanges(url.view)
      path = Array(url[ranges.path])
      segments = PathPattern.ranges(of: url.view, in: ranges.path).map { Array(url[$0]) }
      let places = segments
      ids = Set(
        places.indices.filter { place in
          // The digits of an encoded byte are none.
          let segment = places[place]
          var bytes: [UInt8] = []
          bytes.appendPercentDecoded(segment.view, segment.indices, isForm: false)
          return bytes.contains(where: \.isASCIIDigit)
        })
      frame = []
      content = []
      isDistinctive = false
      lines = []
      let pairs = QueryPairs(url.view, in: ranges.query ?? 0..<0)
      let names = Set(pairs.pairs.map { Array(pairs.name($0)) })
      for part in [Array(request.method.utf8), Array(url[..<ranges.path.lowerBound])]
        + names.sorted(by: { $0.lexicographicallyPrecedes($1) })
      {
        frame.appendDelimited { $0 += part }
      }
      add(request.body, request.headers, isResponse: false)
      switch interaction.outcome {
      case .response(let response):
        frame += Array("\(response.status ?? 0) \(response.failure?.code ?? "")".utf8)
        add(response.body, response.headers, isResponse: true)
      case .failure(let failure): frame += Array(failure.code.utf8)
      }
    }

    private mutating func add(_ body: Body, _ headers: HeaderFields, isResponse: Bool) {
      let type = MediaType(headers)
      frame.appendDelimited { $0 += Array("\(type?.essence ?? "")".utf8) }
      guard body.file == nil, !body.isEmpty else {
        frame.append(body.isEmpty ? 0 : 1)
        content += Array((body.file?.identity ?? "").utf8)
        return
      }
      var text = body.bytes
      for place in ids.sorted() where segments[place].count < text.count {
        text = Self.replacing(segments[place], in: text)
      }
      text.appendDigest(to: &content)
      if let json = JSONText(body.bytes) {
        frame.append(2)
        frame += Array("\(Self.shape(of: json))".utf8)
        if isResponse, json.nodes[0].kind == .object {
          isDistinctive = json.children(of: 0).count > 1
        }
      } else {
        frame.append(3)
        if isResponse {
          lines = Set(text.split(separator: UInt8(ascii: "\n")))
          isDistinctive = lines.count > 1
        }
      }
    }

    /// All by which it is recognised, with some segments of the path left out.
    func key(any places: Set<Int>) -> [UInt8] {
      var key = frame
      for (place, segment) in segments.enumerated() {
        key.appendDelimited { $0 += places.contains(place) ? [UInt8(ascii: "*")] : segment }
        key.append(places.contains(place) ? 1 : 0)
      }
      return key
    }

    /// True unless both are texts of which less than half is the same.
    func isSimilar(to other: Outline) -> Bool {
      guard !lines.isEmpty || !other.lines.isEmpty, content != other.content else { return true }
      return lines.intersection(other.lines).count * 2 >= max(lines.count, other.lines.count)
    }

    private static func replacing(_ word: [UInt8], in text: [UInt8]) -> [UInt8] {
      var marks = Replacements()
      var start = 0
      while let found = text.firstRange(of: word, from: start) {
        // A part of a longer word or number is no id.
        let isWhole =
          (found.lowerBound == 0 || !ByteSet.word.contains(text[found.lowerBound - 1]))
          && (found.upperBound == text.count || !ByteSet.word.contains(text[found.upperBound]))
        if isWhole { marks.add(found, [UInt8(ascii: "*")], in: text.view) }
        start = found.upperBound
      }
      return marks.applied(to: text.view)
    }

    /// A digest of the names in a JSON text; what arrays hold, and of which kind a single value is,
    /// does not matter.
    private static func shape(of json: JSONText) -> Int {
      var shapes = [Int](repeating: 0, count: json.nodes.count)
      for index in json.nodes.indices.reversed() {
        switch json.nodes[index].kind {
        case .object:
          var sum = 1
          for child in json.children(of: index) {
            var hasher = Hasher()
            hasher.combine(json.name(of: child))
            hasher.combine(shapes[child])
            sum &+= hasher.finalize()
          }
          shapes[index] = sum
        case .array: shapes[index] = 2
        default: shapes[index] = 3
        }
      }
      return shapes[0]
    }
  }
}
