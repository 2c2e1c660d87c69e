/// Reads requests from a connection, with chunked bodies and `Expect: 100-continue`.
struct RequestReader {
  let descriptor: Int32
  let connection: Int
  private var buffer: [UInt8] = []

  init(descriptor: Int32, connection: Int) {
    self.descriptor = descriptor
    self.connection = connection
  }

  /// The next request; nil when the connection has ended or its bytes are not a request.
  mutating func next() -> ServerRequest? {
    guard let head = readHead() else { return nil }
    var lines = head.split(separator: 0x0A, omittingEmptySubsequences: true).map { line in
      Self.latin1(line.last == 0x0D ? line.dropLast() : line)
    }
    guard !lines.isEmpty else { return nil }
    let words = lines.removeFirst().split(separator: " ").map(String.init)
    guard words.count == 3 else { return nil }
    var request = ServerRequest(
      method: words[0], target: words[1], version: words[2], headers: [], body: [],
      connection: connection, rawHead: head)
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...]
      request.headers.append(
        (
          String(line[..<colon]),
          value.trimmingPrefix(while: { $0 == " " || $0 == "\t" }).description
        )
      )
    }
    if request.header("Expect")?.lowercased() == "100-continue" {
      guard Descriptor.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), to: descriptor) else {
        return nil
      }
    }
    if request.header("Transfer-Encoding")?.lowercased().contains("chunked") == true {
      guard let body = readChunked() else { return nil }
      request.body = body
    } else if let length = request.header("Content-Length").flatMap({ Int($0) }) {
      guard let body = take(length) else { return nil }
      request.body = body
    }
    return request
  }

  private mutating func readHead() -> [UInt8]? {
    var searched = 0
    while true {
      var index = searched
      while index + 1 < buffer.count {
        if buffer[index] == 0x0A,
          buffer[index + 1] == 0x0A
            || (buffer[index + 1] == 0x0D && index + 2 < buffer.count && buffer[index + 2] == 0x0A)
        {
          let head = Array(buffer[...index])
          buffer.removeFirst(index + (buffer[index + 1] == 0x0A ? 2 : 3))
          return head
        }
        index += 1
      }
      searched = max(0, buffer.count - 2)
      guard fill() else { return nil }
    }
  }

  private mutating func readChunked() -> [UInt8]? {
    var body: [UInt8] = []
    while true {
      guard let line = readLine(), let size = Int(line.prefix { $0 != ";" }, radix: 16) else {
        return nil
      }
      if size == 0 { break }
      guard let data = take(size), readLine() == "" else { return nil }
      body += data
    }
    while let line = readLine() {
      if line.isEmpty { return body }
    }
    return nil
  }

  private mutating func readLine() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        var line = buffer[..<end]
        if line.last == 0x0D { line.removeLast() }
        let text = Self.latin1(line)
        buffer.removeFirst(end + 1)
        return text
      }
      guard fill() else { return nil }
    }
  }

  private mutating func take(_ count: Int) -> [UInt8]? {
    while buffer.count < count { guard fill() else { return nil } }
    let bytes = Array(buffer.prefix(count))
    buffer.removeFirst(count)
    return bytes
  }

  private mutating func fill() -> Bool {
    guard let bytes = Descriptor.read(descriptor), !bytes.isEmpty else { return false }
    buffer += bytes
    return true
  }

  private static func latin1(_ bytes: some Sequence<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }
}
