#if CommandLineTool
  import VCRCore

  /// The settings that make git call `vcr` for cassettes.
  ///
  /// Each command line works without `vcr` as well: git then shows and merges the text. That
  /// matters most for merging, where git takes a missing command for a conflict and leaves our side
  /// alone in the file, without a marker.
  struct GitDrivers {
    /// How `vcr` is called: its name, or its path in quotes.
    let command: String
    /// The path of the `vcr` that is running.
    let executable: String

    /// The settings by name.
    var settings: [(name: String, value: String)] {
      [
        ("diff.vcr.command", diff),
        ("diff.vcr.textconv", textconv),
        // An interaction begins in column 1, all else is indented.
        ("diff.vcr.xfuncname", "^([^[:space:]].*)$"),
        ("merge.vcr.name", "cassettes, interaction by interaction (vcr)"),
        ("merge.vcr.driver", merge),
      ]
    }

    /// The command that `git diff` calls with a path, and a file, an object and a mode for each
    /// state.
    ///
    /// A driver outranks `GIT_EXTERNAL_DIFF`, by which `git difftool` works and which somebody set
    /// on purpose, so that comes first here. A pager that is left early, or `head`, ends the pipe;
    /// if that ended the driver, git would say that its external diff died. What cannot be read is
    /// compared by its own text, without secrets.
    private var diff: String {
      "f() { if [ -n \"$GIT_EXTERNAL_DIFF\" ]; then eval \"$GIT_EXTERNAL_DIFF \\\"\\$@\\\"\"; return; fi; "
        + "trap '' PIPE; "
        + "\(command) git-diff \"$@\" 2>/dev/null; case $? in 0|141) return 0;; esac; "
        + "p=$(printf %s \"$1\" | tr -d '[:cntrl:]'); "
        + "{ printf 'diff --git a/%s b/%s\\n' \"$p\" \"$p\"; t=$(mktemp -d) && { "
        + "\(text("git-textconv --plain", "$2")) >\"$t/a\"; \(text("git-textconv --plain", "$5")) >\"$t/b\"; "
        + "diff -u -L \"a/$p\" -L \"b/$p\" \"$t/a\" \"$t/b\"; rm -r \"$t\"; }; } 2>/dev/null; "
        + "return 0; }; f"
    }

    /// Git appends the file's name as an argument.
    private var textconv: String { "f() { \(text("git-textconv", "$1")); }; f" }

    /// Prints a file as it is compared.
    private func text(_ verb: String, _ file: String) -> String {
      "{ \(command) \(verb) -- \"\(file)\" 2>/dev/null || cat -- \"\(file)\"; }"
    }

    private var merge: String {
      "\(command) git-merge %O %A %B %L %P %S %X %Y; s=$?; case $s in 0|1) exit $s;; "
        + "*) git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B;; esac"
    }

    /// The hook that git runs before each commit.
    ///
    /// A commit must not fail where `vcr` is gone.
    var hook: String {
      """
      #!/bin/sh
      # Written by vcr init: no secret in a cassette gets into a commit. git commit --no-verify skips it.
      command -v \(command) >/dev/null 2>&1 || exit 0
      \(command) check --staged 1>&2
      case $? in 1) exit 1;; *) exit 0;; esac

      """
    }

    /// Creates the settings.
    ///
    /// - Parameters:
    ///   - executable: The path of the `vcr` that is running.
    ///   - found: The path of the `vcr` that a shell finds by name; nil when there is none.
    init(executable: String, found: String?) {
      // By name it survives an update that puts it elsewhere.
      self.executable = executable
      command = found == executable ? "vcr" : executable.shellWord
    }
  }
#endif
