public import VCRCore

// The enumeration has the name of its module, and Swift looks into it before it looks into the
// module, so that `VCR.NAME` finds only what is in the enumeration. It stays all the same:
// `VCR.session` and `VCR.installGlobally` are what tests say, and without an enumeration `session`,
// `deck` and `Scope` would be names of their own in every file that imports the module. With
// another name for the module, no `import VCR` would compile. Where an app has a name of ours, all
// of them are reached by `VCRTesting.` where that is imported, and from Swift 6.3 on by `VCR::`;
// what comes from the module below by `VCRCore.`, and the one that apps have most, by this.
extension VCR {
  /// The namespace of a cassette's types.
  public typealias Cassette = VCRCore.Cassette
}
