package import VCRCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A whole cassette as one self-contained HTML page, the sister of the page of a diff.
///
/// Each interaction is an entry with its messages laid out, folded until it is opened. The page
/// does nothing for each of them when it is loaded, and holds each body once.
package struct CassetteHTML {
  private struct Entry {
    var summary: InteractionSummary
    var host: String
    var end: Double?
    var messages: String
  }

  private let name: String
  private let command: String
  private let redactor: Redactor
  let schema: ProtoSchema?
  private let notices: [String]
  private var entries: [(number: Int, entry: Entry)] = []
  private let sizeLimit: Int
  /// The bytes of HTML of the messages so far.
  private var size = 0
  /// The numbers of the first and the last interaction whose messages are left out; nil for none.
  private var leftOut: (first: Int, last: Int)?
  private var dates: ClosedRange<Date>?

  /// The bytes of HTML of all messages beyond which those of further interactions are left out: a
  /// browser has to hold them all.
  package static let sizeLimit = 64_000_000

  /// Begins a page.
  ///
  /// - Parameters:
  ///   - path: The path of the cassette, which names it.
  ///   - redaction: The rules of what is not shown.
  ///   - schema: The schema that names the fields of messages of gRPC; nil for none.
  ///   - notices: The notices for a reader of the cassette, one line each.
  ///   - sizeLimit: The bytes of HTML beyond which messages are left out.
  package init(
    path: String, redaction: Redaction, schema: ProtoSchema? = nil, notices: [String] = [],
    sizeLimit: Int = Self.sizeLimit
  ) {
    name = PrintableText.line(path)
    command = "vcr show " + path.shellWord
    redactor = Redactor(redaction)
    self.schema = schema
    self.notices = notices
    self.sizeLimit = sizeLimit
  }

  /// Adds an interaction.
  ///
  /// - Parameters:
  ///   - interaction: The interaction.
  ///   - number: Its number, counted from 1.
  package mutating func append(_ interaction: Interaction, number: Int) {
    let shown = redactor.redacting(interaction)
    if let date = shown.recordedAt {
      dates = min(dates?.lowerBound ?? date, date)...max(dates?.upperBound ?? date, date)
    }
    let entry = Entry(
      summary: InteractionSummary(shown), host: Self.host(of: shown.request.url),
      end: shown.recordedAt?.timeIntervalSince1970,
      messages: shownMessages(of: shown, number: number))
    entries.append((number, entry))
  }

  /// The messages of an interaction, or how to see them when the page holds enough.
  private mutating func shownMessages(of interaction: Interaction, number: Int) -> String {
    let command = "\(command) \(number)"
    guard size < sizeLimit else {
      leftOut = (leftOut?.first ?? number, number)
      return "<p class=\"hint\">left out of the page; <code>\(command.asHTML)</code> prints it</p>"
    }
    let html = messages(of: interaction, command: command)
    size += html.utf8.count
    return html
  }

  /// The whole document.
  package var page: String {
    let hasTimes = entries.contains { $0.entry.summary.seconds != nil }
    let timeline = Timeline(
      entries.map { .init(end: $0.entry.end, seconds: $0.entry.summary.seconds) })
    var list = DeferredList()
    list.begin(
      .init(start: "<div class=list>\n", again: "<div class=list>\n", end: "</div>\n"))
    for ((number, entry), bar) in zip(entries, timeline.bars) {
      append(entry, number: number, bar: bar, to: &list)
    }
    list.end()
    let isEmpty = entries.isEmpty
    let first = isEmpty ? "The cassette holds no interaction." : facts
    let last = leftOut.map { first, last in
      "The messages of #\(first)\(first == last ? "" : "–#\(last)") are left out, as the page holds "
        + "\(Quantity.bytes(sizeLimit)) of messages; \(command) \(first) prints those of one."
    }
    let notes = ([first] + notices + (last.map { [$0] } ?? [])).map {
      "<p class=\"note\">\($0.asHTML)</p>\n"
    }.joined()
    let head = ["#", "Method", "URL", "Status", "Type", "Size", "Seconds", "Waterfall"].map {
      "<span class=\"\($0 == "#" ? "number" : $0.lowercased())\">\($0)</span>"
    }.joined()
    return HTMLPage(
      title: name, style: Self.style, script: Self.script, bar: controls(isHidden: isEmpty),
      content: """
        <main id="main" tabindex="-1"\(hasTimes ? "" : " class=\"untimed\"")>
        \(notes)<div class="head" aria-hidden="true"\(isEmpty ? " hidden" : "")>\(head)</div>
        \(list.html())\(HTMLPage.nothing)
        </main>
        """,
      keys: [("<kbd>m</kbd> <kbd>s</kbd> <kbd>h</kbd>", "choose method, status, host")],
      hasPictures: true
    ).document
  }

  /// The subject of the page, in one line.
  private var facts: String {
    let hosts = Set(entries.map(\.entry.host)).count
    let size = entries.reduce(0) { $0 + ($1.entry.summary.size ?? 0) }
    var words = [
      Quantity.of(entries.count, "interaction"), Quantity.of(hosts, "host"),
      "\(Quantity.bytes(size)) of responses",
    ]
    if let dates {
      let (first, last) = (
        dates.lowerBound.formatted(.iso8601), dates.upperBound.formatted(.iso8601)
      )
      words.append("recorded at " + (first == last ? first : "\(first) to \(last)"))
    }
    return words.joined(separator: ", ")
  }

  private static func host(of url: String) -> String {
    url.withUTF8Span { text in
      let ranges = URLRanges(text)
      let (start, end) = (ranges.host.lowerBound, ranges.path.lowerBound)
      return String(decoding: url.utf8.dropFirst(start).prefix(max(0, end - start)), as: UTF8.self)
    }
  }

  // MARK: - Filters

  /// The toolbar; hidden where there is nothing to choose from.
  private func controls(isHidden: Bool) -> String {
    HTMLPage.controls(
      filters: [
        choice("method", "All methods", entries.map(\.entry.summary.method)),
        choice("status", "All statuses", statuses),
        choice("host", "All hosts", entries.map(\.entry.host)),
      ].joined(separator: "\n"),
      count: Quantity.of(entries.count, "interaction"), isHidden: isHidden)
  }

  /// The statuses, and the classes of those of which there are several (`4xx`).
  private var statuses: [String] {
    let all = entries.map(\.entry.summary)
    var classes: [String: Set<String>] = [:]
    for summary in all where summary.status.first?.isNumber == true {
      classes[Self.statusClass(summary), default: []].insert(summary.status)
    }
    let several = Set(classes.filter { $0.value.count > 1 }.keys)
    return all.flatMap { summary in
      let name = Self.statusClass(summary)
      return several.contains(name) ? [name, summary.status] : [summary.status]
    }
  }

  /// The class of a status: `2xx`; empty for a failure.
  private static func statusClass(_ summary: InteractionSummary) -> String {
    summary.code.map { "\($0 / 100)xx" } ?? ""
  }

  /// A list of which one value can be chosen, with how often each occurs.
  private func choice(_ id: String, _ all: String, _ values: [String]) -> String {
    var counts: [String: Int] = [:]
    for value in values { counts[value, default: 0] += 1 }
    // Classes stand before their statuses.
    let order = counts.sorted {
      $0.key.replacing("xx", with: "") < $1.key.replacing("xx", with: "")
    }
    let options = order.map { value, count in
      "<option value=\"\(value.asAttribute)\">\(value.asAttribute) (\(count))</option>"
    }
    return """
      <select id="\(id)" class="choice" aria-label="\(id.prefix(1).uppercased() + id.dropFirst())"\
      \(counts.count < 2 ? " hidden" : "")><option value="">\(all)</option>\
      \(options.joined())</select>
      """
  }

  // MARK: - Entries

  private func append(
    _ entry: Entry, number: Int, bar: Timeline.Bar?, to list: inout DeferredList
  ) {
    let summary = entry.summary
    let isAlone = entries.count == 1
    list.append(height: 28) { list in
      list += """
        <details class="entry" id="i\(number)" data-method="\(summary.method.asAttribute)" \
        data-status="\(summary.status.asAttribute)" data-class="\(Self.statusClass(summary))" \
        data-host="\(entry.host.asAttribute)"\(isAlone ? " open" : "")><summary>\
        <span class="number">\(number)</span><span class="method">\(summary.method.asHTML)</span>\
        <code class="url">\(Self.url(summary.request))\(Self.marks(summary))</code>\
        <span class="status \(Self.kind(summary))">\(summary.status.asHTML)</span>\
        <span class="type">\(summary.type.asHTML)</span>\
        <span class="size">\(summary.size.map(Quantity.bytes) ?? "–")</span>\
        <span class="seconds">\(summary.seconds.map(InteractionSummary.words) ?? "")</span>\
        \(Self.waterfall(bar))</summary>
        \(entry.messages)</details>

        """
    }
  }

  /// A URL whose path stands out.
  private static func url(_ url: String) -> String {
    url.withUTF8Span { text in
      let start = URLRanges(text).path.lowerBound
      guard start > 0, start < text.count else { return url.asMarkedHTML }
      let (origin, path) = (Array(url.utf8.prefix(start)), Array(url.utf8.dropFirst(start)))
      return "<span class=\"origin\">\(ShownText.html(origin, marksSecrets: true))</span>"
        + ShownText.html(path, marksSecrets: true)
    }
  }

  /// Returns the marks behind a URL.
  private static func marks(_ summary: InteractionSummary) -> String {
    [summary.operation, summary.rule].filter { !$0.isEmpty }.map {
      " <span class=\"times\">\($0.asMarkedHTML)</span>"
    }.joined()
  }

  /// How an exchange went, for its colour.
  private static func kind(_ summary: InteractionSummary) -> String {
    switch summary.code {
    case .some(0..<300): "good"
    case .some(300..<400): "other"
    case .some(400..<500): "fault"
    default: "bad"
    }
  }

  private static func waterfall(_ bar: Timeline.Bar?) -> String {
    guard let bar else { return "<span class=\"waterfall\"></span>" }
    func percent(_ part: Double) -> String {
      let tenths = Int((part * 1000).rounded())
      return "\(tenths / 10).\(tenths % 10)%"
    }
    let title = "begins about \(InteractionSummary.words(seconds: bar.offset)) s after the first"
    return "<span class=\"waterfall\" title=\"\(title)\"><i style=\"left:\(percent(bar.start));"
      + "width:\(percent(bar.length))\"></i></span>"
  }
}
