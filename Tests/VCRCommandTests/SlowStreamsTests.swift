#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Clients with many streams of HTTP/2 on a connection that they read slowly, so that frames wait
  /// for the network.
  struct SlowStreamsTests {
    /// Asks for responses of all sizes at once, and resets streams, changes settings and sends
    /// pings meanwhile.
    private static let client = #"""
      import os, random, socket, sys, time
      from urllib.parse import urlsplit
      proxy = urlsplit(os.environ["http_proxy"])
      choices = random.Random(int(sys.argv[1]))
      sizes = [int(size) for size in sys.argv[2:]]
      def frame(kind, flags, stream, payload=b""):
          return (len(payload).to_bytes(3, "big") + bytes([kind, flags])
              + stream.to_bytes(4, "big") + payload)
      def fail(*words):
          print(sys.argv[1], *words)
          sys.exit(1)
      for _ in range(6):
          s = socket.socket()
          s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, choices.choice([2048, 8192, 65536]))
          s.settimeout(240)
          s.connect((proxy.hostname, proxy.port))
          s.sendall(b"CONNECT service.test:80 HTTP/1.1\r\nHost: service.test:80\r\n\r\n")
          head = b""
          while not head.endswith(b"\r\n\r\n"): head += s.recv(1)
          window = lambda size: frame(4, 0, 0, b"\0\x04" + size.to_bytes(4, "big"))
          s.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + window(2**30)
              + frame(8, 0, 0, (2**30).to_bytes(4, "big")))
          streams, ended, reset, received = {}, set(), set(), b""
          waiting = choices.choice([10, 50, 100])
          while waiting or len(ended) < len(streams):
              out = b""
              for _ in range(min(waiting, choices.choice([1, 3, 20]))):
                  stream = 2 * len(streams) + 1
                  number = choices.randrange(len(sizes))
                  path = b"/%d" % number
                  out += frame(1, 5, stream, b"\x82\x86\x04" + bytes([len(path)]) + path
                      + b"\x01\x0cservice.test")
                  streams[stream] = [sizes[number], 0, False]
                  waiting -= 1
              if choices.random() < 0.3: out += frame(6, 0, 0, os.urandom(8))
              if choices.random() < 0.2: out += window(choices.choice([2**29, 2**30]))
              if choices.random() < 0.1: out += frame(6, 0, 0, b"12345678") * 30
              open = [stream for stream in streams if stream not in ended]
              if open and choices.random() < 0.15:
                  stream = choices.choice(open)
                  reset.add(stream)
                  ended.add(stream)
                  out += frame(3, 0, stream, b"\0\0\0\x08")
              try: s.sendall(out)
              except OSError as error: fail("lost", error, len(ended), len(streams))
              if choices.random() < 0.5: time.sleep(choices.choice([0.001, 0.01, 0.05]))
              if len(ended) == len(streams): continue
              piece = s.recv(choices.choice([100, 2000, 30_000, 200_000]))
              if not piece: fail("closed", len(ended), len(streams))
              received += piece
              while len(received) >= 9:
                  length = 9 + int.from_bytes(received[:3], "big")
                  if len(received) < length: break
                  kind, flags = received[3:5]
                  stream = int.from_bytes(received[5:9], "big")
                  received = received[length:]
                  if kind == 7 or kind == 3 and stream not in reset: fail("frame", kind, stream)
                  if kind == 3: ended.add(stream)
                  if kind == 1: streams[stream][2] = True
                  if kind == 0:
                      if not streams[stream][2]: fail("content before its header fields")
                      streams[stream][1] += length - 9
                  if kind in (0, 1) and flags & 1:
                      if stream not in reset and streams[stream][0] != streams[stream][1]:
                          fail("short", streams[stream])
                      ended.add(stream)
          s.close()
      print("all")
      """#

    @Test func `frames that wait for a slow client end neither its connection nor the process`()
      async throws
    {
      let workshop = try Workshop()
      let sizes = (0..<100).map { [0, 10, 1000, 20_000, 60_000, 200_000][$0 % 6] }
      let items = sizes.indices.map {
        """
        - request: {method: GET, url: 'http://service.test/\($0)'}
          response:
            status: 200 OK
            headers: {Content-Type: text/plain}
            body: {text: '\(String(repeating: "x", count: sizes[$0]))'}

        """
      }
      try workshop.folder.write(
        "vcr: 1\ninteractions:\n" + items.joined(), to: "c.yaml")
      try workshop.folder.write(Self.client, to: "client.py")
      let words = sizes.map(String.init).joined(separator: " ")
      let result = try await workshop.vcr(
        "replay", "--isolate", "off", "--repeat", "-c", "c.yaml", "--", "sh", "-c",
        "for n in 1 2 3 4 5 6 7 8; do python3 client.py $n \(words) & done; wait")
      #expect(result.text == String(repeating: "all\n", count: 8))
      #expect(result.status == 0, "\(result.errorText)")
    }
  }
#endif
