#if Recording
  /// How a decoder goes on.
  enum DecodingStep {
    /// There may be more output, even of the input so far.
    case more
    /// All of the input is decoded.
    case needsInput
    /// The coding has ended, and what is left of the input does not belong to it; or the checksum
    /// at its end is wrong. Clients have read all content by then.
    case ended
    /// The input is broken.
    case failed
  }
#endif
