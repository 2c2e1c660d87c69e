/// The direction of a message.
package enum MessageDirection: Sendable {
  /// From the client to the service.
  case request
  /// From the service to the client.
  case response
}
