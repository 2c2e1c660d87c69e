internal import CBytes
import VCRLocks

/// The methods and URLs of all requests of a cassette.
///
/// They are read once, when the first request found nothing, so that no other run pays for it.
final class RecordedURLs: Sendable {
  /// The URLs that were read.
  struct List: Sendable {
    /// The URLs one behind the other.
    fileprivate(set) var bytes: [UInt8] = []
    /// The URLs in recorded order; their groups are their methods, and their numbers the items.
    fileprivate(set) var urls: [vcr_text] = []
    /// The methods.
    fileprivate(set) var methods: [[UInt8]] = []
    /// The items that cannot be read.
    fileprivate(set) var unreadable: [Int] = []

    fileprivate mutating func add(
      _ method: UnsafeBufferPointer<UInt8>, _ url: UnsafeBufferPointer<UInt8>, _ item: Int
    ) {
      let known = methods.firstIndex { name in
        guard name.count == method.count else { return false }
        var index = 0
        while index < name.count, unsafe name[index] == method[index] { index += 1 }
        return index == name.count
      }
      if known == nil { unsafe methods.append(Array(method)) }
      urls.append(
        vcr_text(
          start: UInt(bytes.count), length: url.count, group: UInt32(known ?? methods.count - 1),
          number: UInt32(item)))
      unsafe bytes.append(contentsOf: url)
    }
  }

  /// The cassette.
  let file: CassetteFile

  private let list = Mutex<List?>(nil)

  /// Creates it for a cassette, which is not read yet.
  init(file: CassetteFile) { self.file = file }

  /// All of them.
  var all: List {
    list.withLock { list in
      let made = list ?? read()
      list = made
      return made
    }
  }

  private func read() -> List {
    var list = List()
    list.urls.reserveCapacity(file.count)
    for item in 0..<file.count {
      let isFound: Void? = unsafe file.withMethodAndURL(at: item) { method, url in
        unsafe list.add(method, url, item)
      }
      guard isFound == nil else { continue }
      guard let request = try? file.request(at: item) else {
        list.unreadable.append(item)
        continue
      }
      unsafe Array(request.method.utf8).withUnsafeBufferPointer { method in
        unsafe Array(request.url.utf8).withUnsafeBufferPointer { url in
          unsafe list.add(method, url, item)
        }
      }
    }
    return list
  }
}
