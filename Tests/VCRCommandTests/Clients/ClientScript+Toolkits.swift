#if CommandLineTool
  extension ClientScript {
    /// Toolkits, and languages that are seldom met.
    static let toolkits: [ClientScript] = [
      ClientScript(
        client: "rclone", probe: ["rclone", "version"],
        command: ["rclone", "--config", "/dev/null", "copyurl", "--stdout"]),
      ClientScript(
        client: "Python treq", probe: ["/usr/bin/python3", "-c", "import treq"],
        files: [
          "client.py": #"""
          import sys, treq
          from twisted.internet import defer, task
          async def get():
              response = await treq.get(sys.argv[1])
              sys.stdout.buffer.write(await treq.content(response))
          task.react(lambda _: defer.ensureDeferred(get()))

          """#
        ],
        command: ["/usr/bin/python3", "client.py"]),
      ClientScript(
        client: "Ruby HTTP.rb", probe: ["ruby", "-rhttp", "-e", "HTTP.method(:get)"],
        command: [
          "ruby", "-rhttp", "-e",
          "r = HTTP.get(ARGV[0]); puts r.code, r.headers['X-Greeting']; print r.body.to_s",
        ]),
      ClientScript(
        client: "Ruby Typhoeus", probe: ["ruby", "-rtyphoeus", "-e", ""],
        command: [
          "ruby", "-rtyphoeus", "-e",
          "r = Typhoeus.get(ARGV[0]); puts r.code, r.headers['X-Greeting']; print r.body",
        ]),
      ClientScript(
        client: "Perl Net::Async::HTTP",
        probe: ["perl", "-MNet::Async::HTTP", "-MIO::Async::SSL", "-MIO::Async::Loop", "-e", ""],
        command: [
          "perl", "-MNet::Async::HTTP", "-MIO::Async::Loop", "-e",
          #"$h = Net::Async::HTTP->new; IO::Async::Loop->new->add($h); $r = $h->GET(shift)->get; print $r->code, ' ', $r->header('X-Greeting'), qq{\n}, $r->content"#,
        ]),
      ClientScript(
        client: "Mono", probe: ["sh", "-c", "mcs --version && mono --version"],
        files: [
          "client.cs": #"""
          using System;
          using System.Net.Http;
          class Client {
            static void Main(string[] words) {
              var response = new HttpClient().GetAsync(words[0]).Result;
              var bytes = response.Content.ReadAsByteArrayAsync().Result;
              using (var output = Console.OpenStandardOutput()) output.Write(bytes, 0, bytes.Length);
            }
          }

          """#
        ],
        preparation: ["mcs", "-r:System.Net.Http", "-out:client.exe", "client.cs"],
        command: ["mono", "client.exe"]),
      ClientScript(
        client: "GLib libsoup",
        probe: [
          "/usr/bin/python3", "-c", "import gi; gi.require_version('Soup', '3.0')",
        ],
        files: [
          "client.py": #"""
          import gi, sys
          gi.require_version("Soup", "3.0")
          from gi.repository import Soup
          message = Soup.Message.new("GET", sys.argv[1])
          body = Soup.Session().send_and_read(message, None).get_data()
          print(message.get_status(), message.get_response_headers().get_one("X-Greeting"), flush=True)
          sys.stdout.buffer.write(body)

          """#
        ],
        command: ["/usr/bin/python3", "client.py"]),
      ClientScript(
        client: "Qt", probe: ["/usr/bin/python3", "-c", "from PyQt5 import QtNetwork"],
        files: [
          "client.py": #"""
          import sys
          from PyQt5.QtCore import QCoreApplication, QUrl
          from PyQt5.QtNetwork import QNetworkAccessManager, QNetworkRequest
          application, manager = QCoreApplication([]), QNetworkAccessManager()
          reply = manager.get(QNetworkRequest(QUrl(sys.argv[1])))
          reply.finished.connect(application.quit)
          application.exec_()
          print(reply.attribute(QNetworkRequest.HttpStatusCodeAttribute), flush=True)
          sys.stdout.buffer.write(bytes(reply.readAll()))

          """#
        ],
        command: ["/usr/bin/python3", "client.py"]),
      ClientScript(
        client: "SWI-Prolog",
        probe: ["swipl", "-g", "use_module(library(http/http_open))", "-t", "halt"],
        files: [
          "client.pl": #"""
          :- use_module(library(http/http_open)).
          :- use_module(library(http/http_ssl_plugin)).
          :- initialization(main, main).
          main([URL]) :-
            http_open(URL, Stream, []), set_stream(Stream, encoding(octet)),
            set_stream(user_output, encoding(octet)), copy_stream_data(Stream, user_output).

          """#
        ],
        command: ["swipl", "client.pl"]),
    ]
  }
#endif
