#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// The part of a body on its way to a file that was not in it when nothing came for a while.
struct SpoolRest {
  /// How many bytes of the body are before it in the file.
  var position: Int
  var bytes: [UInt8]

  init(position: Int, bytes: [UInt8]) { (self.position, self.bytes) = (position, bytes) }

  /// Reads what is kept beside a body's file; nil for nothing.
  init?(beside path: String) {
    guard let content = try? FileSystem.read(Self.path(beside: path)),
      let end = content.firstIndex(of: UInt8(ascii: "\n")),
      let position = Int(String(decoding: content[..<end], as: UTF8.self)), position >= 0
    else { return nil }
    self.init(position: position, bytes: Array(content[(end + 1)...]))
  }

  /// Writes it beside the body's file, in the place of what was kept before.
  func write(beside path: String) throws(SystemError) {
    let file = try FileSystem.openBody(Self.path(beside: path), O_WRONLY | O_CREAT | O_TRUNC)
    defer { close(file) }
    try FileSystem.writeAll((Array("\(position)\n".utf8) + bytes)[...], to: file)
  }

  /// Appends it to the body's file, unless that has gone further.
  func append(to path: String) throws(SystemError) {
    guard let size = FileSystem.size(ofFile: path), position <= size,
      size < position + bytes.count
    else { return }
    let file = try FileSystem.openBody(path, O_WRONLY)
    defer { close(file) }
    try SystemError.check { Int(lseek(file, off_t(position), SEEK_SET)) }
    try FileSystem.writeAll(bytes[...], to: file)
  }

  static func remove(beside path: String) { unsafe unlink(Self.path(beside: path)) }

  private static func path(beside path: String) -> String {
    path.replacing(".\(SideFiles.spoolSuffix).", with: ".rest.")
  }
}
