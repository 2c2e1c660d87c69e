#if CommandLineTool
  extension ClientScript {
    /// Clients of other languages.
    static let languages: [ClientScript] = [
      ClientScript(
        client: "Node fetch", probe: ["node", "--version"],
        command: [
          "node", "-e",
          "fetch(process.argv[1]).then(async r => { console.log(r.status, r.headers.get('x-greeting')); process.stdout.write(await r.text()) })",
        ]),
      ClientScript(
        client: "Node http and https", probe: ["node", "--version"],
        command: [
          "node", "-e",
          "require(process.argv[1].split(':')[0]).get(process.argv[1], r => { console.log(r.statusCode, r.headers['x-greeting']); r.pipe(process.stdout) })",
        ]),
      ClientScript(
        client: "Node with roots of its own", probe: ["node", "--version"],
        command: [
          "node", "-e",
          "const options = { ca: require('tls').rootCertificates[0] }; require(process.argv[1].split(':')[0]).get(process.argv[1], options, r => { console.log(r.statusCode, r.headers['x-greeting']); r.pipe(process.stdout) })",
        ]),
      // Debian's, whose folder any other Node does not look at.
      ClientScript(
        client: "Node axios",
        probe: ["sh", "-c", "NODE_PATH=/usr/share/nodejs node -e 'require(\"axios\")'"],
        files: [
          "client.js": """
          const axios = require('axios');
          axios.get(process.argv[2], { responseType: 'text' }).then((response) => {
            console.log(response.status, response.headers['x-greeting']);
            process.stdout.write(response.data);
          });

          """
        ],
        command: ["sh", "-c", "NODE_PATH=/usr/share/nodejs exec node client.js \"$0\""]),
      ClientScript(
        client: "Node with an agent of its own", probe: ["node", "--version"],
        command: [
          "node", "-e",
          "const kind = require(process.argv[1].split(':')[0]); kind.get(process.argv[1], { agent: new kind.Agent() }, r => { console.log(r.statusCode, r.headers['x-greeting']); r.pipe(process.stdout) })",
        ]),
      ClientScript(
        client: "Node http2", probe: ["node", "--version"],
        command: [
          "node", "-e",
          "const url = new URL(process.argv[1]), session = require('http2').connect(url.origin), stream = session.request({ ':path': url.pathname }); stream.on('response', h => console.log(h[':status'], h['x-greeting'])); stream.on('end', () => session.close()); stream.pipe(process.stdout)",
        ],
        schemes: ["https"]),
      ClientScript(
        client: "Deno", probe: ["{python}", "-m", "deno", "--version"],
        files: [
          "client.js": """
          const response = await fetch(Deno.args[0]);
          console.log(response.status, response.headers.get('x-greeting'));
          await Deno.stdout.write(new Uint8Array(await response.arrayBuffer()));

          """
        ],
        command: [
          "env", "DENO_DIR=deno", "DENO_NO_UPDATE_CHECK=1", "{python}", "-m", "deno", "run", "-q",
          "--allow-net", "client.js",
        ]),
      ClientScript(
        client: "Go net/http", probe: ["go", "version"],
        files: [
          "client.go": #"""
          package main

          import (
          	"fmt"
          	"io"
          	"net/http"
          	"os"
          )

          func main() {
          	client := http.DefaultClient
          	response, err := client.Get(os.Args[1])
          	if err != nil {
          		panic(err)
          	}
          	fmt.Println(response.StatusCode, response.Header.Get("X-Greeting"))
          	io.Copy(os.Stdout, response.Body)
          }

          """#
        ],
        preparation: ["go", "build", "-o", "client", "client.go"],
        command: ["./client"]),
      ClientScript(
        client: "Go with a transport of its own", probe: ["go", "version"],
        files: [
          "client.go": #"""
          package main

          import (
          	"fmt"
          	"io"
          	"net/http"
          	"os"
          )

          func main() {
          	client := &http.Client{Transport: &http.Transport{}}
          	response, err := client.Get(os.Args[1])
          	if err != nil {
          		panic(err)
          	}
          	fmt.Println(response.StatusCode, response.Header.Get("X-Greeting"))
          	io.Copy(os.Stdout, response.Body)
          }

          """#
        ],
        preparation: ["go", "build", "-o", "client", "client.go"],
        command: ["./client"]),
      ClientScript(
        client: "Java HttpClient", probe: ["java", "--version"],
        files: [
          "Client.java": #"""
          import java.net.URI;
          import java.net.http.*;

          public class Client {
            public static void main(String[] arguments) throws Exception {
              var request = HttpRequest.newBuilder(URI.create(arguments[0])).build();
              var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
              System.out.println(response.statusCode() + " " + response.headers().firstValue("X-Greeting").get());
              System.out.write(response.body());
              System.out.flush();
            }
          }

          """#
        ],
        command: ["java", "Client.java"]),
      ClientScript(
        client: "Java HttpURLConnection", probe: ["java", "--version"],
        files: [
          "Client.java": #"""
          public class Client {
            public static void main(String[] arguments) throws Exception {
              var connection = (java.net.HttpURLConnection) new java.net.URL(arguments[0]).openConnection();
              System.out.println(connection.getResponseCode() + " " + connection.getHeaderField("X-Greeting"));
              System.out.write(connection.getInputStream().readAllBytes());
              System.out.flush();
            }
          }

          """#
        ],
        command: ["java", "Client.java"]),
      ClientScript(
        client: "Maven", probe: ["mvn", "--version"],
        site: #"""
          import hashlib, os
          os.makedirs("g/greet/1.0")
          project = b"""<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId>
          <artifactId>greet</artifactId><version>1.0</version><packaging>pom</packaging>
          <description>greeting</description></project>"""
          open("g/greet/1.0/greet-1.0.pom", "wb").write(project)
          open("g/greet/1.0/greet-1.0.pom.sha1", "w").write(hashlib.sha1(project).hexdigest())
          """#,
        command: [
          "sh", "-c",
          #"""
          rm -rf user && mkdir user && cd user && cat >pom.xml <<END
          <project><modelVersion>4.0.0</modelVersion><artifactId>user</artifactId>
          <parent><groupId>g</groupId><artifactId>greet</artifactId><version>1.0</version><relativePath/></parent>
          <packaging>pom</packaging>
          <repositories><repository><id>central</id><url>$0</url></repository></repositories></project>
          END
          mvn -q -B -Dmaven.repo.local="$PWD/known" validate && grep -o greeting known/g/greet/1.0/*.pom
          """#,
        ],
        path: "/site",
        schemes: ["https"],
        output: "greeting"),
      ClientScript(
        client: "Ruby net/http", probe: ["ruby", "-ropenssl", "-rnet/http", "-e", ""],
        command: [
          "ruby", "-rnet/http", "-e",
          "r = Net::HTTP.get_response(URI(ARGV[0])); puts r.code, r['X-Greeting']; print r.body",
        ]),
      // The certificate of the service itself, which did not issue the one of the run.
      ClientScript(
        client: "Ruby with roots of its own",
        probe: ["ruby", "-ropenssl", "-rnet/http", "-e", ""],
        command: [
          "ruby", "-rnet/http", "-e",
          """
          url = URI(ARGV[0])
          options = url.scheme == "https" ? { use_ssl: true, ca_file: "certificate.pem" } : {}
          Net::HTTP.start(url.host, url.port, **options) do |http|
            r = http.get(url.path); puts r.code, r["X-Greeting"]; print r.body
          end
          """,
        ]),
      ClientScript(
        client: "Ruby net/http without a proxy",
        probe: ["ruby", "-ropenssl", "-rnet/http", "-e", ""],
        command: [
          "ruby", "-rnet/http", "-e",
          "url = URI(ARGV[0]); http = Net::HTTP.new(url.host, url.port, nil); http.use_ssl = url.scheme == 'https'; r = http.get(url.path); puts r.code, r['X-Greeting']; print r.body",
        ]),
      ClientScript(
        client: "Ruby open-uri", probe: ["ruby", "-ropenssl", "-ropen-uri", "-e", ""],
        command: [
          "ruby", "-ropen-uri", "-e",
          "URI.open(ARGV[0]) { |r| puts r.status[0], r.meta['x-greeting']; print r.read }",
        ]),
      ClientScript(
        client: "Ruby Faraday", probe: ["ruby", "-ropenssl", "-rfaraday", "-e", ""],
        command: [
          "ruby", "-rfaraday", "-e",
          "r = Faraday.get(ARGV[0]); puts r.status, r.headers['X-Greeting']; print r.body",
        ]),
      ClientScript(
        client: "Ruby HTTParty", probe: ["ruby", "-ropenssl", "-rhttparty", "-e", ""],
        command: [
          "ruby", "-rhttparty", "-e",
          "r = HTTParty.get(ARGV[0]); puts r.code, r.headers['X-Greeting']; print r.body",
        ]),
      ClientScript(
        client: "Ruby RestClient", probe: ["ruby", "-ropenssl", "-rrest-client", "-e", ""],
        command: [
          "ruby", "-rrest-client", "-e",
          "r = RestClient.get(ARGV[0]); puts r.code, r.headers[:x_greeting]; print r.body",
        ]),
      ClientScript(
        client: "Ruby Excon", probe: ["ruby", "-ropenssl", "-rexcon", "-e", ""],
        command: [
          "ruby", "-rexcon", "-e",
          "r = Excon.get(ARGV[0]); puts r.status, r.headers['X-Greeting']; print r.body",
        ]),
      ClientScript(
        client: "Perl LWP", probe: ["perl", "-MLWP::Protocol::https", "-e", ""],
        command: [
          "perl", "-MLWP::UserAgent", "-e",
          #"$r = LWP::UserAgent->new->get(shift); print $r->code, ' ', $r->header('X-Greeting'), qq{\n}, $r->content"#,
        ]),
      ClientScript(
        client: "Perl HTTP::Tiny", probe: ["perl", "-MIO::Socket::SSL", "-MHTTP::Tiny", "-e", ""],
        command: [
          "perl", "-MHTTP::Tiny", "-e",
          #"$r = HTTP::Tiny->new(verify_SSL => 1)->get(shift); print $r->{status}, ' ', $r->{headers}{'x-greeting'}, qq{\n}, $r->{content}"#,
        ]),
      ClientScript(
        client: "Perl Mojo::UserAgent",
        probe: ["perl", "-MIO::Socket::SSL", "-MMojo::UserAgent", "-e", ""],
        command: [
          "perl", "-MMojo::UserAgent", "-e",
          #"$u = Mojo::UserAgent->new; $u->proxy->detect; $r = $u->get(shift)->result; print $r->code, ' ', $r->headers->header('X-Greeting'), qq{\n}, $r->body"#,
        ]),
      ClientScript(
        client: "PHP curl", probe: ["php", "-r", "exit(function_exists('curl_init') ? 0 : 1);"],
        command: [
          "php", "-r",
          "$c = curl_init($argv[1]); curl_setopt($c, CURLOPT_HEADER, true); curl_exec($c);",
        ]),
      ClientScript(
        client: "PHP streams", probe: ["php", "--version"],
        command: ["php", "-r", "echo file_get_contents($argv[1]);"]),
      ClientScript(
        client: "PHP Guzzle",
        probe: ["php", "-r", "exit((@include 'GuzzleHttp/autoload.php') ? 0 : 1);"],
        command: [
          "php", "-r",
          #"require 'GuzzleHttp/autoload.php'; $r = (new GuzzleHttp\Client)->get($argv[1]); echo $r->getStatusCode(), ' ', $r->getHeaderLine('X-Greeting'), PHP_EOL, $r->getBody();"#,
        ]),
      ClientScript(
        client: "Tcl http",
        probe: ["sh", "-c", "echo 'package require http; package require tls' | tclsh /dev/stdin"],
        files: [
          "client.tcl": #"""
          package require http
          package require tls
          package require autoproxy
          http::register https 443 [list tls::socket -autoservername true -require true -cadir /etc/ssl/certs]
          set token [http::geturl [lindex $argv 0]]
          puts [http::ncode $token]
          puts -nonewline [http::data $token]

          """#
        ],
        command: ["tclsh", "client.tcl"]),
      ClientScript(
        client: "Swift URLSession on Linux", probe: ["swiftc", "--version"],
        files: [
          "main.swift": #"""
          import Foundation
          import FoundationNetworking
          let (data, response) = try await URLSession.shared.data(from: URL(string: CommandLine.arguments[1])!)
          let http = response as! HTTPURLResponse
          print(http.statusCode, http.value(forHTTPHeaderField: "X-Greeting") ?? "-")
          FileHandle.standardOutput.write(data)

          """#
        ],
        preparation: ["swiftc", "-o", "client", "main.swift"],
        command: ["./client"]),
      ClientScript(
        client: "R", probe: ["Rscript", "--version"],
        command: [
          "Rscript", "--vanilla", "-e",
          "place <- url(commandArgs(TRUE)[1]); writeLines(readLines(place)); close(place)",
        ]),
      ClientScript(
        client: "Lua LuaSec",
        probe: ["lua", "-e", "require('ssl.https') require('socket.http')"],
        files: [
          "client.lua": #"""
          local url, pieces = arg[1], {}
          local request = { url = url, sink = require("ltn12").sink.table(pieces) }
          local kind = "socket.http"
          if url:match("^https:") then
            kind, request.verify, request.protocol = "ssl.https", "peer", "any"
            request.cafile = "/etc/ssl/certs/ca-certificates.crt"
          end
          local _, status, fields = require(kind).request(request)
          print(status, fields["x-greeting"])
          io.write(table.concat(pieces))

          """#
        ],
        command: ["lua", "client.lua"]),
      ClientScript(
        client: "Erlang httpc",
        probe: ["erl", "-noshell", "-eval", "public_key:cacerts_get(), halt()."],
        files: [
          "client.escript": #"""
          #!/usr/bin/env escript
          main([URL]) ->
            [{ok, _} = application:ensure_all_started(Part) || Part <- [inets, ssl]],
            Matching = [{match_fun, public_key:pkix_verify_hostname_match_fun(https)}],
            Options = [{ssl, [{verify, verify_peer}, {cacerts, public_key:cacerts_get()},
              {customize_hostname_check, Matching}]}],
            {ok, {{_, Status, _}, Fields, Body}} =
              httpc:request(get, {URL, []}, Options, [{body_format, binary}]),
            io:setopts(standard_io, [{encoding, latin1}]),
            io:format("~p ~s~n~s", [Status, proplists:get_value("x-greeting", Fields), Body]).

          """#
        ],
        command: ["escript", "client.escript"]),
      ClientScript(
        client: "Guile",
        probe: ["guile", "-c", "(use-modules (web client) (gnutls))"],
        files: [
          "client.scm": """
          (use-modules (web client) (web response) (ice-9 binary-ports))
          (call-with-values (lambda () (http-get (cadr (command-line)) #:decode-body? #f))
            (lambda (response body)
              (display (response-code response))
              (newline)
              (put-bytevector (current-output-port) body)))
          """
        ],
        command: ["guile", "--no-auto-compile", "client.scm"]),
      ClientScript(
        client: "Racket", probe: ["racket", "--version"],
        files: [
          "client.rkt": """
          #lang racket/base
          (require net/url racket/port)
          (define url (string->url (vector-ref (current-command-line-arguments) 0)))
          (copy-port (get-pure-port url) (current-output-port))
          """
        ],
        command: ["racket", "client.rkt"]),
      ClientScript(
        client: "Haskell http-client",
        probe: ["sh", "-c", "ghc --version && ghc-pkg field http-client-tls name"],
        files: [
          "client.hs": """
          import qualified Data.ByteString.Lazy as Bytes
          import Network.HTTP.Client
          import Network.HTTP.Client.TLS
          import System.Environment
          main = do
            [url] <- getArgs
            manager <- newTlsManager
            request <- parseRequest url
            response <- httpLbs request manager
            print (responseStatus response)
            Bytes.putStr (responseBody response)
          """
        ],
        preparation: ["ghc", "-dynamic", "-v0", "-o", "client", "client.hs"],
        command: ["./client"]),
      ClientScript(
        client: "OCaml cohttp", probe: ["ocamlfind", "query", "cohttp-lwt-unix", "lwt_ssl"],
        files: [
          "client.ml": """
          let () =
            Lwt_main.run
              (let open Lwt.Syntax in
              let* response, body = Cohttp_lwt_unix.Client.get (Uri.of_string Sys.argv.(1)) in
              print_endline (Cohttp.Code.string_of_status (Cohttp.Response.status response));
              let+ text = Cohttp_lwt.Body.to_string body in
              print_string text)
          """
        ],
        preparation: [
          "ocamlfind", "ocamlopt", "-thread", "-package", "cohttp-lwt-unix,lwt_ssl,threads.posix",
          "-linkpkg", "-o", "client", "client.ml",
        ],
        command: ["./client"]),
      ClientScript(
        client: "Nim httpclient", probe: ["nim", "--version"],
        files: [
          "client.nim": """
          import std/[httpclient, os]
          let response = newHttpClient().request(paramStr(1))
          echo response.status
          stdout.write response.body
          """
        ],
        preparation: ["nim", "c", "--hints:off", "--nimcache:nim", "-d:ssl", "client.nim"],
        command: ["./client"]),
      ClientScript(
        client: "Crystal HTTP::Client", probe: ["crystal", "--version"],
        files: [
          "client.cr": """
          require "http/client"
          response = HTTP::Client.get(ARGV[0])
          puts response.status_code
          print response.body
          """
        ],
        preparation: [
          "env", "CRYSTAL_CACHE_DIR=crystal", "crystal", "build", "-o", "client", "client.cr",
        ],
        command: ["./client"]),
      ClientScript(
        client: "D std.net.curl", probe: ["ldc2", "--version"],
        files: [
          "client.d": """
          import std.net.curl, std.stdio;
          void main(string[] words) {
            auto http = HTTP(words[1]);
            ubyte[] body;
            http.onReceive = (ubyte[] bytes) { body ~= bytes; return bytes.length; };
            http.perform();
            writeln(http.statusLine.code);
            stdout.rawWrite(body);
          }
          """
        ],
        preparation: ["ldc2", "-of=client", "client.d"],
        command: ["./client"]),
      ClientScript(
        client: "Emacs url", probe: ["emacs", "--version"],
        command: [
          "emacs", "-Q", "--batch", "--eval",
          """
          (progn (require 'url)
            (with-current-buffer (url-retrieve-synchronously (car (last command-line-args)) t t 60)
              (goto-char (point-min)) (re-search-forward "\\n\\n")
              (princ (buffer-substring (point) (point-max))))
            (kill-emacs 0))
          """,
        ],
        // What it prints of letters beyond ASCII depends on the locale.
        output: " von /greeting\n"),
    ]
  }
#endif
