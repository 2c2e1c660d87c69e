/// A number of as many bits as a hash FNV-1a can have, with the constants of that hash.
package protocol FNV1aValue: FixedWidthInteger, UnsignedInteger {
  /// The hash of no bytes.
  static var fnvOffset: Self { get }
  /// The factor by which the hash is multiplied for each byte.
  static var fnvPrime: Self { get }
}
