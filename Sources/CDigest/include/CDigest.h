#ifndef VCR_CDIGEST_H
#define VCR_CDIGEST_H

#include <stddef.h>
#include <stdint.h>

/// True when the processor has instructions for SHA-256 that this file knows to use.
int vcr_sha256_is_available(void);

/// Adds whole blocks of 64 bytes to a state of SHA-256 (FIPS 180-4 §6.2.2).
///
/// It is to be called only where vcr_sha256_is_available() is true.
void vcr_sha256_add(uint32_t state[8], const uint8_t *bytes, size_t blocks);

#endif
