/// Assigns the stable new fields of one name to the old ones: a new field of the same stable value,
/// else the first one that no other old field can claim.
struct FieldPartners {
  /// The new fields of one name.
  private struct Waiting {
    /// All new fields, in their order on the wire; those that were taken are skipped.
    var places = Places()
    /// The fields of each stable value.
    var byValue: [String: Places] = [:]
    /// The fields whose value no old field has.
    var unclaimed = Places()
    var count = 0
  }

  /// Places whose first free one is found in constant time, amortised over all calls.
  private struct Places {
    var places: [Int] = []
    private var start = 0

    mutating func first(free isTaken: [Bool]) -> Int? {
      while start < places.count {
        if !isTaken[places[start]] { return places[start] }
        start += 1
      }
      return nil
    }
  }

  private let volatility: Volatility
  private var waiting: [String: Waiting] = [:]
  private var isTaken: [Bool]

  /// Sorts the new fields by name and value.
  ///
  /// - Parameters:
  ///   - new: The section that was recorded.
  ///   - old: The section in the cassette.
  ///   - volatility: The parts that may differ; fields that are volatile as a whole have no
  ///     partner.
  init(of new: HeaderFields, among old: HeaderFields, volatility: Volatility) {
    self.volatility = volatility
    isTaken = Array(repeating: false, count: new.fields.count)
    var known: [String: Set<String>] = [:]
    for field in old.fields {
      known[field.name.lowercased(), default: []].insert(
        volatility.stableValue(ofHeader: field.name, field.value))
    }
    for (place, field) in new.fields.enumerated()
    where volatility.reason(ofHeader: field.name) == nil {
      let name = field.name.lowercased()
      let value = volatility.stableValue(ofHeader: field.name, field.value)
      waiting[name, default: Waiting()].places.places.append(place)
      waiting[name]?.byValue[value, default: Places()].places.append(place)
      if known[name]?.contains(value) != true { waiting[name]?.unclaimed.places.append(place) }
      waiting[name]?.count += 1
    }
  }

  /// Takes the partner of an old field; nil when it has none.
  mutating func take(_ field: HeaderField) -> Int? {
    let name = field.name.lowercased()
    let value = volatility.stableValue(ofHeader: field.name, field.value)
    guard let count = waiting[name]?.count, count > 0 else { return nil }
    let found =
      waiting[name]?.byValue[value]?.first(free: isTaken)
      ?? (count > 1
        ? waiting[name]?.unclaimed.first(free: isTaken)
        : waiting[name]?.places.first(free: isTaken))
    if let found {
      isTaken[found] = true
      waiting[name]?.count -= 1
    }
    return found
  }
}
