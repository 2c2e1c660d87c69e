// A test needs only `import VCRProxy`: deck, modes, policies and the upstream's options come with
// it.
@_exported public import VCRCore
@_exported public import VCRUpstream
