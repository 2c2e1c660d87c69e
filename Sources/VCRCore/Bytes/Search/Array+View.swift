extension Array where Element: BitwiseCopyable {
  /// The elements, without a copy, for as long as the array is not changed.
  ///
  /// The standard library's `span` of an array is the same, but needs macOS 26 and its
  /// contemporaries.
  @inlinable
  package var view: Span<Element> {
    @_lifetime(borrow self)
    borrowing get {
      let buffer = unsafe withUnsafeBufferPointer { unsafe $0 }
      let span = unsafe Span(_unsafeElements: buffer)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }
}
