#if CommandLineTool
  import Testing
  import VCRProxy

  /// The article on clients has the table that the command prints.
  struct ClientTableTests {
    @Test func `the table of clients in the article is that of the code`() throws {
      let article = try Sources.text("Sources/VCR/Documentation.docc/Clients.md")
      #expect(
        article.hasSuffix("\n## The table\n\n" + KnownClient.table), "vcr env --clients prints it")
    }
  }
#endif
