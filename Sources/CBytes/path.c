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

int vcr_is_normal_url(const uint8_t *url, size_t length) {
    size_t index = 0;
    while (index < length && url[index] >= 'a' && url[index] <= 'z') index++;
    if (index == 0 || length - index < 4 || memcmp(url + index, "://", 3) != 0) return 0;
    size_t host = index += 3;
    while (index < length && url[index] != '/') {
        uint8_t byte = url[index];
        int is_lower = byte >= 'a' && byte <= 'z';
        if (!is_lower && !is_digit(byte) && (byte == 0 || !strchr("-._~!$&'()*+,;=", byte))) return 0;
        index++;
    }
    size_t path = 0;
    size_t count = vcr_plain_path_length(url, length, &path);
    return index > host && path == index && count > 0 && path + count == length;
}
