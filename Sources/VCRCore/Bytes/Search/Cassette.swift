/// The namespace of the parts of a cassette, and of its player.
///
/// The types have general names, such as `Cassette.Body`, which within it do not collide with those
/// of an app that imports this package.
public enum Cassette {}
