#if CommandLineTool
  import TestSupport
  import Testing

  /// A service of gRPC on 127.0.0.1 with calls of all four kinds, and a client for it.
  ///
  /// Both are Python programs with the package `grpcio`. The service ends with its owner.
  final class GRPCService: Sendable {
    /// The port it listens on.
    let port: Int
    /// The certificates; nil for a service in plaintext.
    let certificates: TestCertificates?
    private let child: Child

    /// True when Python and `grpcio` are installed.
    static func isInstalled() async -> Bool {
      (try? await Child.run("python3", ["-c", "import grpc"]))?.status == 0
    }

    /// Starts the service.
    ///
    /// - Parameter certificates: The certificates; nil for plaintext.
    /// - Throws: An error when Python cannot be started or the service does not listen.
    init(_ certificates: TestCertificates?) async throws {
      self.certificates = certificates
      let files = certificates.map { [$0.certificateFile, $0.keyFile] } ?? []
      child = try Child("python3", ["-c", Self.service] + files)
      let line = try #require(await child.nextLine(), "\(child.errorText)")
      port = try #require(Int(line))
    }

    /// The command of a client that makes the named calls, one line for each.
    func client(_ calls: String...) -> [String] {
      ["python3", "client.py", "\(port)", certificates == nil ? "plain" : "tls"] + calls
    }

    private static let service = """
      import sys, threading
      from concurrent import futures
      import grpc

      def until_left(context):
          left = threading.Event()
          context.add_callback(left.set)
          left.wait()

      def stays(requests, context):
          for request in requests:
              if request != b"silent": yield b"echo " + request
          until_left(context)

      def unary(request, context):
          context.set_trailing_metadata((("sum-bin", b"\\x00\\xff\\xe9"), ("kind", "one")))
          return b"got " + request

      def server_stream(request, context):
          for index in range(3): yield b"%d " % index + request

      def client_stream(requests, context):
          context.send_initial_metadata((("greeting", "hello"),))
          return b",".join(requests)

      def late(requests, context):
          # The head follows the first message, and the response the second.
          first = next(requests)
          context.send_initial_metadata((("greeting", first.decode()),))
          yield first + next(requests)
          yield from requests

      def both(requests, context):
          context.send_initial_metadata((("greeting", "hello"),))
          for request in requests: yield b"echo " + request

      def fails(request, context):
          context.abort(grpc.StatusCode.NOT_FOUND, "nothing here: ü")

      def refuses(requests, context):
          context.abort(grpc.StatusCode.INVALID_ARGUMENT, "not " + next(requests).decode())

      def echoes(request, context):
          return dict(context.invocation_metadata())["some-bin"]

      methods = {
          "Unary": grpc.unary_unary_rpc_method_handler(unary),
          "ServerStream": grpc.unary_stream_rpc_method_handler(server_stream),
          "ClientStream": grpc.stream_unary_rpc_method_handler(client_stream),
          "Both": grpc.stream_stream_rpc_method_handler(both),
          "Late": grpc.stream_stream_rpc_method_handler(late),
          "Fails": grpc.unary_unary_rpc_method_handler(fails),
          "Stays": grpc.stream_stream_rpc_method_handler(stays),
          "Refuses": grpc.stream_unary_rpc_method_handler(refuses),
          "Echoes": grpc.unary_unary_rpc_method_handler(echoes),
      }
      server = grpc.server(futures.ThreadPoolExecutor(16))
      server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("test.Test", methods),))
      if len(sys.argv) > 1:
          chain, key = (open(name, "rb").read() for name in sys.argv[1:])
          port = server.add_secure_port(
              "127.0.0.1:0", grpc.ssl_server_credentials([(key, chain)]))
      else:
          port = server.add_insecure_port("127.0.0.1:0")
      server.start()
      print(port, flush=True)
      # Standard input ends when the tests do, however they end.
      sys.stdin.read()
      """

    /// The client, `client.py`.
    static let program = """
      import queue, sys, threading
      import grpc
      target = "localhost:" + sys.argv[1]
      channel = (
          grpc.insecure_channel(target) if sys.argv[2] == "plain"
          else grpc.secure_channel(target, grpc.ssl_channel_credentials()))

      def unary():
          result, call = channel.unary_unary("/test.Test/Unary").with_call(b"hi", timeout=240)
          return result, sorted((key, value) for key, value in call.trailing_metadata())

      def server_stream(): return list(channel.unary_stream("/test.Test/ServerStream")(b"hi"))

      def client_stream():
          return channel.stream_unary("/test.Test/ClientStream")(iter([b"a", b"b"]), timeout=240)

      def both():
          # Each message waits for the response to the one before it.
          messages, responses = queue.Queue(), []
          call = channel.stream_stream("/test.Test/Both")(iter(messages.get, None), timeout=240)
          for text in (b"one", b"two", b"three"):
              messages.put(text)
              responses.append(next(call))
          messages.put(None)
          return responses + list(call), dict(call.initial_metadata())["greeting"]

      def after_head(kind, path, *words, before=0):
          # Only so many messages are sent before the head of the response has come.
          messages = queue.Queue()
          for text in words[:before]: messages.put(text)
          make = getattr(channel, kind)("/test.Test/" + path)
          call = (make.future if kind == "stream_unary" else make)(
              iter(messages.get, None), timeout=240)
          greeting = dict(call.initial_metadata())["greeting"]
          for text in words[before:]: messages.put(text)
          messages.put(None)
          return greeting, call.result() if kind == "stream_unary" else list(call)

      def both_after_head(): return after_head("stream_stream", "Both", b"one", b"two")
      def client_stream_after_head(): return after_head("stream_unary", "ClientStream", b"a", b"b")
      def late_after_head(): return after_head("stream_stream", "Late", b"x", b"y", before=1)
      def late_again(): return after_head("stream_stream", "Late", b"z", b"y", before=1)
      def other_after_head(): return after_head("stream_unary", "ClientStream", b"other")

      def fails(): return channel.unary_unary("/test.Test/Fails")(b"hi", timeout=240)

      def refuses():
          # The stream of requests has no end of its own.
          stop = threading.Event()
          def messages():
              yield b"good"
              stop.wait()
          try:
              return channel.stream_unary("/test.Test/Refuses")(messages(), timeout=240)
          finally:
              stop.set()

      def echoes():
          return channel.unary_unary("/test.Test/Echoes")(
              b"", metadata=(("some-bin", b"\\xe9\\x00\\xff"),), timeout=240)

      def left(*words, ends):
          # The client leaves by a deadline that the service does not share.
          stop, responses = threading.Event(), []
          def messages():
              yield from words
              if not ends: stop.wait()
          try:
              for response in channel.stream_stream("/test.Test/Stays")(messages(), timeout=10):
                  responses.append(response)
          except grpc.RpcError as error:
              responses.append(error.code().name)
          finally:
              stop.set()
          return responses

      def left_sending(): return left(b"silent", ends=False)
      def left_ended(): return left(b"one", b"two", ends=True)
      def left_open(): return left(b"one", ends=False)

      def missing(): return channel.unary_unary("/test.Test/Missing")(b"", timeout=240)

      for name in sys.argv[3:]:
          try:
              print(name, globals()[name]())
          except grpc.RpcError as error:
              print(name, error.code().name, error.details())
      """
  }
#endif
