#if CommandLineTool
  import VCRCore
  import VCRUpstream

  extension ClientConnection {
    /// Says which option is missing when a service has asked for a client certificate and then
    /// refuses the request, and which certificate has ended where it got one.
    ///
    /// - Parameters:
    ///   - url: The URL of the request.
    ///   - status: The status of the response; nil for a failure.
    func hintAtClientCertificate(for url: String, status: Int?) {
      // 495 and 496 are those of nginx for a certificate that is wrong or missing.
      if let status, ![400, 401, 403, 495, 496].contains(status) { return }
      guard let host = AbsoluteTarget(url)?.authority.host, let upstream = proxy.upstream else {
        return
      }
      if upstream.lacksClientCertificate(for: host) {
        proxy.report(
          .problem(
            "\(host) asks for a client certificate, and none was given: --client-cert \(host)=FILE")
        )
      } else if let fault = upstream.dateFault(ofClientCertificateFor: host) {
        proxy.report(.problem("\(host) took no request, and \(fault)"))
      }
    }
  }
#endif
