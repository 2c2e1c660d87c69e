#if CommandLineTool
  import Foundation

  extension Data {
    /// Keeps a picture for a person to look at, in the folder that `VCR_SCREENSHOTS` names.
    func keep(_ name: String) throws {
      guard let folder = ProcessInfo.processInfo.environment["VCR_SCREENSHOTS"] else { return }
      try write(to: URL(fileURLWithPath: folder).appending(path: name + ".png"))
    }
  }
#endif
