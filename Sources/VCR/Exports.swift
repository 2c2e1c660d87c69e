// One `import VCR` is to be enough for a test: deck, modes, policies and redaction come with it.
@_exported public import VCRCore
