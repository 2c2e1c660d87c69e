extension MultipartBody {
  /// Reads the body of a request; nil when it is not multipart or is not well-formed.
  package init?(_ request: Interaction.Request) {
    guard request.body.file == nil, let type = MediaType(request.headers), type.isMultipart,
      let boundary = type.parameter("boundary"), !boundary.isEmpty
    else { return nil }
    self.init(request.body.bytes, boundary: boundary)
  }
}
