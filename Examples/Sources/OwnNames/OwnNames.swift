/// The content of an article: types of an app with names as general as those of `Cassette`.
public struct Body: Equatable {
  /// The paragraphs.
  public var paragraphs: [String]

  /// Creates a body.
  public init(_ paragraphs: [String]) { self.paragraphs = paragraphs }
}

/// What a reader did.
public enum Interaction { case read, liked }

/// A place in the app's own JSON.
public enum JSONPath { case root }

/// A value of the app's own JSON.
public enum JSONValue: Equatable { case text(String) }

/// An article of which only the title is known.
public struct Stub {
  /// The title.
  public var title: String

  /// Creates a stub.
  public init(title: String) { self.title = title }
}

/// The fields above an article.
public struct HeaderFields {
  /// The fields.
  public var fields: [HeaderField]

  /// Creates fields.
  public init(_ fields: [HeaderField]) { self.fields = fields }
}

/// One field above an article.
public struct HeaderField {
  /// Its name.
  public var name: String

  /// Creates a field.
  public init(name: String) { self.name = name }
}

/// A deck of cards.
public struct Deck {
  /// The number of cards.
  public var count: Int

  /// Creates a deck.
  public init(count: Int) { self.count = count }
}

/// The pattern of a garden path.
public enum PathPattern { case gravel }

/// When milk is sour.
public struct Expiry {
  /// The number of days.
  public var days: Int

  /// Creates an expiry.
  public init(days: Int) { self.days = days }
}

/// What went wrong with an article.
public struct LoadingError: Error {
  /// Creates an error.
  public init() {}
}
