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

/// The length of the first run of characters of ASCII, spaces, tabs and line ends that is at least so long; 0 if there is
/// none.
///
/// Where the run begins is written to `start`. `shortest` is at least 1.
size_t vcr_next_text(const uint8_t *bytes, size_t count, size_t shortest, size_t *start);

/// What a byte is to vcr_harmless_count().
enum vcr_kind {
    /// It is one of a word.
    vcr_of_word = 1,
    /// It is no harmless sign, and no harmless word begins with it.
    vcr_begins_special = 2,
    /// No harmless word stands before it.
    vcr_ends_special = 4,
};

/// The number of bytes at the beginning that are harmless signs and harmless words: words that are not longer than
/// `longest` and end before the last byte.
///
/// `kinds` has the kinds of each of the 256 bytes, a sum of those above.
size_t vcr_harmless_count(const uint8_t *bytes, size_t count, const uint8_t *kinds, size_t longest);

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
