package import VCRCore

/// Values that are no credentials, in messages of usual kinds.
package struct InnocentValues: Sendable {
  /// The messages.
  package let interactions: [Interaction]
  /// How many values they hold.
  package let count: Int

  /// Makes messages with at least so many values.
  package init(_ count: Int, seed: UInt64) {
    var maker = Maker(values: MadeUpValues(seed: seed))
    var interactions: [Interaction] = []
    while maker.count < count { interactions.append(maker.message(interactions.count)) }
    self.interactions = interactions
    self.count = maker.count
  }

  private struct Maker {
    var values: MadeUpValues
    var count = 0

    /// A name and a value under which programs send no credential.
    mutating func pair() -> (name: String, value: String) {
      count += 1
      let number = String(values.random.below(100_000))
      switch values.random.below(30) {
      case 0:
        return (pick(["id", "user_id", "requestId", "trace_id", "orderId", "uuid"]), values.uuid())
      case 1:
        return (pick(["sha256", "digest", "checksum", "contentHash", "tree_sha"]), values.hex(64))
      case 2: return (pick(["commit", "sha", "revision", "head_sha", "md5"]), values.hex(40))
      case 3: return (pick(["etag", "ETag", "version_id"]), "W/" + values.hex(32))
      case 4:
        return (
          pick([
            "cursor", "next_page_token", "nextPageToken", "continuationToken", "after",
            "nextCursor", "syncToken", "resume_token", "pageToken",
          ]), values.base64(33)
        )
      case 5:
        return (
          pick([
            "max_tokens", "prompt_tokens", "completion_tokens", "total_tokens", "cached_tokens",
          ]),
          number
        )
      case 6: return (pick(["description", "title", "message", "summary", "note"]), prose())
      case 7:
        return (pick(["url", "href", "html_url", "avatar_url"]), "https://h.example.com/" + path())
      case 8: return (pick(["created_at", "updatedAt", "expires_at", "date"]), date())
      case 9: return (pick(["image", "thumbnail", "data", "icon"]), image())
      case 10:
        return (
          pick(["certificate", "x5c", "public_key", "publicKey"]), "MIIB" + values.base64(180)
        )
      case 11: return (pick(["code", "snippet", "source", "diff"]), code())
      case 12: return (pick(["slug", "name", "path", "file", "branch"]), path())
      case 13:
        return (
          pick(["token_type", "auth_method", "key_type", "secret_name"]),
          pick(["bearer", "basic", "rsa", "prod/db"])
        )
      case 14:
        return (
          pick(["key_id", "kid", "client_id", "apiKeyId", "keyFingerprint"]),
          values.text(20, of: MadeUpValues.alphanumeric)
        )
      case 15:
        return (
          pick([
            "idempotency_key", "cacheKey", "sort_key", "partition_key", "foreign_key",
            "surrogate-key",
          ]), values.uuid()
        )
      case 16: return (pick(["key", "translationKey", "objectKey", "label_key"]), words("."))
      case 17:
        return (
          pick([
            "password_policy", "passwordHint", "forgot_password", "has_password",
            "password_updated_at",
          ]), pick(["strict", "your first pet", "/reset", "true", date()])
        )
      case 18:
        return (
          pick(["email", "author", "authority", "authored_by", "keyboard", "secretary"]),
          values.word(2) + "@example.com"
        )
      case 19:
        return (
          pick(["version", "build", "release"]),
          "\(values.random.below(20)).\(values.random.below(50)).\(number)"
        )
      case 20: return (pick(["color", "lang", "status", "type", "state"]), values.word(2))
      case 21:
        return (pick(["node_id", "gid", "global_id", "objectId"]), "MDQ6" + values.base64(12))
      case 22:
        return (pick(["fingerprint", "thumbprint", "integrity"]), "sha256-" + values.base64(32))
      case 23: return (pick(["phone", "zip", "amount", "total"]), number + "." + number)
      case 24: return (pick(["tokens", "keywords", "tags"]), words(" "))
      case 25:
        return (
          pick(["arn", "resource", "urn"]),
          "arn:aws:secretsmanager:eu-west-1:123456789012:secret:" + words("/")
        )
      case 26:
        return (pick(["nonce", "challenge", "code_challenge", "salt"]), values.base64(24))
      case 27:
        return (
          pick(["ip", "host", "region", "zone"]),
          "10.0.\(values.random.below(250)).\(values.random.below(250))"
        )
      case 28:
        return (
          pick(["session_name", "token_count", "secret_santa", "key_results", "access_level"]),
          words(" ")
        )
      default: return (values.word(2), values.word(3))
      }
    }

    mutating func pick(_ list: [String]) -> String { values.random.pick(list) }

    mutating func words(_ separator: String) -> String {
      (0..<3 + values.random.below(4)).map { _ in values.word(2) }.joined(separator: separator)
    }

    mutating func path() -> String {
      words("/") + pick(["", ".html", ".png", "-" + String(values.random.below(3000)), "?page=2"])
    }

    mutating func date() -> String {
      "20\(10 + values.random.below(20))-0\(1 + values.random.below(9))-1\(values.random.below(9))T08:30:00Z"
    }

    mutating func prose() -> String {
      pick([
        "The token was refreshed, see \(words(" ")) for details.",
        "Enter your password to \(words(" ")).",
        "Key: \(words(" ")). Secret: none of your business.",
        "An API key is needed for \(words(" ")).",
        "\(words(" ")); the session ended at 10:15.",
        "Basic plan for \(words(" ")), Bearer of news.",
        "password reset for \(values.word(2))@example.com at \(date())",
      ])
    }

    mutating func code() -> String {
      pick([
        "let token = await getToken(\(values.word(2)))",
        "if (password == null) return \(values.word(2));",
        "const key = keys[\(values.random.below(9))]; cache.set(key, \(values.word(2)))",
        "auth = request.headers.get('Authorization')",
        "secret: process.env.\(values.word(2).uppercased())",
        "def login(user, password=None): pass  # \(words(" "))", "apiKey = config.apiKey || '';",
      ])
    }

    mutating func image() -> String {
      // The first bytes of a PNG image.
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA" + values.base64(120)
    }

    /// A message with some values.
    mutating func message(_ number: Int) -> Interaction {
      let pairs = (0..<12).map { _ in pair() }
      var request = Interaction.Request(url: "https://api.example.com/v1/\(values.word(2))")
      var type = "application/json"
      var text = ""
      func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      }
      switch number % 6 {
      case 0, 1:
        text =
          "{" + pairs.map { "\"\($0.name)\":\"\(escaped($0.value))\"" }.joined(separator: ",") + "}"
      case 2:
        type = "text/plain"
        text = pairs.map { "10:02 INFO \($0.name)=\($0.value) done" }.joined(separator: "\n")
      case 3:
        type = "application/xml"
        text =
          "<r>"
          + pairs.map { pair in
            let value = pair.value.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            return "<\(pair.name)>\(value)</\(pair.name)>"
          }.joined() + "</r>"
      case 4:
        type = "text/plain"
        let query = pairs.map { "\($0.name)=\(PlantedTraffic.percent($0.value))" }
        request.url += "?" + query.joined(separator: "&")
      default:
        type = "application/yaml"
        text = pairs.map { "\($0.name): \($0.value)\n" }.joined()
        request.headers = HeaderFields(
          pairs.prefix(4).map { HeaderField("X-" + $0.name, $0.value) })
      }
      return Interaction(
        request: request,
        outcome: .response(
          Interaction.Response(
            status: 200,
            headers: ["Content-Type": type, "ETag": "\"\(values.hex(32))\""],
            body: Body(Array(text.utf8)))))
    }
  }

  /// The values that redaction changes, each with its surroundings.
  package static func changes(
    from interaction: Interaction, to redacted: Interaction
  ) -> [String] {
    func text(_ interaction: Interaction) -> [UInt8] {
      var text = Array(interaction.request.url.replacing("&", with: "\n").utf8)
      for field in interaction.request.headers.fields {
        text += Array("\n\(field.name): \(field.value)".utf8)
      }
      if case .response(let response) = interaction.outcome {
        text += [0x0A] + response.body.bytes
      }
      return text
    }
    guard interaction != redacted else { return [] }
    let (old, new) = (text(interaction), text(redacted))
    let placeholder = Array("{{".utf8)
    var places: [String] = []
    for index in new.indices.dropLast()
    where new[index] == placeholder[0] && new[index + 1] == placeholder[1] {
      let around = new[max(0, index - 50)..<min(new.count, index + 30)]
      places.append(String(decoding: around, as: UTF8.self))
    }
    return places.isEmpty && old != new ? ["changed without a placeholder"] : places
  }
}
