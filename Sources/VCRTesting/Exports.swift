@_exported public import VCR
