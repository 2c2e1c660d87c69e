import VCRCore

extension String {
  /// The text as HTML between tags: characters with a meaning in markup are escaped, and invisible
  /// characters (controls, and those that change the writing direction) are shown by their numbers.
  var asHTML: String { ShownText.html(Array(utf8)) }

  /// The text as the value of an attribute, or of an element that holds no others.
  var asAttribute: String { ShownText.html(Array(utf8), isAttribute: true) }

  /// The text as HTML between tags, with the placeholders of secrets marked.
  var asMarkedHTML: String { ShownText.html(Array(utf8), marksSecrets: true) }
}
