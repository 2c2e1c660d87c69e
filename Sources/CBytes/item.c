// The YAML of one item of a cassette, in the form that the writer gives it.
//
// Each interaction that is replayed is parsed, and in a build without optimisation this takes a
// tenth of the time that it takes in Swift. CanonicalItemParser says what is in the subset.

#include "CBytes.h"

#include <stdlib.h>
#include <string.h>

enum {
    // Beyond these limits the item is left to libyaml, which has its own.
    maximum_depth = 20,
    maximum_keys = 64,
    maximum_key_length = 500,
};

struct parser {
    const uint8_t *bytes;
    size_t end;
    size_t index;
    int32_t line;
    size_t line_start;
    struct vcr_item *item;
    size_t capacity;
    size_t text_capacity;
};

static int is_letter(uint8_t byte) { return (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z'; }

static int is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

// All of the functions that return an int return 0 for what is not in the subset.

static int add(struct parser *parser, enum vcr_node_kind kind, int32_t line, size_t column, size_t content) {
    struct vcr_item *item = parser->item;
    if (item->count == parser->capacity) {
        size_t capacity = 2 * parser->capacity + 64;
        struct vcr_node *nodes = realloc(item->nodes, capacity * sizeof *nodes);
        if (!nodes) return 0;
        item->nodes = nodes;
        parser->capacity = capacity;
    }
    struct vcr_node *node = item->nodes + item->count++;
    node->kind = (uint8_t)kind;
    node->line = line;
    node->column = (int32_t)column;
    node->end = (int32_t)item->count;
    node->content_start = content;
    node->content_end = kind < vcr_sequence ? item->text_count : content;
    return 1;
}

static int append(struct parser *parser, size_t start, size_t end) {
    struct vcr_item *item = parser->item;
    size_t count = end - start;
    if (count > parser->text_capacity - item->text_count) return 0;
    memcpy(item->text + item->text_count, parser->bytes + start, count);
    item->text_count += count;
    return 1;
}

static int append_byte(struct parser *parser, uint8_t byte) {
    struct vcr_item *item = parser->item;
    if (item->text_count == parser->text_capacity) return 0;
    item->text[item->text_count++] = byte;
    return 1;
}

// The number of spaces at the start of the line.
static size_t spaces_ahead(const struct parser *parser) {
    size_t position = parser->index;
    while (position < parser->end && parser->bytes[position] == ' ') position++;
    return position - parser->index;
}

// Steps over the line feed.
static void next_line(struct parser *parser) {
    parser->index++;
    parser->line++;
    parser->line_start = parser->index;
}

static int plain(struct parser *parser, int is_key) {
    const uint8_t *bytes = parser->bytes;
    size_t start = parser->index, index = start, end = parser->end;
    uint8_t first = bytes[index];
    // The item ends with a line feed, so a byte follows the sign.
    int is_negative = first == '-' && is_digit(bytes[index + 1]);
    int is_other = first == '/' || first == '_' || first == '(' || first == '.' || first == '+' || first == '$'
        || first == ';';
    if (!is_letter(first) && !is_digit(first) && !is_other && !is_negative && first < 0x80) return 0;
    while (index < end) {
        uint8_t byte = bytes[index];
        if (byte == '\n') break;
        if (byte == ':') {
            if (index + 1 == end) return 0;
            uint8_t next = bytes[index + 1];
            if (next == ' ' || next == '\n' || next == '\t') {
                if (is_key) break;
                return 0;
            }
        } else if (byte == '#') {
            if (bytes[index - 1] == ' ') return 0;
        } else if (byte == '\t') {
            return 0;
        }
        index++;
    }
    if (index == end || bytes[index - 1] == ' ') return 0;
    parser->index = index;
    return append(parser, start, index);
}

static int single_quoted(struct parser *parser) {
    const uint8_t *bytes = parser->bytes;
    size_t start = ++parser->index;
    while (parser->index < parser->end && bytes[parser->index] != '\n') {
        size_t index = parser->index;
        if (bytes[index] != '\'') {
            parser->index++;
        } else if (bytes[index + 1] == '\'') {
            if (!append(parser, start, index + 1)) return 0;
            parser->index += 2;
            start = parser->index;
        } else {
            parser->index++;
            return append(parser, start, index);
        }
    }
    return 0;
}

static int append_scalar(struct parser *parser, uint32_t code) {
    if (code < 0x80) return append_byte(parser, (uint8_t)code);
    if (code < 0x800) {
        return append_byte(parser, (uint8_t)(0xC0 | code >> 6)) && append_byte(parser, 0x80 | (code & 0x3F));
    }
    // Half of a pair of UTF-16 is no character.
    if (code >= 0xD800 && code < 0xE000) return 0;
    return append_byte(parser, (uint8_t)(0xE0 | code >> 12)) && append_byte(parser, 0x80 | (code >> 6 & 0x3F))
        && append_byte(parser, 0x80 | (code & 0x3F));
}

static int hexadecimal(struct parser *parser, size_t digits, uint32_t *code) {
    if (parser->index + digits >= parser->end) return 0;
    *code = 0;
    for (size_t count = 0; count < digits; count++) {
        uint8_t byte = parser->bytes[parser->index++];
        uint8_t lower = byte | 0x20;
        if (is_digit(byte)) *code = *code << 4 | (uint32_t)(byte - '0');
        else if (lower >= 'a' && lower <= 'f') *code = *code << 4 | (uint32_t)(lower - 'a' + 10);
        else return 0;
    }
    return 1;
}

// An escape (YAML 1.2 §5.7).
static int escape(struct parser *parser) {
    // The item ends with a line feed, so a byte follows the backslash.
    uint8_t letter = parser->bytes[parser->index + 1];
    parser->index += 2;
    uint32_t code;
    switch (letter) {
    case '"': case '\\': case '/': code = letter; break;
    case 'n': code = 0x0A; break;
    case 'r': code = 0x0D; break;
    case 't': code = 0x09; break;
    case '0': code = 0; break;
    case 'a': code = 7; break;
    case 'b': code = 8; break;
    case 'v': code = 0x0B; break;
    case 'f': code = 0x0C; break;
    case 'e': code = 0x1B; break;
    case 'N': code = 0x85; break;
    case 'L': code = 0x2028; break;
    case 'P': code = 0x2029; break;
    case 'x': if (!hexadecimal(parser, 2, &code)) return 0; break;
    case 'u': if (!hexadecimal(parser, 4, &code)) return 0; break;
    default: return 0;
    }
    return append_scalar(parser, code);
}

static int double_quoted(struct parser *parser) {
    const uint8_t *bytes = parser->bytes;
    size_t start = ++parser->index;
    while (parser->index < parser->end && bytes[parser->index] != '\n') {
        size_t index = parser->index;
        if (bytes[index] == '"') {
            parser->index++;
            return append(parser, start, index);
        }
        if (bytes[index] == '\\') {
            if (!append(parser, start, index) || !escape(parser)) return 0;
            start = parser->index;
        } else {
            parser->index++;
        }
    }
    return 0;
}

// A scalar on one line: up to its colon for a key, else past the end of its line.
static int scalar(struct parser *parser, int is_key) {
    if (parser->index >= parser->end) return 0;
    enum vcr_node_kind kind;
    size_t place = parser->index, content = parser->item->text_count;
    int is_usual;
    switch (parser->bytes[place]) {
    case '\'': kind = vcr_single_quoted; is_usual = single_quoted(parser); break;
    case '"': kind = vcr_double_quoted; is_usual = double_quoted(parser); break;
    default: kind = vcr_plain; is_usual = plain(parser, is_key); break;
    }
    if (!is_usual || !add(parser, kind, parser->line, place - parser->line_start, content)) return 0;
    if (is_key) return 1;
    if (parser->index >= parser->end || parser->bytes[parser->index] != '\n') return 0;
    next_line(parser);
    return 1;
}

// A key and its colon.
static int key(struct parser *parser) {
    size_t start = parser->index;
    if (!scalar(parser, 1) || parser->index - start > maximum_key_length || parser->index >= parser->end
        || parser->bytes[parser->index] != ':') return 0;
    // Columns count characters, and the rest of the line must know its own.
    for (size_t index = start; index < parser->index; index++) {
        if (parser->bytes[index] >= 0x80) return 0;
    }
    parser->index++;
    return 1;
}

// Repeated keys are left to libyaml's wrapper, which reports them.
static int is_repeated(const struct parser *parser, size_t key, size_t mapping) {
    const struct vcr_item *item = parser->item;
    const struct vcr_node *own = item->nodes + key;
    size_t count = own->content_end - own->content_start;
    size_t other = mapping + 1;
    while (other < key) {
        const struct vcr_node *node = item->nodes + other;
        if (node->content_end - node->content_start == count
            && memcmp(item->text + node->content_start, item->text + own->content_start, count) == 0) return 1;
        // From the key to its value, and from there to the next key.
        other = (size_t)item->nodes[node->end].end;
    }
    return 0;
}

// A literal block for a key at the column.
static int literal(struct parser *parser, size_t column) {
    const uint8_t *bytes = parser->bytes;
    struct vcr_item *item = parser->item;
    size_t content = item->text_count, end = parser->end;
    int32_t place_line = parser->line;
    size_t place_column = parser->index - parser->line_start;
    parser->index++;
    size_t indentation = 0;
    if (bytes[parser->index] >= '1' && bytes[parser->index] <= '9') {
        indentation = column + (size_t)(bytes[parser->index] - '0');
        parser->index++;
    }
    uint8_t chomping = bytes[parser->index];
    if (chomping == '-' || chomping == '+') parser->index++;
    if (parser->index >= end || bytes[parser->index] != '\n') return 0;
    next_line(parser);
    if (indentation == 0) {
        indentation = spaces_ahead(parser);
        if (indentation <= column || parser->index + indentation >= end) return 0;
        uint8_t first = bytes[parser->index + indentation];
        if (first == '\n' || first == '\t') return 0;
    }
    // The end of the text if no further line has content.
    size_t end_of_content = content;
    while (parser->index < end) {
        const uint8_t *found = memchr(bytes + parser->index, '\n', end - parser->index);
        if (!found) return 0;
        size_t line_end = (size_t)(found - bytes);
        if (line_end == parser->index) {
            if (!append_byte(parser, '\n')) return 0;
        } else {
            if (spaces_ahead(parser) < indentation) break;
            if (!append(parser, parser->index + indentation, line_end + 1)) return 0;
            // libyaml reads a line of indentation alone as a blank line.
            if (line_end > parser->index + indentation) end_of_content = item->text_count;
        }
        parser->index = line_end;
        next_line(parser);
    }
    if (end_of_content <= content) return 0;
    if (chomping != '+') item->text_count = chomping == '-' ? end_of_content - 1 : end_of_content;
    return add(parser, vcr_literal, place_line, place_column, content);
}

static int mapping(struct parser *parser, size_t column, int depth);

// True when the rest of the line holds a colon that ends a key.
static int is_mapping_ahead(const struct parser *parser) {
    const uint8_t *bytes = parser->bytes;
    for (size_t position = parser->index; position + 1 < parser->end && bytes[position] != '\n'; position++) {
        if (bytes[position] == ':' && bytes[position + 1] <= ' ') return 1;
    }
    return 0;
}

static void close_node(struct parser *parser, size_t node) {
    parser->item->nodes[node].end = (int32_t)parser->item->count;
}

// A sequence whose dashes are in the column of its key.
static int sequence(struct parser *parser, size_t column, int depth) {
    if (depth >= maximum_depth) return 0;
    const uint8_t *bytes = parser->bytes;
    size_t node = parser->item->count;
    if (!add(parser, vcr_sequence, parser->line, parser->index + column - parser->line_start, 0)) return 0;
    size_t count = 0;
    while (spaces_ahead(parser) == column && parser->index + column + 2 < parser->end
        && bytes[parser->index + column] == '-' && bytes[parser->index + column + 1] == ' ') {
        count++;
        parser->index += column + 2;
        uint8_t first = bytes[parser->index];
        int is_usual = first == '\'' || first == '"' || !is_mapping_ahead(parser)
            ? scalar(parser, 0) : mapping(parser, column + 2, depth + 1);
        if (!is_usual) return 0;
    }
    close_node(parser, node);
    return count > 0;
}

// The value after a key's colon, to the end of its last line.
static int value(struct parser *parser, size_t column, int depth) {
    if (parser->index >= parser->end) return 0;
    if (parser->bytes[parser->index] == '\n') {
        next_line(parser);
        size_t spaces = spaces_ahead(parser);
        if (parser->index + spaces >= parser->end || spaces < column) return 0;
        if (spaces == column) return sequence(parser, column, depth + 1);
        parser->index += spaces;
        return mapping(parser, spaces, depth + 1);
    }
    if (parser->bytes[parser->index] != ' ' || parser->index + 1 >= parser->end) return 0;
    parser->index++;
    return parser->bytes[parser->index] == '|' ? literal(parser, column) : scalar(parser, 0);
}

// A mapping whose first key begins here, at the column.
static int mapping(struct parser *parser, size_t column, int depth) {
    if (depth >= maximum_depth) return 0;
    size_t node = parser->item->count, keys = 0;
    if (!add(parser, vcr_mapping, parser->line, parser->index - parser->line_start, 0)) return 0;
    while (1) {
        if (++keys > maximum_keys) return 0;
        size_t own = parser->item->count;
        if (!key(parser) || is_repeated(parser, own, node) || !value(parser, column, depth)) return 0;
        if (spaces_ahead(parser) != column || parser->index + column >= parser->end) break;
        // A dash at this column is no key: the sequence's own loop would have taken it.
        parser->index += column;
    }
    close_node(parser, node);
    return 1;
}

int vcr_parse_item(const uint8_t *bytes, size_t count, uint8_t *text, size_t capacity, struct vcr_item *item) {
    *item = (struct vcr_item){.text = text};
    if (count < 3 || bytes[0] != '-' || bytes[1] != ' ' || bytes[count - 1] != '\n') return 0;
    struct parser parser = {.bytes = bytes, .end = count, .index = 2, .item = item, .text_capacity = capacity};
    if (!add(&parser, vcr_sequence, 0, 0, 0) || !mapping(&parser, 2, 1) || parser.index != count) return 0;
    close_node(&parser, 0);
    return 1;
}
