// One `import VCRProxy` is to be enough for a test: deck, modes, policies and the upstream's options
// come with it.
@_exported public import VCRCore
@_exported public import VCRUpstream
