import VCRCore

extension DiffHTML {
  /// Appends the pictures that a change is about, both states beside each other.
  ///
  /// - Parameters:
  ///   - pairs: The pictures.
  ///   - change: The kind of the change.
  ///   - page: The page so far.
  ///   - room: The room that the page has used so far.
  static func append(
    _ pairs: [PicturePair], of change: InteractionChange.Kind, to page: inout String,
    _ room: inout Room
  ) {
    for pair in pairs {
      let old = change == .added ? "" : figure("old", pair.old, pair.place, &room)
      let new = change == .removed ? "" : figure("new", pair.new, pair.place, &room)
      page += """
        <div class="pictures" role="group" aria-label="\(pair.place.asAttribute)">\
        \(old)\(new)</div>

        """
    }
  }

  private static func figure(
    _ side: String, _ state: PicturePair.State, _ place: String, _ room: inout Room
  ) -> String {
    let name = "\(side) \(place)"
    var words = ""
    var content = ""
    switch state {
    case .nothing: words = "not there"
    case .other: words = "no picture"
    case .picture(let picture):
      words = picture.words
      if !picture.isShown {
        words += "; \(picture.size == nil ? "broken or " : "")too large to be shown"
      } else if room.pictures + picture.count * 4 / 3 > pictureLimit {
        words += "; not shown, to keep the page’s size"
      } else {
        content = picture.html(name)
        room.pictures += content.utf8.count
      }
    }
    return """
      <figure class="\(side)"><figcaption><b>\(name.asHTML)</b> <span class="hint">\(words.asHTML)\
      </span></figcaption>\(content)</figure>
      """
  }
}
