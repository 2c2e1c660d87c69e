#if CommandLineTool
  import Foundation
  import VCRCore

  /// A change of a cassette, and what a review says of it.
  struct CassetteMutation: Sendable {
    /// What can be seen by sending requests again.
    enum Live: Sendable {
      /// The service says something else.
      case drift
      /// The service does not answer.
      case trouble
      /// A service that behaves so answers what was recorded as before; asked for what is recorded
      /// now, the old one has no response.
      case newRequest
      /// Requests and responses are the same on the wire.
      case nothing
      /// The same as with another service, with which it is tried.
      case elsewhere
    }

    /// What it is.
    let name: String
    /// A text that the diff, the page and the text conversion have to show.
    let shown: String
    /// The same for the text conversion, where it uses other words.
    var converted: String?
    /// The same for the page.
    var page: String?
    /// What `vcr verify` can say.
    var live = Live.drift
    /// The status of `vcr diff`: 1 where what is recorded changed.
    var status: Int32 = 1
    /// Changes the interactions; false where there is nothing of the kind.
    let change: @Sendable (inout [Interaction]) -> Bool
    /// Changes the text of the cassette.
    var edit: (@Sendable (String) -> String)?

    /// The cassette, changed; nil where there is nothing of the kind.
    func applied(to text: String) throws -> String? {
      if let edit { return edit(text) }
      let file = try CassetteFile(path: "base.yaml", content: Array(text.utf8))
      var interactions = try (0..<file.count).map { try file.interaction(at: $0) }
      guard change(&interactions) else { return nil }
      return Self.text(interactions)
    }

    /// A cassette of interactions.
    static func text(_ interactions: [Interaction]) -> String {
      let items = interactions.flatMap { CassetteWriter().item($0) }
      return String(decoding: CassetteWriter.prologue + items, as: UTF8.self)
    }

    // MARK: - Kinds

    /// A change of the first response that it can be made in.
    private static func response(
      _ name: String, shown: String, converted: String? = nil, page: String? = nil,
      live: Live = .drift, status: Int32 = 1,
      _ change: @escaping @Sendable (inout Interaction.Response) -> Bool
    ) -> CassetteMutation {
      CassetteMutation(
        name: name, shown: shown, converted: converted, page: page, live: live, status: status
      ) {
        interactions in
        for index in interactions.indices {
          guard case .response(var response) = interactions[index].outcome, change(&response)
          else { continue }
          interactions[index].outcome = .response(response)
          return true
        }
        return false
      }
    }

    /// A change of the first response whose body holds a text.
    private static func body(
      _ name: String, _ old: String, _ new: String, shown: String, converted: String? = nil,
      page: String? = nil
    ) -> CassetteMutation {
      response(name, shown: shown, converted: converted, page: page) {
        replace(old, new, in: &$0.body)
      }
    }

    private static func request(
      _ name: String, shown: String, live: Live = .newRequest,
      _ change: @escaping @Sendable (inout Interaction.Request) -> Bool
    ) -> CassetteMutation {
      CassetteMutation(name: name, shown: shown, live: live) { interactions in
        interactions.indices.contains { change(&interactions[$0].request) }
      }
    }

    private static func replace(_ old: String, _ new: String, in body: inout Body) -> Bool {
      guard let text = String(validating: body.bytes, as: UTF8.self),
        let range = text.range(of: old)
      else { return false }
      body = Body(
        Array(text.replacingCharacters(in: range, with: new).utf8), encoding: body.encoding)
      return true
    }

    private static func setField(
      _ name: String, in fields: inout HeaderFields, _ change: (String) -> String?
    ) -> Bool {
      guard
        let index = fields.fields.firstIndex(where: { $0.name == name }),
        let value = change(fields.fields[index].value)
      else { return false }
      fields.fields[index].value = value
      return true
    }

    // MARK: - All

    /// All changes that are made in a service's recording.
    static func all(of service: ExampleService) -> [CassetteMutation] {
      var common = heads + orders + outcomes + texts
      if service.name != "shop" {
        for index in common.indices { common[index].live = .elsewhere }
      }
      return common + bodies(of: service) + requests(of: service)
    }

    private static let heads = [
      response("status", shown: "203") {
        ($0.status, $0.reason) = (203, "Non-Authoritative Information")
        return true
      },
      response("reason phrase", shown: "Fine") {
        $0.reason = "Fine"
        return true
      },
      response("header field added", shown: "X-Added") {
        $0.headers.append("X-Added", "yes")
        return true
      },
      response("header field removed", shown: "Content-Type") {
        $0.headers.remove("Content-Type")
        return true
      },
      response("header field changed", shown: "us-ascii") {
        setField("Content-Type", in: &$0.headers) { "\($0.prefix { $0 != ";" }); charset=us-ascii" }
      },
      response("header field repeated", shown: "again") {
        $0.headers.append("Vary", "Origin")
        $0.headers.append("Vary", "again")
        return true
      },
      response("cookie set", shown: "extra") {
        $0.headers.append("Set-Cookie", "extra=1; Path=/")
        return true
      },
      response("path of a cookie", shown: "Path=/else") {
        setField("Set-Cookie", in: &$0.headers) {
          $0.replacingOccurrences(of: "Path=/", with: "Path=/elsewhere")
        }
      },
      response("version", shown: "HTTP/1.0", live: .nothing) {
        $0.http = "HTTP/1.0"
        return true
      },
      response("trailer field", shown: "X-Checked") {
        // Without it, only a client that asks for them gets trailer fields.
        $0.headers.append("Trailer", "X-Checked")
        $0.trailers.append("X-Checked", "yes")
        return true
      },
    ]

    private static func bodies(of service: ExampleService) -> [CassetteMutation] {
      var all = [
        body("value", service.changed.old, service.changed.new, shown: "Torch"),
        body(
          "white space", service.spaced.old, service.spaced.new,
          shown: service.members == nil ? service.spaced.new : "written differently",
          converted: service.members.map { String($0.second.prefix { $0 != ":" }) },
          page: service.members == nil ? "1 line added, 1 removed" : nil),
        response("bytes that are no text", shown: "bytes") {
          guard $0.body.bytes.starts(with: [0x89]) else { return false }
          var bytes = $0.body.bytes
          bytes[bytes.count / 2] ^= 0xFF
          $0.body = Body(bytes)
          return true
        },
        response("end of the body", shown: "leftover") {
          guard !$0.body.isEmpty else { return false }
          $0.body = Body($0.body.bytes + Array("leftover".utf8))
          return true
        },
        response("body gone", shown: "body", converted: "-") {
          guard !$0.body.isEmpty, $0.body.chunks.isEmpty else { return false }
          $0.body = Body([] as [UInt8])
          return true
        },
      ]
      if let (first, second) = service.members {
        let both = "\(first),\(second)"
        let number = second.split(separator: ":")[1]
        let name = second.split(separator: ":")[0]
        all += [
          body("member added", both, #"\#(first),"extra":"new",\#(second)"#, shown: "extra"),
          body("member removed", both, first, shown: name.filter { $0 != "\"" }),
          response(
            // Who writes an object chooses their order newly in each run.
            "members in another order", shown: "volatile",
            converted: "+",
            page: "from run to run", live: .nothing, status: 0
          ) { replace(both, "\(second),\(first)", in: &$0.body) },
          body("spelling of a number", second, "\(name):\(number).0", shown: "\(number).0"),
          body(
            "type of a value", second, "\(name):\"\(number)\"", shown: "\"\(number)\""),
          body("null", second, "\(name):null", shown: "null"),
        ]
      }
      if let (data, whole) = service.event {
        all.append(body("data of an event", data.old, data.new, shown: "Torch"))
        if whole.old != whole.new {
          all.append(body("event gone", whole.old, whole.new, shown: "Lamp 2"))
        }
        all.append(
          response("event added", shown: "Torch") {
            guard let end = String(validating: $0.body.bytes, as: UTF8.self),
              end.hasSuffix("\n\n"), end.contains("data: ")
            else { return false }
            $0.body = Body($0.body.bytes + Array("event: more\ndata: Torch\n\n".utf8))
            return true
          })
      }
      return all
    }

    private static func requests(of service: ExampleService) -> [CassetteMutation] {
      [
        request("method", shown: "PUT") {
          $0.method = "PUT"
          return true
        },
        request("path", shown: "-elsewhere") { request in
          let path = request.url.prefix { $0 != "?" }
          request.url = path + "-elsewhere" + request.url.dropFirst(path.count)
          return true
        },
        request("query", shown: "extra") {
          $0.url += ($0.url.contains("?") ? "&" : "?") + "extra=1"
          return true
        },
        request("body of a request", shown: String(service.asked.new.suffix(1))) {
          replace(service.asked.old, service.asked.new, in: &$0.body)
        },
        request("header field of a request", shown: "X-Asked", live: .nothing) {
          $0.headers.append("X-Asked", "yes")
          return true
        },
      ]
    }

    private static let orders = [
      CassetteMutation(name: "order of requests", shown: "moved", converted: "+", live: .nothing) {
        guard let index = $0.indices.dropLast().first(where: { $0 > 0 }) else { return false }
        $0.swapAt(index, index + 1)
        return true
      },
      CassetteMutation(name: "order of two responses to one request", shown: "404") { all in
        for first in all.indices {
          guard
            let second = all.indices.first(where: {
              $0 > first && all[$0].request == all[first].request
                && all[$0].outcome != all[first].outcome
            }),
            case .response(let response) = all[second].outcome, response.status == 404
          else { continue }
          (all[first].outcome, all[second].outcome) = (all[second].outcome, all[first].outcome)
          return true
        }
        return false
      },
      CassetteMutation(name: "interaction gone", shown: "removed", converted: "-", live: .trouble) {
        $0.removeLast()
        return true
      },
      CassetteMutation(name: "interaction added", shown: "/added", live: .newRequest) {
        var added = $0[0]
        added.request = Interaction.Request(url: $0[0].request.url + "/added")
        $0.append(added)
        return true
      },
      CassetteMutation(
        name: "interaction repeated", shown: "added", converted: "+", live: .newRequest
      ) {
        $0.append($0[$0.count - 1])
        return true
      },
    ]

    private static let outcomes = [
      CassetteMutation(
        name: "failure in place of a response", shown: "networkConnectionLost", live: .trouble
      ) {
        $0[$0.count - 1].outcome = .failure(
          .init(code: "networkConnectionLost", number: -1005, message: "it went away"))
        return true
      },
      CassetteMutation(name: "rule of an interaction", shown: "times", live: .nothing) {
        $0[0].rule = .init(times: 3)
        return true
      },
      CassetteMutation(
        name: "times", shown: "volatile", converted: "", page: "from run to run", live: .nothing,
        status: 0
      ) {
        $0[0].seconds = 9.5
        return true
      },
    ]

    private static let texts = [
      CassetteMutation(
        name: "comment", shown: "Checked by Ada", live: .nothing, status: 0, change: { _ in false },
        edit: {
          $0.replacing("\n- request:", with: "\n# Checked by Ada\n- request:", maxReplacements: 1)
        }
      ),
      CassetteMutation(
        name: "unknown key", shown: "reviewer", live: .nothing, status: 0, change: { _ in false },
        edit: {
          $0.replacing("\n  response:", with: "\n  reviewer: Ada\n  response:", maxReplacements: 1)
        }
      ),
      CassetteMutation(
        name: "comment beside a change", shown: "Checked by Ada", live: .drift,
        change: { _ in false },
        edit: {
          $0.replacing("\n- request:", with: "\n# Checked by Ada\n- request:", maxReplacements: 1)
            .replacing("status: 200 OK", with: "status: 203 OK", maxReplacements: 1)
        }),
    ]
  }
#endif
