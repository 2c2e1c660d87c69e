// Passing over what holds no text and no token, which nearly all bytes of images and archives are.

#include "CBytes.h"

static int is_text(uint8_t byte) {
    return (byte >= 0x20 && byte < 0x7F) || byte == '\n' || byte == '\r' || byte == '\t';
}

size_t vcr_next_text(const uint8_t *bytes, size_t count, size_t shortest, size_t *start) {
    size_t first = 0;
    while (shortest > 0 && count - first >= shortest) {
        // A byte that is no text ends each run around it, so that those before it need no look.
        size_t index = first + shortest;
        while (index > first && is_text(bytes[index - 1])) index--;
        if (index > first) {
            first = index;
            continue;
        }
        size_t end = first + shortest;
        while (end < count && is_text(bytes[end])) end++;
        *start = first;
        return end - first;
    }
    return 0;
}

size_t vcr_harmless_count(const uint8_t *bytes, size_t count, const uint8_t *kinds, size_t longest) {
    size_t index = 0;
    while (index < count) {
        uint8_t kind = kinds[bytes[index]];
        if (kind & vcr_begins_special) return index;
        size_t start = index++;
        if (!(kind & vcr_of_word)) continue;
        while (index < count && index - start <= longest && (kinds[bytes[index]] & vcr_of_word)) index++;
        if (index == count || index - start > longest || (kinds[bytes[index]] & vcr_ends_special)) return start;
    }
    return index;
}
