// The visible characters that make up a method and a URL, and where these stand in an item.

#include "CBytes.h"

#include <string.h>

size_t vcr_visible_count(const uint8_t *bytes, size_t count) {
    size_t index = 0;
    while (index < count && bytes[index] > 0x20 && bytes[index] < 0x7F) index++;
    return index;
}

// The end of a value that can only be a plain scalar without spaces, at the end of its line; 0 for any other.
static size_t end_of_token(const uint8_t *bytes, size_t count, size_t start) {
    // Any first character but a letter might be an indicator; a token or URL begins with a letter.
    if (start >= count || (bytes[start] | 0x20) < 'a' || (bytes[start] | 0x20) > 'z') return 0;
    size_t end = start + vcr_visible_count(bytes + start, count - start);
    return end < count && bytes[end] == '\n' && bytes[end - 1] != ':' ? end : 0;
}

int vcr_find_request(const uint8_t *item, size_t count, const struct vcr_lines *lines, struct vcr_request *found) {
    size_t method = lines->method_count;
    if (count < method || memcmp(item, lines->method, method) != 0) return 0;
    size_t method_end = end_of_token(item, count, method);
    if (method_end == 0 || count - method_end < lines->url_count
        || memcmp(item + method_end, lines->url, lines->url_count) != 0) return 0;
    size_t url = method_end + lines->url_count;
    size_t url_end = end_of_token(item, count, url);
    if (url_end == 0) return 0;
    // A line with a greater indentation would continue the URL.
    size_t next = url_end + 1, spaces = 0;
    if (count - next < lines->continuation) return 0;
    while (spaces < lines->continuation && item[next + spaces] == ' ') spaces++;
    if (spaces == 0 || spaces == lines->continuation) return 0;
    *found = (struct vcr_request){method, method_end - method, url, url_end - url};
    return 1;
}
