#if Recording
  import Czlib

  /// Undoes gzip and deflate with zlib.
  ///
  /// Safe, since the C state never leaves the object and is freed with it.
  @safe final class InflateStage: DecodingStage {
    enum Wrapper {
      case gzip
      case deflate
    }

    /// The stream's state points back at the stream, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private let wrapper: Wrapper
    private var isInitialized = false
    private var hasEnded = false
    private(set) var hasBegun = false
    private var output = [UInt8](repeating: 0, count: 64 * 1024)
    /// The first octets of deflate data, until they tell whether there is a zlib wrapper.
    private var prefix: [UInt8] = []

    init(_ wrapper: Wrapper) {
      unsafe stream = .allocate(capacity: 1)
      unsafe stream.initialize(to: z_stream())
      self.wrapper = wrapper
    }

    deinit {
      if isInitialized { unsafe inflateEnd(stream) }
      unsafe stream.deallocate()
    }

    var isComplete: Bool { hasEnded || !hasBegun }

    func decode(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
      guard !bytes.isEmpty else { return [] }
      hasBegun = true
      var bytes = bytes
      if !isInitialized {
        prefix += bytes
        guard prefix.count >= 2 else { return [] }
        bytes = prefix
        prefix = []
        guard start(bytes) else { return nil }
      }
      var decoded: [UInt8] = []
      var consumed = 0
      while consumed < bytes.count {
        if hasEnded {
          // A gzip file may consist of several members (RFC 1952 §2.2); anything else is garbage.
          guard wrapper == .gzip, unsafe inflateReset(stream) == Z_OK else { return nil }
          hasEnded = false
        }
        guard let count = step(bytes[consumed...], into: &decoded, limit: limit) else { return nil }
        consumed += count
      }
      return decoded
    }

    private func start(_ bytes: [UInt8]) -> Bool {
      // 15 is the largest window, 16 more asks for gzip, a minus sign for no wrapper at all.
      let windowBits: Int32 =
        switch wrapper {
        case .gzip: 15 + 16
        case .deflate: Self.hasZlibHeader(bytes) ? 15 : -15
        }
      let size = unsafe Int32(MemoryLayout<z_stream>.size)
      isInitialized = unsafe inflateInit2_(stream, windowBits, ZLIB_VERSION, size) == Z_OK
      return isInitialized
    }

    /// RFC 1950 §2.2: method 8, window up to 7, and the two octets a multiple of 31.
    private static func hasZlibHeader(_ bytes: [UInt8]) -> Bool {
      bytes[0] & 0x0F == 8 && bytes[0] >> 4 <= 7 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    }

    /// Decodes up to the end of the input or of a member; how much input was used, nil when broken.
    private func step(_ input: ArraySlice<UInt8>, into decoded: inout [UInt8], limit: Int) -> Int? {
      unsafe input.withUnsafeBufferPointer { input -> Int? in
        // zlib does not write through its input pointer.
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(input.count)
        while true {
          let (code, produced) = unsafe output.withUnsafeMutableBufferPointer {
            buffer -> (Int32, Int) in
            unsafe stream.pointee.next_out = buffer.baseAddress
            unsafe stream.pointee.avail_out = UInt32(buffer.count)
            let code = unsafe inflate(stream, Z_NO_FLUSH)
            return unsafe (code, buffer.count - Int(stream.pointee.avail_out))
          }
          decoded += output[..<produced]
          guard decoded.count <= limit else { return nil }
          switch code {
          case Z_STREAM_END:
            hasEnded = true
            return unsafe input.count - Int(stream.pointee.avail_in)
          case Z_OK, Z_BUF_ERROR:
            // Room left in the output means that the input is used up.
            if unsafe stream.pointee.avail_out > 0 { return input.count }
          default: return nil
          }
        }
      }
    }
  }
#endif
