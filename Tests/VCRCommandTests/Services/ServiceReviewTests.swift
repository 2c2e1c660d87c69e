#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// The services of `Examples/services`, recorded, recorded again, changed and reviewed.
  struct ServiceReviewTests {
    @Test(arguments: ExampleService.all.filter { ["shop", "graphql"].contains($0.name) })
    func `32 connections at once leave no diff after the noise was named`(service: ExampleService)
      async throws
    {
      _ = try await recording(of: service, connections: 32)
    }

    @Test(arguments: ExampleService.all)
    func `no diff is left after the noise was named, and every change is shown everywhere`(
      service: ExampleService
    ) async throws {
      let repository = try await recording(of: service, connections: 1)
      let base = repository.text("c.yaml")
      var mutations: [(mutation: CassetteMutation, name: String)] = []
      for mutation in CassetteMutation.all(of: service) {
        guard let text = try mutation.applied(to: base) else { continue }
        #expect(text != base, "\(mutation.name)")
        let name = "\(mutation.name.replacing(" ", with: "-")).yaml"
        try repository.workshop.folder.write(base, to: "old/\(name)")
        try repository.workshop.folder.write(base, to: "Cassettes/\(name)")
        try repository.workshop.folder.write(text, to: "new/\(name)")
        mutations.append((mutation, name))
      }
      #expect(mutations.count >= 20)
      try await repository.git("add", "Cassettes")
      try await repository.git("commit", "--quiet", "--message", "Record")
      for (_, name) in mutations {
        try repository.workshop.folder.write(
          repository.text("new/\(name)"), to: "Cassettes/\(name)")
      }
      try await repository.git("commit", "--quiet", "--all", "--message", "Change")
      let log = try await repository.git("log", "-p", "-1", "--format=")
      let files = log.components(separatedBy: "diff --git ")
      let page = try await repository.vcr("diff", "old", "new", "--format", "html", status: 1)
      let sections = page.components(separatedBy: "<section class=\"cassette\" ")
      for (mutation, name) in mutations {
        let diff = try await repository.vcr(
          "diff", "old/\(name)", "new/\(name)", status: mutation.status)
        #expect(diff.contains(mutation.shown), "\(mutation.name): \(diff)")
        let lines = files.first { $0.hasPrefix("a/Cassettes/\(name) ") } ?? ""
        let changed = lines.split(separator: "\n").filter { line in
          (line.hasPrefix("+") && !line.hasPrefix("+++"))
            || (line.hasPrefix("-") && !line.hasPrefix("---"))
        }
        let word = mutation.converted ?? mutation.shown
        if word.isEmpty {
          #expect(changed.isEmpty, "\(mutation.name): \(lines)")
        } else {
          #expect(changed.contains { $0.contains(word) }, "\(mutation.name): \(lines)")
        }
        let section = sections.first { $0.hasPrefix("aria-label=\"old/\(name) ") } ?? ""
        let shown = (mutation.page ?? mutation.shown).replacing("<", with: "&lt;")
          .replacing(">", with: "&gt;")
        // What is no change has a note above the changes.
        let place = mutation.status == 0 ? sections[0] : section
        #expect(place.contains(shown), "\(mutation.name): \(section.prefix(3_000))")
        if mutation.live != .elsewhere { try await verify(mutation, name, in: repository) }
      }
    }

    // MARK: - Steps

    /// Finds the noise of a service, records it twice, and replays it.
    private func recording(of service: ExampleService, connections: Int) async throws -> Repository
    {
      let repository = try await Repository()
      let workshop = repository.workshop
      let (origin, process) = try await service.start()
      try workshop.folder.write("match: \(service.policy)\n", to: ".vcr.yaml")
      let command = service.client(origin, connections: connections)
      let noise = try await workshop.vcr(["noise", "--write"] + command, timeout: 240)
      #expect(noise.status == 0, "\(noise.text)\(noise.errorText)")
      let settings = workshop.text(".vcr.yaml") ?? ""
      for place in service.noise { #expect(settings.contains(place), "\(place) in \(settings)") }
      for place in service.carried { #expect(!settings.contains(place), "\(settings)") }
      for round in 1...2 {
        let recorded = try await workshop.vcr(
          ["record", "--mode", "all", "-c", "c.yaml"] + command, timeout: 240)
        #expect(recorded.status == 0, "\(recorded.errorText)")
        if round == 1 {
          try await repository.git("add", "--all")
          try await repository.git("commit", "--quiet", "--message", "Record the service")
        }
        let diff = try await repository.git("diff", "--no-ext-diff", "--no-textconv")
        #expect(diff.isEmpty, "round \(round): \(diff.prefix(3_000))\n\(settings)")
      }
      process.kill()
      let replayed = try await workshop.vcr(
        ["replay", "-c", "c.yaml", "--require-all"] + command, timeout: 240)
      #expect(replayed.status == 0, "\(replayed.errorText)")
      return repository
    }

    /// Verifies the recording against a service that behaves as it was changed.
    private func verify(
      _ mutation: CassetteMutation, _ name: String, in repository: Repository
    ) async throws {
      let forth = try await verified("old/\(name)", against: "new/\(name)", in: repository)
      switch mutation.live {
      case .drift: #expect(forth.status == 1, "\(mutation.name): \(forth.text)\(forth.errorText)")
      case .trouble: #expect(forth.status == 2, "\(mutation.name): \(forth.text)\(forth.errorText)")
      case .nothing:
        #expect(forth.status == 0, "\(mutation.name): \(forth.text)\(forth.errorText)")
      case .elsewhere: break
      case .newRequest:
        let back = try await verified("new/\(name)", against: "old/\(name)", in: repository)
        #expect(back.status != 0, "\(mutation.name): \(back.text)\(back.errorText)")
      }
    }

    private func verified(_ cassette: String, against other: String, in repository: Repository)
      async throws -> Child.Result
    {
      let workshop = repository.workshop
      let service = try workshop.start(
        "replay", "-q", "-c", other, "--listen", "127.0.0.1:0", "--", "sh", "-c",
        "echo \"$http_proxy\"; exec cat")
      let origin = try #require(await service.nextLine(), "\(service.errorText)")
      defer { service.closeInput() }
      return try await workshop.vcr(
        ["verify", cassette, "--against", origin, "--unsafe", "--retries", "0"]
          + ExampleService.secrets.keys.flatMap { ["--secret", $0] },
        setting: ExampleService.secrets)
    }
  }
#endif
