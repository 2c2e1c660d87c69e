#if CommandLineTool
  import TestSupport
  import Testing

  /// A real HTTP client that is led through the proxy by environment variables alone.
  struct Client: Sendable, CustomTestStringConvertible {
    /// The name in the test's list.
    var name: String
    /// A command that succeeds when the client is installed.
    var probe: [String]
    /// Files it needs, by name.
    var files: [String: String] = [:]
    /// A command that makes it ready, outside of `vcr`.
    var preparation: [String]?
    /// The command; the URL is added at its end.
    var command: [String]
    /// The path it asks for.
    var path = "/greeting"
    /// What it prints.
    var output = "grüße von /greeting\n"

    var testDescription: String { name }

    /// The clients that are reachable by environment alone.
    static let all: [Client] = [
      Client(name: "curl", probe: ["curl", "--version"], command: ["curl", "-sS"]),
      Client(name: "wget", probe: ["wget", "--version"], command: ["wget", "-qO-"]),
      Client(
        name: "git", probe: ["git", "--version"],
        command: ["git", "ls-remote"], path: "/repo.git",
        output: """
          0123456789abcdef0123456789abcdef01234567\tHEAD
          0123456789abcdef0123456789abcdef01234567\trefs/heads/main

          """),
      python("urllib", "import sys, urllib.request as u", "u.urlopen(sys.argv[1]).read()"),
      python("requests", "import sys, requests", "requests.get(sys.argv[1]).content"),
      python("httpx", "import sys, httpx", "httpx.get(sys.argv[1]).content"),
      Client(
        name: "Python aiohttp with trust_env",
        probe: ["python3", "-c", "import aiohttp"],
        files: [
          "client.py": """
          import aiohttp, asyncio, sys
          async def main():
              async with aiohttp.ClientSession(trust_env=True) as session:
                  async with session.get(sys.argv[1]) as response:
                      sys.stdout.buffer.write(await response.read())
          asyncio.run(main())
          """
        ],
        command: ["python3", "client.py"]),
      Client(
        name: "Go net/http", probe: ["go", "version"],
        files: [
          "client.go": """
          package main

          import (
            "fmt"
            "io"
            "net/http"
            "os"
          )

          func main() {
            response, err := http.Get(os.Args[1])
            if err != nil {
              fmt.Fprintln(os.Stderr, err)
              os.Exit(1)
            }
            io.Copy(os.Stdout, response.Body)
          }
          """
        ],
        preparation: ["go", "build", "-o", "client", "client.go"], command: ["./client"]),
      node("fetch", "fetch(url).then(r => r.text()).then(t => process.stdout.write(t))"),
      node("https", "require('https').get(url, r => r.pipe(process.stdout))"),
      Client(
        name: "Java HttpClient", probe: ["java", "--version"],
        files: [
          "Client.java": """
          import java.net.URI;
          import java.net.http.*;

          public class Client {
            public static void main(String[] arguments) throws Exception {
              var request = HttpRequest.newBuilder(URI.create(arguments[0])).build();
              var handler = HttpResponse.BodyHandlers.ofByteArray();
              System.out.write(HttpClient.newHttpClient().send(request, handler).body());
              System.out.flush();
            }
          }
          """
        ],
        command: ["java", "Client.java"]),
      Client(
        name: "Java HttpURLConnection", probe: ["java", "--version"],
        files: [
          "Client.java": """
          public class Client {
            public static void main(String[] arguments) throws Exception {
              System.out.write(new java.net.URL(arguments[0]).openStream().readAllBytes());
              System.out.flush();
            }
          }
          """
        ],
        command: ["java", "Client.java"]),
      Client(
        name: "Ruby net/http", probe: ["ruby", "-rnet/http", "-ropenssl", "-e", ""],
        command: ["ruby", "-rnet/http", "-e", "print Net::HTTP.get(URI(ARGV[0]))"]),
      Client(
        name: "Perl LWP", probe: ["perl", "-MLWP::Protocol::https", "-e", ""],
        command: [
          "perl", "-MLWP::UserAgent", "-e", "print LWP::UserAgent->new->get(shift)->content",
        ]),
      Client(
        name: "Perl HTTP::Tiny", probe: ["perl", "-MIO::Socket::SSL", "-MHTTP::Tiny", "-e", ""],
        command: [
          "perl", "-MHTTP::Tiny", "-e",
          "print HTTP::Tiny->new(verify_SSL => 1)->get(shift)->{content}",
        ]),
      Client(
        name: "PHP curl", probe: ["php", "-r", "exit(function_exists('curl_init') ? 0 : 1);"],
        command: ["php", "-r", "curl_exec(curl_init($argv[1]));"]),
    ]

    private static func python(_ name: String, _ imports: String, _ body: String) -> Client {
      Client(
        name: "Python \(name)", probe: ["python3", "-c", imports],
        command: ["python3", "-c", "\(imports)\nsys.stdout.buffer.write(\(body))"])
    }

    private static func node(_ name: String, _ body: String) -> Client {
      Client(
        name: "Node \(name)", probe: ["node", "--version"],
        command: ["node", "-e", "const url = process.argv[1]; \(body)"])
    }

    /// True when the client is installed.
    func isInstalled() async -> Bool {
      let result = try? await Child.run(probe[0], Array(probe.dropFirst()))
      return result?.status == 0
    }
  }
#endif
