#if CommandLineTool
  /// Reads the fields of a store of certificates, which say how long they are.
  struct StoreReader {
    /// The bytes that have not been read.
    var bytes: ArraySlice<UInt8>

    /// A number of so many bytes.
    mutating func number(_ size: Int) -> Int? {
      take(size).map { $0.reduce(0) { $0 << 8 | UInt64($1) } }.flatMap { Int(exactly: $0) }
    }

    /// A text with its length in two bytes before it.
    mutating func text() -> ArraySlice<UInt8>? { number(2).flatMap { take($0) } }

    /// Bytes with their number in four bytes before them.
    mutating func block() -> ArraySlice<UInt8>? { number(4).flatMap { take($0) } }

    /// A length as DER writes it.
    mutating func length() -> Int? {
      guard let first = number(1) else { return nil }
      return first < 0x80 ? first : first <= 0x84 ? number(first - 0x80) : nil
    }

    /// Bytes with their length as DER writes it before them.
    mutating func value() -> ArraySlice<UInt8>? { length().flatMap { take($0) } }

    /// The content of an element of DER; nil, with nothing read, when the next one has another tag.
    mutating func element(_ tag: UInt8) -> ArraySlice<UInt8>? {
      guard bytes.first == tag else { return nil }
      bytes = bytes.dropFirst()
      return value()
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard bytes.count >= count else { return nil }
      defer { bytes = bytes.dropFirst(count) }
      return bytes.prefix(count)
    }
  }
#endif
