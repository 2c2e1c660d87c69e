/// The error when a request that a test should record was not recorded.
package struct NotRecorded: Error {
  package init() {}
}
