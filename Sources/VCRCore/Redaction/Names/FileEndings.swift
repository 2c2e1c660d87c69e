/// Endings of the names of files, by which a value is a name and no secret.
enum FileEndings {
  /// Endings that no top-level domain has, so that `logo@2x.png` is no address either.
  static let common = [
    "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico", "bmp", "tif", "tiff", "heic", "css",
    "js", "json", "html", "xml", "txt", "csv", "pdf", "webm", "wav", "gz", "tgz", "log",
  ]
}
