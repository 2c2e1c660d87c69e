public import VCRCore

// The enumeration has the name of its module, and Swift looks into it before it looks into the
// module. This lets code say `VCR.Cassette` where it has a `Cassette` of its own.
extension VCR {
  /// The namespace of a cassette's types.
  public typealias Cassette = VCRCore.Cassette
}
