#if CommandLineTool && os(Linux)
  import Dispatch
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import VCRCore
  import VCRProxy

  /// The folder of a run as root's COMMAND sees it, which may become any user and go on with its
  /// variables: a file system in COMMAND's mount namespace that `vcr` serves (fuse(4)).
  ///
  /// The folder stays its user's alone for everybody else. The modes that COMMAND sees are those of
  /// the folder, and the kernel leaves it to `vcr` who may read what (`default_permissions` is not
  /// set).
  final class FolderView: Sendable {
    /// A file or folder, which is known to the kernel by its place in the list, counted from one.
    private struct Node {
      /// Its path within the folder; empty for the folder itself.
      let path: String
      let name: [UInt8]
      /// The place of the folder in which it stands.
      let parent: Int
      let attributes: [UInt8]
      let isFolder: Bool
    }

    private let folder: RunFolder
    private let nodes: [Node]
    private let channel: Int32

    /// Starts to serve a folder on a thread of its own, until nobody can see it.
    ///
    /// It is not stopped before, so that what outlives COMMAND finds the folder whole until it is
    /// removed, by which it is gone from COMMAND's mount namespace as well, and gone from then on.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - descriptors: What COMMAND's process has passed out; the descriptor over which the folder
    ///     is served is taken from it.
    /// - Returns: False where nothing is served.
    static func serve(_ folder: RunFolder, over descriptors: inout ArraySlice<Int32>) -> Bool {
      guard let place = descriptors.firstIndex(where: isDevice) else { return false }
      let channel = descriptors.remove(at: place)
      let view = FolderView(folder, channel)
      DispatchQueue(label: "vcr.folder", qos: .userInteractive).async {
        view.respond()
        close(channel)
      }
      return true
    }

    private static func isDevice(_ descriptor: Int32) -> Bool {
      var target = [UInt8](repeating: 0, count: 64)
      let count = unsafe readlink("/proc/self/fd/\(descriptor)", &target, target.count)
      return count > 0 && target.prefix(count) == Array("/dev/fuse".utf8)[...]
    }

    private init(_ folder: RunFolder, _ channel: Int32) {
      self.folder = folder
      self.channel = channel
      var places: [String: Int] = [:]
      var nodes: [Node] = []
      for path in [""] + folder.entries {
        var status = stat()
        guard unsafe lstat(folder.path + "/" + path, &status) == 0 else { continue }
        let number = nodes.count + 1
        let name = path.split(separator: "/").last ?? ""
        let parent = places[String(path.dropLast(name.count))] ?? 1
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        if isFolder { places[path.isEmpty ? "" : path + "/"] = number }
        nodes.append(
          Node(
            path: path, name: Array(name.utf8), parent: parent,
            attributes: Self.attributes(of: status, number), isFolder: isFolder))
      }
      self.nodes = nodes
    }

    // MARK: - Requests

    /// The longest request: one to write is none of these.
    private static let longest = 1 << 17
    /// The length of a header (`struct fuse_in_header`).
    private static let header = 40
    /// How long the kernel may keep what it has learnt, in seconds: nothing changes.
    private static let validity: UInt64 = 3600

    private func respond() {
      var bytes = [UInt8](repeating: 0, count: Self.longest)
      while true {
        let count = unsafe read(channel, &bytes, bytes.count)
        guard count >= Self.header else {
          // An interrupted request is gone; a mount that is gone (ENODEV) has no more.
          if count < 0, [EINTR, ENOENT].contains(errno) { continue }
          return
        }
        respond(to: Request(bytes: bytes[..<count]))
      }
    }

    /// What is asked (`enum fuse_opcode` of <linux/fuse.h>), as far as it is not left out.
    private enum Operation: UInt32 {
      case lookUp = 1
      case forget = 2
      case attributes = 3
      case open = 14
      case read = 15
      case statistics = 17
      case release = 18
      case begin = 26
      case openFolder = 27
      case readFolder = 28
      case releaseFolder = 29
      case interrupt = 36
      case forgetMany = 42
    }

    /// A request of the kernel's (`struct fuse_in_header`, and what follows).
    private struct Request {
      let bytes: ArraySlice<UInt8>

      func number<Number: FixedWidthInteger>(_ place: Int) -> Number {
        // In the machine's order, which is little-endian wherever there are filters of calls.
        guard place + MemoryLayout<Number>.size <= bytes.count else { return 0 }
        return bytes[place..<place + MemoryLayout<Number>.size].reversed()
          .reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
      }

      var operation: Operation? { Operation(rawValue: number(4)) }
      var identity: UInt64 { number(8) }
      var node: Int { Int(truncatingIfNeeded: number(16) as UInt64) }
      var user: UInt32 { number(24) }
      /// The content after the header.
      var content: ArraySlice<UInt8> { bytes.dropFirst(FolderView.header) }
    }

    private func respond(to request: Request) {
      // The first request, and those that get no response, are about no node.
      switch request.operation {
      case .begin: return begin(request)
      case .forget, .interrupt, .forgetMany: return
      default: break
      }
      guard nodes.indices.contains(request.node &- 1) else {
        return finish(request, Int32(ENOENT))
      }
      let node = nodes[request.node - 1]
      switch request.operation {
      case .lookUp: lookUp(request)
      case .attributes:
        finish(request, Netlink.native(Self.validity) + Self.zeros(8) + node.attributes)
      case .open: openFile(node, request)
      case .read: readFile(request)
      case .release:
        close(Int32(truncatingIfNeeded: request.number(Self.header) as UInt64))
        finish(request, [])
      case .statistics:
        finish(request, Self.zeros(40) + Self.words(512, 255, 512, 0) + Self.zeros(24))
      case .openFolder: finish(request, Self.zeros(16))
      case .readFolder: list(request)
      case .releaseFolder: finish(request, [])
      // With this the kernel asks no more, and does without.
      default: finish(request, Int32(ENOSYS))
      }
    }

    /// Version 7.31, which Linux has had since 5.4, and whose messages these are.
    private func begin(_ request: Request) {
      finish(
        request,
        Self.words(7, 31, 1 << 17, 0) + Netlink.native(UInt16(16)) + Netlink.native(UInt16(12))
          + Self.words(4096, 1) + Self.zeros(36))
    }

    private func lookUp(_ request: Request) {
      let name = Array(request.content.prefix { $0 != 0 })
      let found = nodes.indices.dropFirst().first {
        nodes[$0].parent == request.node && nodes[$0].name == name
      }
      guard let found else { return finish(request, Int32(ENOENT)) }
      finish(
        request,
        Netlink.native(UInt64(found + 1)) + Self.zeros(8) + Netlink.native(Self.validity)
          + Netlink.native(Self.validity) + Self.zeros(8) + nodes[found].attributes)
    }

    private func openFile(_ node: Node, _ request: Request) {
      guard request.user == 0 || folder.isPublic(node.path) else {
        return finish(request, Int32(EACCES))
      }
      let path = folder.path + "/" + node.path
      let file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      guard file >= 0 else { return finish(request, errno) }
      // FOPEN_KEEP_CACHE
      finish(request, Netlink.native(UInt64(file)) + Self.words(2, 0))
    }

    private func readFile(_ request: Request) {
      let file = Int32(truncatingIfNeeded: request.number(Self.header) as UInt64)
      var bytes = [UInt8](
        repeating: 0, count: min(Int(request.number(Self.header + 16) as UInt32), 1 << 20))
      let place: UInt64 = request.number(Self.header + 8)
      let count = unsafe pread(file, &bytes, bytes.count, off_t(truncatingIfNeeded: place))
      count < 0 ? finish(request, errno) : finish(request, Array(bytes.prefix(count)))
    }

    private func list(_ request: Request) {
      let start = Int(truncatingIfNeeded: request.number(Self.header + 8) as UInt64)
      let size = Int(request.number(Self.header + 16) as UInt32)
      var entries: [UInt8] = []
      let inside = nodes.indices.dropFirst().filter { nodes[$0].parent == request.node }
      for (place, index) in inside.enumerated().dropFirst(max(0, start)) {
        let name = nodes[index].name
        // DT_DIR and DT_REG (<dirent.h>).
        let entry =
          Netlink.native(UInt64(index + 1)) + Netlink.native(UInt64(place + 1))
          + Self.words(UInt32(name.count), nodes[index].isFolder ? 4 : 8) + name
        let padded = entry + Self.zeros((8 - entry.count % 8) % 8)
        guard entries.count + padded.count <= size else { break }
        entries += padded
      }
      finish(request, entries)
    }

    // MARK: - Responses

    private func finish(_ request: Request, _ code: Int32) { finish(request, [], code: code) }

    private func finish(_ request: Request, _ content: [UInt8], code: Int32 = 0) {
      let header =
        Self.words(UInt32(16 + content.count)) + Netlink.native(-code)
        + Netlink.native(request.identity)
      let bytes = header + content
      // A request that was interrupted takes no response.
      _ = unsafe write(channel, bytes, bytes.count)
    }

    private static func words(_ values: UInt32...) -> [UInt8] {
      values.flatMap { Netlink.native($0) }
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// The attributes of a file or folder (`struct fuse_attr`).
    private static func attributes(of status: stat, _ number: Int) -> [UInt8] {
      let size = UInt64(truncatingIfNeeded: status.st_size)
      let times = [status.st_atim, status.st_mtim, status.st_ctim]
      return Netlink.native(UInt64(number)) + Netlink.native(size)
        + Netlink.native((size + 511) / 512)
        + times.flatMap { Netlink.native(UInt64(truncatingIfNeeded: $0.tv_sec)) }
        + times.flatMap { Netlink.native(UInt32(truncatingIfNeeded: $0.tv_nsec)) }
        + words(status.st_mode, 1, status.st_uid, status.st_gid, 0, 4096, 0)
    }
  }
#endif
