import VCRCore

/// A self-contained HTML page about cassettes: what all such pages share.
///
/// A page loads nothing, and the content of a cassette is only text or a picture in it, never
/// markup. Its entries are `details` of the class `entry`, which a reader filters, searches and
/// goes through with the keyboard; without scripts all of them are there. The page's own script
/// defines `page` (see ``script``).
struct HTMLPage {
  /// The title, which is the heading as well.
  var title: String
  /// The rules of the page itself, after those that all pages share.
  var style: String
  /// The script of the page itself, before the one that all pages share.
  var script: String
  /// The HTML in the bar below the heading.
  var bar: String
  /// The content between bar and keys: HTML with one `main`.
  var content: String
  /// The keys of the page itself, each as HTML, with what they do.
  var keys: [(key: String, words: String)]
  /// True for a page with pictures in `data:` URLs.
  var hasPictures = false

  /// The whole document.
  var document: String {
    let pictures = hasPictures ? "img-src data:; " : ""
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \(pictures)\
      style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
      <title>\(title.asAttribute)</title>
      <style>
      \(Self.style)
      \(style)
      </style>
      </head>
      <body>
      <header class="bar">
      <h1>\(title.asHTML)</h1>
      \(bar)
      </header>
      \(content)
      \(help)
      <script>
      'use strict';
      \(script)
      \(Self.script)
      </script>
      </body>
      </html>

      """
  }

  /// The toolbar with search and count.
  ///
  /// - Parameters:
  ///   - filters: The HTML before the search.
  ///   - views: The HTML after it.
  ///   - count: The number of entries in words, while none is hidden.
  ///   - isHidden: True for a page without entries.
  /// - Returns: The HTML.
  static func controls(
    filters: String, views: String = "", count: String, isHidden: Bool = false
  ) -> String {
    """
    <div class="controls" role="toolbar" aria-label="Filter and view"\(isHidden ? " hidden" : "")>
    \(filters)
    <input type="search" id="search" placeholder="Search (/)" aria-label="Search" \
    autocomplete="off" spellcheck="false">
    \(views)<button type="button" id="all" title="Open or close all (e)">Open all</button>
    <button type="button" id="keys" title="Keys (?)">Keys</button>
    <output id="count" aria-live="polite">\(count)</output>
    </div>
    """
  }

  /// The text that is shown when a filter hides everything.
  static let nothing = """
    <p class="none" id="none" hidden>Nothing matches. <kbd>Esc</kbd> clears the filter.</p>
    """

  private var help: String {
    let own = keys.map { "<dt>\($0.key)</dt><dd>\($0.words)</dd>\n" }.joined()
    return """
      <dialog id="help" aria-label="Keys"><h2>Keys</h2><dl>
      <dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>next, previous</dd>
      <dt><kbd>o</kbd> <kbd>Enter</kbd></dt><dd>open or close it</dd>
      <dt><kbd>e</kbd></dt><dd>open or close all</dd>
      \(own)<dt><kbd>/</kbd></dt><dd>search</dd>
      <dt><kbd>Esc</kbd></dt><dd>clear search and filters, close this</dd>
      <dt><kbd>?</kbd></dt><dd>these keys</dd>
      </dl><form method="dialog"><button>Close</button></form></dialog>
      """
  }
}
