/// The reader of a module that a program may link without importing it.
package protocol LinkedForeignReader: AnyObject {
  /// Makes cassettes of recordings.
  static var reader: ForeignReading.Reader { get }
}
