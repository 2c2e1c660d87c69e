#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// The services of language models of `Examples/services` on 127.0.0.1, which end with their
  /// owner.
  final class ModelService: Sendable {
    /// Where it is.
    let origin: String
    private let child: Child

    /// The folder of the example.
    static let example = Package.folder.appending(path: "Examples/llm-agent")

    /// The Python that has the clients `openai` and `anthropic`: that of `.ci/clients`, or the one
    /// in `PATH`; nil when neither has them.
    static let python: String? =
      [Package.client("python3"), Tool.path(of: "python3")].compactMap(\.self).first { python in
        let probe = Process()
        probe.executableURL = URL(fileURLWithPath: python)
        probe.arguments = [
          "-c",
          "import importlib.util as u, sys; sys.exit(not (u.find_spec('openai') and u.find_spec('anthropic')))",
        ]
        probe.standardError = FileHandle.nullDevice
        guard (try? probe.run()) != nil else { return false }
        probe.waitUntilExit()
        return probe.terminationStatus == 0
      }

    /// Starts the service.
    ///
    /// - Throws: An error when Python cannot be started or the service does not listen.
    init() async throws {
      let script = Package.path("Examples/services/models.py")
      child = try Child("python3", [script, "0", "--while-input"])
      let line = try #require(await child.nextLine(), "\(child.errorText)")
      origin = "http://127.0.0.1:\(try #require(Int(line)))"
    }

    /// What differs in each response, as a project names it.
    static let settings = """
      volatile:
      - event $.id
      - event $.created
      - event $.obfuscation
      - event $.choices[*].delta.tool_calls[*].id
      - event(message_start) $.message.id
      - event(content_block_start) $.content_block.id
      - event(ping)
      - $.id
      - $.created
      - line $.created_at
      - line $.total_duration

      """

    /// A client, `client.py`: the name of what it does, and the service's origin.
    static let client = """
      import json, sys, urllib.request
      name, origin = sys.argv[1:]
      messages = [{"role": "user", "content": "Hi"}]
      slowly = [{"role": "user", "content": "Count to 300 slowly"}]
      tools = [{"type": "function", "function": {"name": "get_temperature", "parameters": {
          "type": "object", "properties": {"city": {"type": "string"}}}}}]
      if name.startswith("openai"):
          import openai
          link = openai.OpenAI(base_url=origin + "/v1", api_key="sk-test", max_retries=0)
          chat = link.chat.completions
      if name.startswith("anthropic"):
          import anthropic
          link = anthropic.Anthropic(base_url=origin, api_key="sk-ant-test", max_retries=0)
      if name == "openai":
          more = {"stream": True, "stream_options": {"include_usage": True}}
          for event in chat.create(model="router/gpt", messages=messages, **more):
              print(event.choices[0].delta.content if event.choices else event.usage.total_tokens)
          print(chat.create(model="gpt", messages=messages).choices[0].message.content)
          for event in chat.create(model="gpt", messages=messages, tools=tools, stream=True):
              for call in event.choices[0].delta.tool_calls or []: print(call.function.arguments)
      elif name == "openai-stop":
          stream = chat.create(model="gpt", messages=slowly, stream=True)
          words = []
          for event in stream:
              words += (event.choices[0].delta.content or "").split()
              if len(words) == 10: break
          stream.close()
          print(words)
      elif name == "anthropic":
          with link.messages.stream(model="claude", max_tokens=99, messages=messages) as stream:
              for text in stream.text_stream: print(text)
              print(stream.get_final_message().usage.output_tokens)
          tool = {"name": "get_temperature", "input_schema": tools[0]["function"]["parameters"]}
          with link.messages.stream(
              model="claude", max_tokens=99, messages=messages, tools=[tool]) as stream:
              print(stream.get_final_message().content[0].input)
      elif name == "anthropic-stop":
          with link.messages.stream(model="claude", max_tokens=99, messages=slowly) as stream:
              words = []
              for text in stream.text_stream:
                  words.append(text)
                  if len(words) == 10: break
          print(words)
      elif name == "ollama":
          body = json.dumps({"model": "llama3", "messages": messages}).encode()
          with urllib.request.urlopen(origin + "/api/chat", body, timeout=60) as response:
              for line in response: print(json.loads(line)["message"]["content"])
      """
  }
#endif
