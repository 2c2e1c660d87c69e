/// A request that a test meant to record was not.
package struct NotRecorded: Error {
  package init() {}
}
