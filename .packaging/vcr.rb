# The formula of a release; .packaging/build --url ADDRESS fills in what stands between the @ signs.
class Vcr < Formula
  desc "Records the HTTP traffic of any program and replays it without a network"
  homepage "@URL@"
  version "@VERSION@"
  license "MIT"

  on_linux do
    url "@URL@/vcr-@VERSION@-linux-@MACHINE@.tar.gz"
    sha256 "@SHA256@"
    depends_on arch: :@MACHINE@
  end

  on_macos do
    url "@URL@/vcr-@VERSION@.tar.gz"
    sha256 "@SOURCE_SHA256@"
    depends_on xcode: ["26.0", :build]
    depends_on "brotli"
    depends_on "libyaml"
    depends_on "zstd"
  end

  def install
    if OS.mac?
      system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "vcr"
      bin.install ".build/release/vcr"
      generate_completions_from_executable(bin/"vcr", "--generate-completion-script")
    else
      bin.install "bin/vcr"
      man1.install Dir["share/man/man1/*"]
      bash_completion.install "share/bash-completion/completions/vcr"
      zsh_completion.install "share/zsh/vendor-completions/_vcr"
      fish_completion.install "share/fish/vendor_completions.d/vcr.fish"
    end
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/vcr --version")
    (testpath/"none.yaml").write("vcr: 1\ninteractions: []\n")
    system bin/"vcr", "check", "none.yaml"
  end
end
