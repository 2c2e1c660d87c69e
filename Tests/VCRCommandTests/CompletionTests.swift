#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// What a shell offers for words of a command line.
  @Suite(.enabled(if: Tool.isInstalled("bash"), "bash is not installed"))
  struct CompletionTests {
    @Test(arguments: [
      ("vcr rec", "record recover"),
      ("vcr replay --isolate ", "auto require off"),
      ("vcr replay -c own", "own.yaml"),
      ("vcr record -- ./ow", "./own.sh ./own.yaml"),
      ("vcr record -- sh own.s", "own.sh"),
    ])
    func `bash offers verbs, values and files, for COMMAND too`(
      line: String, offers: String
    ) async throws {
      let workshop = try Workshop()
      for name in ["own.yaml", "own.sh"] { try workshop.folder.write("", to: name) }
      // As readline does: the words, which of them is completed, and what stands before it.
      let script = """
        source <("$0" --generate-completion-script bash)
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*"
        COMP_POINT=${#COMP_LINE}
        _vcr vcr "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}" | sort
        """
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      let result = try await Child.run(
        "bash", ["--norc", "-c", script, Workshop.tool] + words,
        environment: workshop.environment, directory: workshop.folder.url)
      let offered = result.text.split(separator: "\n").map(String.init)
      #expect(
        offered == offers.split(separator: " ").map(String.init).sorted(), "\(result.errorText)")
    }
  }
#endif
