// Base64, of which a text may be full.

#include "CBytes.h"

// RFC 4648 §4 and §5, one more than the value of each letter.
static const uint8_t values[256] = {
    ['A'] = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
    ['a'] = 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52,
    ['0'] = 53, 54, 55, 56, 57, 58, 59, 60, 61, 62,
    ['+'] = 63, ['-'] = 63, ['/'] = 64, ['_'] = 64,
};

uint8_t vcr_base64_value(uint8_t letter) {
    return values[letter] == 0 ? 64 : values[letter] - 1;
}

size_t vcr_decode_base64(const uint8_t *letters, size_t count, uint8_t *bytes) {
    uint32_t bits = 0;
    unsigned held = 0;
    size_t index = 0;
    for (; index < count; index++) {
        uint8_t value = values[letters[index]];
        if (value == 0) break;
        bits = bits << 6 | (uint32_t)(value - 1);
        held += 6;
        if (held < 8) continue;
        held -= 8;
        *bytes++ = (uint8_t)(bits >> held);
    }
    return index;
}
