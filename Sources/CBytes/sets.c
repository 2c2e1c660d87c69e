// Bytes of a set, which are looked at one by one.

#include "CBytes.h"

#include <string.h>

static int holds(struct vcr_set set, uint8_t byte) {
    uint64_t word = byte < 64 ? set.low : set.high;
    return byte < 128 && (word >> (byte & 63) & 1);
}

int vcr_is_plain_ascii(const uint8_t *bytes, size_t count) {
    // Eight bytes at a time; the high bit of each byte of a mask says what was found there. Every sum is taken without
    // the high bits, so that none carries into the next byte.
    const uint64_t high = 0x8080808080808080;
    size_t index = 0;
    for (; index + 8 <= count; index += 8) {
        uint64_t word;
        memcpy(&word, bytes + index, 8);
        uint64_t low = word & ~high;
        uint64_t printable = low + 0x6060606060606060;
        uint64_t delete = low + 0x0101010101010101;
        uint64_t not_newline = (low ^ 0x0A0A0A0A0A0A0A0A) + 0x7F7F7F7F7F7F7F7F;
        uint64_t not_tab = (low ^ 0x0909090909090909) + 0x7F7F7F7F7F7F7F7F;
        if ((word | delete | (~printable & not_newline & not_tab)) & high) return 0;
    }
    for (; index < count; index++) {
        uint8_t byte = bytes[index];
        if (byte >= 0x7F || (byte < 0x20 && byte != '\n' && byte != '\t')) return 0;
    }
    return 1;
}

size_t vcr_run_length(const uint8_t *bytes, size_t count, struct vcr_set set) {
    size_t index = 0;
    while (index < count && holds(set, bytes[index])) index++;
    return index;
}

size_t vcr_first_member(const uint8_t *bytes, size_t count, struct vcr_set set) {
    size_t index = 0;
    while (index < count && !holds(set, bytes[index])) index++;
    return index;
}

size_t vcr_end_of_last_member(const uint8_t *bytes, size_t count, struct vcr_set set) {
    while (count > 0 && !holds(set, bytes[count - 1])) count--;
    return count;
}

size_t vcr_next_run(const uint8_t *bytes, size_t count, struct vcr_set set, size_t shortest, size_t *start) {
    size_t first = 0;
    while (shortest > 0 && first <= count && count - first >= shortest) {
        // A byte that is in no run ends each around it, so that those before it need no look.
        size_t index = first + shortest;
        while (index > first && holds(set, bytes[index - 1])) index--;
        if (index > first) {
            first = index;
            continue;
        }
        *start = first;
        return shortest + vcr_run_length(bytes + first + shortest, count - first - shortest, set);
    }
    return 0;
}

size_t vcr_next_start(const uint8_t *bytes, size_t run, size_t start, size_t end, struct vcr_set set) {
    for (size_t index = start; index < end; index++) {
        if (holds(set, bytes[index]) || (index > run && bytes[index - 1] == '/')) return index;
    }
    return end;
}

static int is_letter_or_digit(uint8_t byte) {
    return ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z') || (byte >= '0' && byte <= '9');
}

size_t vcr_next_mark(
    const uint8_t *bytes, size_t count, size_t word, size_t start, size_t end, const struct vcr_marks *marks) {
    for (size_t index = start; index < end; index++) {
        uint8_t byte = bytes[index];
        if (index > word && !marks->is_binary && !holds(marks->inner, byte) && is_letter_or_digit(bytes[index - 1]))
            continue;
        if (byte == 'e' || byte == 'L' || byte == 'Z') return index;
        // Every token has more bytes.
        if (index + 2 >= count) continue;
        size_t group = marks->groups[byte << 8 | bytes[index + 1]];
        if (group == 0) continue;
        struct vcr_set third;
        memcpy(&third, (const uint8_t *)marks->thirds + group * sizeof third, sizeof third);
        if (holds(third, bytes[index + 2])) return index;
    }
    return end;
}
