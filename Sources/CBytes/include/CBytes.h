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

/// The length of the path of a URL of visible characters, where it stands in its normal form: the URL has a scheme and
/// an authority, and the path neither a percent sign, nor a segment that begins with a dot, nor a character that a path may
/// not have (RFC 3986 §3.3). 0 for any other, and for an empty path.
///
/// Where the path begins is written to `start`.
size_t vcr_plain_path_length(const uint8_t *url, size_t length, size_t *start);

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
