// Sorting, which a build without optimisation would take ten times as long for in Swift.

#include "CBytes.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *left, const void *right) {
    const struct vcr_text *one = left, *other = right;
    if (one->group != other->group) return one->group < other->group ? -1 : 1;
    size_t common = one->length < other->length ? one->length : other->length;
    int order = memcmp((const void *)one->start, (const void *)other->start, common);
    if (order != 0) return order;
    if (one->length != other->length) return one->length < other->length ? -1 : 1;
    return one->number < other->number ? -1 : one->number > other->number;
}

void vcr_sort_texts(struct vcr_text *texts, size_t count, const uint8_t *bytes) {
    for (size_t index = 0; index < count; index++) texts[index].start += (uintptr_t)bytes;
    qsort(texts, count, sizeof *texts, compare);
    for (size_t index = 0; index < count; index++) texts[index].start -= (uintptr_t)bytes;
}

size_t vcr_choose_first(
    const struct vcr_text *texts, size_t start, size_t end, size_t *chosen, size_t count, size_t most) {
    for (size_t place = start; place < end; place++) {
        uint32_t number = texts[place].number;
        if (count == most && (most == 0 || texts[chosen[count - 1]].number < number)) continue;
        size_t slot = count < most ? count++ : count - 1;
        while (slot > 0 && texts[chosen[slot - 1]].number > number) {
            chosen[slot] = chosen[slot - 1];
            slot--;
        }
        chosen[slot] = place;
    }
    return count;
}
