#if Recording
  import VCRCore

  /// A reading of a body in a content coding, as clients read it.
  ///
  /// Clients do not ask for the end mark of a coding: what it gives until the bytes end is the
  /// content, and bytes behind the mark are left out. So that is what is shown and searched for
  /// secrets; the bytes as they came stay beside it.
  struct CodedReading: Sendable {
    /// False when the body is in no coding that is known, or not in the one that it declares.
    private(set) var isRead = false
    /// True when the content is larger than the limit.
    private(set) var isTooLarge = false
    /// True at the end mark of the coding, with nothing behind it.
    private var isWhole = false
    /// How many of the bytes, from the first one, all content has come out of; nil when that cannot
    /// be known.
    private var visibleLength: Int?

    /// Reads a body.
    ///
    /// - Parameters:
    ///   - bytes: The encoded bytes.
    ///   - headers: The header section, which names the coding.
    ///   - isCutShort: True for the beginning of a body, which may not have come to its content.
    ///   - limit: The most bytes that a number of encoded bytes may decode to.
    ///   - give: Receives the content in pieces.
    init(
      of bytes: [UInt8], _ headers: HeaderFields, isCutShort: Bool,
      limit: @escaping @Sendable (Int) -> Int = ContentDecoding.limit(ofEncoded:),
      _ give: ([UInt8]) -> Void
    ) {
      // A body in no coding keeps a field that says so, such as `identity`.
      guard !bytes.isEmpty, let encoding = headers["Content-Encoding"],
        var decoder = PieceDecoding(encoding: encoding, limit: limit), !decoder.isEmpty
      else { return }
      let isSound = decoder.decode(bytes) { (piece: [UInt8]) in give(piece) }
      isTooLarge = decoder.isTooLarge
      isWhole = !isCutShort && decoder.isWhole
      visibleLength = decoder.visibleLength
      guard isSound else { return }
      // Text under a wrong name may look like the beginning of a coding that has no magic number.
      isRead =
        isCutShort || isWhole
        || (decoder.isReadable && String(validating: bytes, as: UTF8.self) == nil)
    }

    /// Finds how the encoded bytes come back.
    ///
    /// - Parameters:
    ///   - encoded: The bytes that were read.
    ///   - content: The content that they decode to.
    ///   - coding: The value of `Content-Encoding`.
    /// - Returns: The settings that give the bytes, or these; nil when they would hide something.
    func form(of encoded: [UInt8], content: [UInt8], coding: String) -> EncodedForm? {
      guard isWhole else { return visible(encoded) }
      return ContentEncoding.form(of: encoded, content: content, coding: coding)
    }

    /// The encoded bytes as far as nothing is in them that the search for secrets does not see.
    func visible(_ encoded: [UInt8]) -> EncodedForm? {
      guard let visibleLength, visibleLength > 0 else { return nil }
      return .bytes(Array(encoded.prefix(visibleLength)))
    }
  }
#endif
