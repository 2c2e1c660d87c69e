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

/// True for a URL of visible characters that has a host and a path, stands in its normal form (RFC 3986 §6.2.2, §6.2.3) and
/// has neither port, query nor fragment; false for some others in their normal form, too.
int vcr_is_normal_url(const uint8_t *url, size_t length);

/// The beginnings of the first lines of an item.
struct vcr_lines {
    /// What stands before the method.
    const uint8_t *method;
    size_t method_count;
    /// What stands between it and the URL.
    const uint8_t *url;
    size_t url_count;
    /// How many spaces begin a line that goes on with the URL.
    size_t continuation;
};

/// Where the method and the URL of an item stand.
struct vcr_request {
    size_t method;
    size_t method_count;
    size_t url;
    size_t url_count;
};

/// Finds the method and the URL of an item that begins with these lines, both as plain scalars without spaces.
///
/// Returns 0 for any other item.
int vcr_find_request(const uint8_t *item, size_t count, const struct vcr_lines *lines, struct vcr_request *found);

/// The length of the first run of characters of ASCII, spaces, tabs and line ends that is at least so long; 0 if there is
/// none.
///
/// Where the run begins is written to `start`. `shortest` is at least 1.
size_t vcr_next_text(const uint8_t *bytes, size_t count, size_t shortest, size_t *start);

/// The six bits of a letter of Base64, of either alphabet (RFC 4648 §4, §5); 64 for any other byte.
uint8_t vcr_base64_value(uint8_t letter);

/// Decodes the letters of Base64 before the first byte that is none.
///
/// `bytes` has room for three quarters of `count`. The number of the letters is returned; what is left of them behind
/// the last whole byte is not written.
size_t vcr_decode_base64(const uint8_t *letters, size_t count, uint8_t *bytes);

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

/// True when all bytes are printable characters of ASCII, tabs and line feeds.
int vcr_is_plain_ascii(const uint8_t *bytes, size_t count);

/// A set of characters of ASCII, a bit for each, the first 64 in `low`.
struct vcr_set {
    uint64_t low;
    uint64_t high;
};

/// The number of bytes at the beginning that are in a set.
size_t vcr_run_length(const uint8_t *bytes, size_t count, struct vcr_set set);

/// The number of bytes before the first one that is in a set; `count` if there is none.
size_t vcr_first_member(const uint8_t *bytes, size_t count, struct vcr_set set);

/// The number of bytes up to the last one that is in a set, which is counted; 0 if there is none.
size_t vcr_end_of_last_member(const uint8_t *bytes, size_t count, struct vcr_set set);

/// The length of the first run of bytes of a set that is at least so long; 0 if there is none.
///
/// Where the run begins is written to `start`. `shortest` is at least 1.
size_t vcr_next_run(const uint8_t *bytes, size_t count, struct vcr_set set, size_t shortest, size_t *start);

/// The first position of some at which a byte of a set stands, or before which a slash does; `end` if there is none.
///
/// `run`, which is not behind `start`, is where the bytes in question begin: before it no slash counts.
size_t vcr_next_start(const uint8_t *bytes, size_t run, size_t start, size_t end, struct vcr_set set);

/// The bytes with which tokens begin.
struct vcr_marks {
    /// The number of each pair of bytes, 0 for one with which no mark begins.
    const uint16_t *groups;
    /// The third bytes of the marks of each number, as a `struct vcr_set`.
    const void *thirds;
    /// The bytes that may begin a mark within a word.
    struct vcr_set inner;
    /// True when a mark may stand behind any byte, as in binary formats.
    int is_binary;
};

/// The first position of some at which a token may begin; `end` if there is none.
///
/// Beside the marks these are `e`, `L` and `Z`, with which web tokens and keys in Base64 begin. Behind a letter or a
/// digit stands none, but at `word` and before it.
size_t vcr_next_mark(
    const uint8_t *bytes, size_t count, size_t word, size_t start, size_t end, const struct vcr_marks *marks);

/// What a node of YAML is, with the numbers of Swift's `YAMLTree.Kind`; scalars come before what holds others.
enum vcr_node_kind {
    vcr_plain,
    vcr_single_quoted,
    vcr_double_quoted,
    vcr_literal,
    vcr_folded,
    vcr_sequence,
    vcr_mapping,
};

/// A node of YAML, as in Swift's `YAMLTree.Node`.
struct vcr_node {
    uint8_t kind;
    int32_t line;
    int32_t column;
    int32_t end;
    size_t content_start;
    size_t content_end;
};

/// The YAML of an item of a cassette.
struct vcr_item {
    /// The nodes, which the caller frees.
    struct vcr_node *nodes;
    size_t count;
    /// The contents of all scalars.
    uint8_t *text;
    size_t text_count;
};

/// Parses an item of valid UTF-8 in the form that the writer gives it.
///
/// `text` is where the contents go, and `capacity` how many bytes have room there: as many as the item has are enough for
/// nearly all.
///
/// Returns 0 for anything else, which libyaml is to parse.
int vcr_parse_item(const uint8_t *bytes, size_t count, uint8_t *text, size_t capacity, struct vcr_item *item);

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

/// Adds the texts from one place to another to those with the lowest numbers.
///
/// `chosen` holds the places of at most `most` texts in the order of their numbers, `count` of them so far. Returns how
/// many it holds then.
size_t vcr_choose_first(
    const struct vcr_text *texts, size_t start, size_t end, size_t *chosen, size_t count, size_t most);

#endif
