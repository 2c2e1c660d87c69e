// What Apple's Foundation has and that of Linux lacks, as far as the files for Apple platforms use it, so
// that `.ci/apple` can have them type-checked. Nothing of it runs.
@_exported import Foundation
@_exported import FoundationNetworking

typealias CFString = NSString
typealias CFData = NSData
typealias CFArray = NSArray
typealias CFTypeRef = AnyObject

final class CFRunLoop: @unchecked Sendable {}

struct CFRunLoopMode: Sendable {
  var rawValue: CFString { "" as NSString }
  static let defaultMode: CFRunLoopMode? = CFRunLoopMode()
}

func CFRunLoopGetCurrent() -> CFRunLoop! { nil }
func CFRunLoopCopyCurrentMode(_ runLoop: CFRunLoop!) -> CFRunLoopMode! { nil }
func CFRunLoopPerformBlock(
  _ runLoop: CFRunLoop!, _ mode: CFTypeRef!, _ block: (() -> Void)!
) {}
func CFRunLoopWakeUp(_ runLoop: CFRunLoop!) {}

final class SecTrust: @unchecked Sendable {}
final class SecCertificate: @unchecked Sendable {}

func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchors: CFArray) -> Int32 { 0 }
func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ only: Bool) -> Int32 { 0 }
func SecTrustEvaluateWithError(
  _ trust: SecTrust, _ error: UnsafeMutablePointer<AnyObject?>?
) -> Bool { false }
func SecCertificateCreateWithData(_ allocator: AnyObject?, _ data: CFData) -> SecCertificate? { nil }

extension URLProtectionSpace { var serverTrust: SecTrust? { nil } }
extension URLCredential { convenience init(trust: SecTrust) { self.init(user: "", password: "", persistence: .none) } }
