#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  @testable import VCRProxy

  /// The files of certifi that a Python reads which takes none of its variables.
  struct PythonRootsTests {
    private let folder: TemporaryDirectory
    private let environment: [String: String]

    init() throws {
      folder = try TemporaryDirectory()
      environment = ["PATH": folder.path + "/venv/bin", "HOME": folder.path + "/home"]
      for name in ["venv/bin/python3", "venv/bin/python3.12", "venv/bin/pythonista", Self.roots] {
        let file = folder.file(name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("x\n".utf8).write(to: file)
      }
    }

    private static let roots = "venv/lib/python3.12/site-packages/certifi/cacert.pem"

    private func paths(_ command: [String]) -> [String] {
      PythonRoots.paths(environment, command: command)
    }

    @Test(arguments: [
      ["python3", "-I", "app.py"], ["python3.12", "-sE", "app.py"],
      ["sh", "-c", "cd x && python3 -W ignore -B -IS -m app"], ["python3", "-Im", "app"],
    ])
    func `they are found where an option keeps it from its variables`(words: [String]) {
      #expect(paths(words) == [folder.path + "/" + Self.roots])
      let whole = words.map { $0.replacing("python3", with: folder.path + "/venv/bin/python3") }
      #expect(paths(whole) == paths(words))
    }

    @Test(arguments: [
      ["python3", "app.py"], ["python3", "app.py", "-I"], ["python3", "-c", "import I", "-I"],
      ["python3", "-cI"], ["python3", "-mE"], ["pythonista", "-I"], ["python3", "-Im", "pip"],
      ["nothing", "-I"], ["python9", "-I"],
    ])
    func `there are none for another program, or one that takes them`(words: [String]) {
      #expect(paths(words).isEmpty)
    }
  }
#endif
