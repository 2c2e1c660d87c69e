#if CommandLineTool
  import ArgumentParser
  import VCRReview

  /// The option that names what the messages of gRPC hold.
  struct ProtoOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        """
        A descriptor set with the fields of gRPC's messages (protoc --include_imports \
        --descriptor_set_out=FILE).
        """, valueName: "file"),
      completion: .file())
    var proto: String?

    /// The descriptors; nil where none are named.
    ///
    /// - Throws: `CommandFailure` with status 64 when the file cannot be read, or is no descriptor
    ///   set.
    func schema() throws(CommandFailure) -> ProtoSchema? {
      guard let proto else { return nil }
      do {
        return try ProtoSchema(path: proto)
      } catch {
        throw CommandFailure(.usage, "--proto: \(error)")
      }
    }
  }
#endif
