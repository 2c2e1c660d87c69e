#if CommandLineTool
  /// A COMMAND that hands connections of the test on to the proxy, which serves COMMAND alone.
  ///
  /// It prints the URL of its own port, which stands for that of the proxy, and ends with its
  /// input. The test reaches that port with `--isolate off` alone.
  enum Relay {
    /// The words of COMMAND.
    static let command = ["python3", "-c", script]

    private static let script = """
      import os, socket, struct, sys, threading
      host, port = os.environ["http_proxy"].rsplit("/", 1)[1].split(":")
      def copy(source, target):
          try:
              while data := source.recv(65536): target.sendall(data)
              target.shutdown(socket.SHUT_WR)
          except OSError:
              # What one side breaks off is broken off at the other.
              for end in (source, target):
                  end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                  try: end.shutdown(socket.SHUT_RDWR)
                  except OSError: pass
      def serve(client):
          with client, socket.create_connection((host, int(port))) as proxy:
              back = threading.Thread(target=copy, args=(proxy, client))
              back.start()
              copy(client, proxy)
              back.join()
      def accept(listener):
          while True: threading.Thread(target=serve, args=(listener.accept()[0],)).start()
      listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
      print("http://127.0.0.1:%d" % listener.getsockname()[1], flush=True)
      threading.Thread(target=accept, args=(listener,), daemon=True).start()
      sys.stdin.read()
      os._exit(0)
      """
  }
#endif
