import Testing

@testable import VCRCore

/// Links in a recording of what was recorded before.
extension CorrelatedRecordingTests {
  /// Links by what stands in their places later: what is asked for, and how.
  private static let otherLinks = [
    ("/pay?amount=10", "/pay?amount=20"), ("/list?page=2", "/list?page=3"),
    ("/list?currency=EUR", "/list?currency=USD"), ("/list?sort=name", "/list?sort=date"),
    ("/list?n=12", "/list?n=25"), ("/list?api-version=2024-05-01", "/list?api-version=2025-05-01"),
    ("/api/users", "/api/admins"), ("/api/users/list", "/api/admins/list"),
    ("/api/users/7", "/api/admins/7"), ("/v1/users/7", "/v2/users/7"), ("/page/2", "/page/3"),
    ("/files/a.csv", "/files/b.csv"), ("/reports/daily-sales", "/reports/weekly-sales"),
    ("http://api.test/users/7", "http://other.test/users/7"),
  ]

  @Test(arguments: otherLinks, ["href", "next", "Location"])
  func `a link that says something else is a change, whatever holds it`(
    links: (old: String, new: String), name: String
  ) throws {
    let recordings = [links.old, links.new].map { link in
      [
        name == "Location"
          ? Self.exchange("/start", "{}", receiving: ["Location": link])
          : Self.exchange("/start", #"{"\#(name)":"\#(link)"}"#),
        Self.exchange(link, "{}"),
      ]
    }
    #expect(try merged(recordings[1], into: recordings[0]) == text(recordings[1]))
  }

  @Test(arguments: [
    #"{"href":"/orders/ID"}"#, #"{"next":"/orders?after=ID"}"#, #"{"href":"/lines?order_id=ID"}"#,
    #"{"id":"ID","lines":"/lines?order=ID"}"#, #"{"room":{"id":"ID"},"href":"/rooms/ID/messages"}"#,
  ])
  func `an id in a link is put back`(response: String) throws {
    let words = ["otter", "heron"]
    for ids in [["7", "8"], ["41", "57"], ["8332", "8657"], ["ord_1a2b", "ord_3c4d"], words]
    where ids != words || response.contains(#""id""#) {
      let recordings = try ids.map { id in
        let body = response.replacing("ID", with: id)
        let link = try #require(body.split(separator: "\"").first { $0.hasPrefix("/") })
        return [Self.exchange("/start", body), Self.exchange(String(link), "{}")]
      }
      #expect(try merged(recordings[1], into: recordings[0]) == text(recordings[0]), "\(ids)")
    }
  }

  @Test(arguments: ["=", "%3D"])
  func `a sign in a link stays as the service writes it beside an id that is put back`(
    sign: String
  ) throws {
    let recordings = ["eyJwIjozLCJuIjoiYTEyZjdiIn0", "eyJwIjozLCJuIjoiYzMzZDlhIn0"].map { id in
      [
        Self.exchange(
          "/feed", #"{"next":"\#(id)="}"#,
          receiving: ["Link": "</feed?cursor=\(id)\(sign)>; rel=next"]),
        Self.exchange("/feed?cursor=\(id)%3D", "{}"),
      ]
    }
    #expect(try merged(recordings[1], into: recordings[0]) == text(recordings[0]))
  }

  @Test(arguments: ["X-Ms-Request-Id", "X-Message-Id", "X-Operation-Id"])
  func `an id in a header field is put back, be the field volatile or not`(name: String) throws {
    let recordings = ["8f3a-77b1", "9c2d-11e0"].map { id in
      [
        Self.exchange("/deploy", "{}", receiving: [name: id]),
        Self.exchange("/list", "{}"), Self.exchange("/operations/\(id)", "{}"),
      ]
    }
    #expect(try merged(recordings[1], into: recordings[0]) == text(recordings[0]))
  }
}
