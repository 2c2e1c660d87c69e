#ifndef VCR_CBYTES_H
#define VCR_CBYTES_H

#include <stddef.h>
#include <stdint.h>

/// True when the processor has instructions for SHA-256 that this file knows to use.
int vcr_sha256_is_available(void);

/// Adds whole blocks of 64 bytes to a state of SHA-256 (FIPS 180-4 §6.2.2).
///
/// It is to be called only where vcr_sha256_is_available() is true.
void vcr_sha256_add(uint32_t state[8], const uint8_t *bytes, size_t blocks);

/// The number of bytes at the beginning that are visible ASCII characters (RFC 20 §4.2).
size_t vcr_visible_count(const uint8_t *bytes, size_t count);

/// A text among others.
struct vcr_text {
    /// Where it begins in the bytes that hold all of them.
    uintptr_t start;
    size_t length;
    /// The group that it is sorted into.
    uint32_t group;
    /// Tells it from others of the same bytes.
    uint32_t number;
};

/// Sorts texts by their groups, within one by their bytes, and the same bytes by their numbers.
void vcr_sort_texts(struct vcr_text *texts, size_t count, const uint8_t *bytes);

#endif
