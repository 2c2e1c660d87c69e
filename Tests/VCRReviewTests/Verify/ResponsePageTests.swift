import Testing

@testable import VCRReview

/// What a page shows of itself.
struct ResponsePageTests {
  private func page(_ text: String) -> ResponsePage { ResponsePage(Array(text.utf8)) }

  @Test(
    arguments: [
      ("<title>Users</title>", "users"), ("<TITLE lang=\"en\">Sign in</TITLE>", "sign in"),
      ("<html><head><title\n>A</title>", "a"), ("<title>open", "open"), ("<title", ""),
      ("<title>a</title><title>b</title>", "a"), ("no page", ""), ("", ""),
    ])
  func `the first title counts, in lower case`(text: String, title: String) {
    #expect(page(text).title == title)
  }

  @Test(
    arguments: [
      ("<title>Sign in to Example</title>", .signIn), ("<title>Login</title>", .signIn),
      ("<title>Just a moment...</title>", .challenge), ("<div class=g-recaptcha>", .challenge),
      ("<title>503 Service Unavailable</title>", .trouble),
      ("<title>Down for maintenance</title>", .trouble),
      // Words within longer ones are others.
      ("<title>Blog in June</title>", nil), ("<title>Logins</title>", nil),
      ("<title>Users</title><p>sign in</p>", nil), ("", nil),
      // The first kind counts that fits.
      ("<title>Sign in: security check</title>", .challenge),
    ] as [(String, ResponsePage.Kind?)])
  func `a title or a mark shows the kind`(text: String, kind: ResponsePage.Kind?) {
    #expect(page(text).kind == kind)
  }

  @Test(
    arguments: [
      ("<input type=\"password\">", true), ("<INPUT TYPE='Password'>", true),
      ("<input type=password>", true), ("<input type=\"text\" name=\"password\">", false),
    ])
  func `a page that has a field for a password asks for one`(text: String, asks: Bool) {
    #expect(page(text).asksForPassword == asks)
  }
}
