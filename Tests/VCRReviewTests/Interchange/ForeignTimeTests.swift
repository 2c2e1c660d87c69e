import Foundation
import Testing

@testable import VCRCore
@testable import VCRReview

/// The times that recordings of other tools have, in all forms.
@Suite struct ForeignTimeTests {
  @Test(arguments: [
    ("Tue, 01 Nov 2011 04:58:44 GMT", 1_320_123_524),
    ("Tue, 1 Nov 2011 04:58:44 UTC", 1_320_123_524),
    ("Tue, 1 Nov 2011 04:58:44 +0130", 1_320_118_124),
    ("Tue, 01 Nov 2011 04:58:44 EST", 1_320_141_524),
    ("Tue, 01 Nov 2011 04:58:44 -0045", 1_320_126_224), ("1320123524.9", 1_320_123_524),
    ("1320123524123", 1_320_123_524), ("1320123524123456", 1_320_123_524),
    ("1320123524123456789", 1_320_123_524), ("1985-10-26T01:21:00Z", 499_137_660),
  ])
  func `a time is that which its zone and its unit say`(text: String, seconds: Double) {
    let value = ForeignValue(.scalar(Array(text.utf8)), line: 1)
    #expect((ForeignScalars.time(value) ?? nil)?.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: [
    "0", "-1", "", "1970-01-01T00:00:00Z", "1969-12-31T19:00:00-05:00", "0001-01-01T00:00:00Z",
    "Thu, 01 Jan 1970 00:00:00 GMT",
  ])
  func `what stands for no time is none`(text: String) {
    #expect(ForeignScalars.time(ForeignValue(.scalar(Array(text.utf8)), line: 1)) == .some(nil))
  }

  @Test(arguments: [
    "1e400", "NaN", "soon", "Tue, 01 Nov 2011 04:58:44 XYZ", "Tue, 01 Nov 2011 04:58:44 +01",
    "2011-13-45T99:99:99Z", "9e40", "2020-01-01T00:00:00Zxyz", "2020-01-01T00:00:00.5Z and more",
    "2020-01-01 00:00:00 UTC-ish", "2020-01-01xyz", "2020-01-01T00:00:00+01:00x",
    "Tue, 01 Nov 2011 04:58:44 GMT xyz", "1320123524xyz", "0x4eaf7a84",
  ])
  func `a time that cannot be is named as lost`(text: String) {
    #expect(ForeignScalars.time(ForeignValue(.scalar(Array(text.utf8)), line: 1)) == nil)
  }
}
