// The path of a URL, which most URLs have in its normal form.

#include "CBytes.h"

#include <string.h>

static int is_letter(uint8_t byte) { return (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z'; }

static int is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

size_t vcr_plain_path_length(const uint8_t *url, size_t length, size_t *start) {
    size_t index = 0;
    while (index < length && (is_letter(url[index]) || (index > 0 && (is_digit(url[index])
           || url[index] == '+' || url[index] == '-' || url[index] == '.')))) index++;
    if (index == 0 || length - index < 4 || memcmp(url + index, "://", 3) != 0) return 0;
    index += 3;
    while (index < length && url[index] != '/' && url[index] != '?' && url[index] != '#') index++;
    *start = index;
    while (index < length && url[index] != '?' && url[index] != '#') {
        uint8_t byte = url[index];
        if (!is_letter(byte) && !is_digit(byte) && (byte == 0 || !strchr("-._~!$&'()*+,;=:@/", byte))) return 0;
        if (byte == '.' && url[index - 1] == '/') return 0;
        index++;
    }
    return index - *start;
}
