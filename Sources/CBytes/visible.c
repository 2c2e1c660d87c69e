#include "CBytes.h"

size_t vcr_visible_count(const uint8_t *bytes, size_t count) {
    size_t index = 0;
    while (index < count && bytes[index] > 0x20 && bytes[index] < 0x7F) index++;
    return index;
}
