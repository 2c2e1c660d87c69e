/// How a file is packed, recognised by its first bytes.
package enum Packing: CaseIterable, Sendable {
  /// A ZIP archive.
  case zip
  /// RFC 1952.
  case gzip
  /// RFC 8878.
  case zstd
  /// RFC 1950, as the serializer `:compressed` of Ruby VCR writes.
  case zlib

  /// Recognises it; nil for a file that is not packed, or in another way.
  ///
  /// - Parameter bytes: The beginning of a file, or all of it.
  package init?(_ bytes: some Collection<UInt8>) {
    let head = Array(bytes.prefix(4))
    guard let found = Self.allCases.first(where: { $0.beginnings.contains(where: head.starts) })
    else { return nil }
    self = found
  }

  /// The first bytes of such files; those of zlib depend on the level.
  var beginnings: [[UInt8]] {
    switch self {
    case .zip: [Array("PK\u{03}\u{04}".utf8)]
    case .gzip: [[0x1F, 0x8B]]
    case .zstd: [[0x28, 0xB5, 0x2F, 0xFD]]
    case .zlib: [[0x78, 0x9C], [0x78, 0xDA], [0x78, 0x01]]
    }
  }

  /// The kind of such a file, for messages.
  package var description: String {
    switch self {
    case .zip: "a ZIP archive"
    case .gzip: "compressed with gzip"
    case .zstd: "compressed with zstd"
    case .zlib: "compressed with zlib"
    }
  }

  /// The suffixes of the names of such files.
  package var suffixes: [String] {
    switch self {
    case .zip: [".zip"]
    case .gzip: [".gz"]
    case .zstd: [".zst"]
    case .zlib: [".zz"]
    }
  }

  /// A name without such a suffix, in letters of any case.
  package static func unpackedName(of name: String) -> String {
    let folded = name.lowercased()
    let suffix = allCases.flatMap(\.suffixes).first(where: folded.hasSuffix)
    return suffix.map { String(name.dropLast($0.count)) } ?? name
  }
}
