// On Apple platforms the standard library's locks need macOS 15 and iOS 18; there `OwnMutex` stands
// for them.
#if !canImport(Darwin) && !VCR_TYPE_CHECKED_FOR_APPLE
  @_exported public import Synchronization
#else
  /// A lock with the value that it guards.
  package typealias Mutex<Value: ~Copyable> = OwnMutex<Value>
#endif
