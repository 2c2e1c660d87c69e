#if Recording
  /// Encodes whole contents in one coding.
  protocol ContentEncoder {
    /// The settings that give these bytes; nil when none of the usual ones does.
    func settings(giving encoded: [UInt8], from content: [UInt8]) -> EncoderSettings?

    /// The content encoded with these settings; nil when they are not understood.
    func encode(_ content: [UInt8], with settings: EncoderSettings) -> [UInt8]?
  }
#endif
