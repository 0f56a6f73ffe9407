#include "core/base/number.h"
#include "readers/lines.h"

/* What a byte means to the tokenizer. */
enum { WORD, BLANK, RETURN, END };

static const unsigned char class_of[256] = {
	['\0'] = END,   ['\n'] = END,   ['\r'] = RETURN, [' '] = BLANK,
	['\t'] = BLANK, ['\v'] = BLANK, ['\f'] = BLANK,
};

static inline unsigned class_at(const char *p)
{
	return class_of[(unsigned char)*p];
}

/*
 * The first byte from `p` on that is not part of a word. Eight bytes are looked at together: a byte
 * of 0x20 or less, which all separators are, borrows in its top bit (and the lowest such bit is
 * exact). Other control characters are words and send it on byte by byte.
 */
static inline const char *word_end(const char *p)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones * 0x80;
	for (;;) {
		uint64_t x;
		memcpy(&x, p, sizeof x);
		uint64_t low = (x - ones * 0x21) & ~x & tops;
		if (low != 0) {
			p += __builtin_ctzll(low) / 8;
			break;
		}
		p += 8;
	}
#endif
	while (class_at(p) == WORD)
		p++;
	return p;
}

void lines_start(struct lines *l, const struct input *in)
{
	*l = (struct lines){ .in = in, .next = in->bytes, .end = in->bytes + in->size };
	if (in->size >= 3 && memcmp(in->bytes, "\xef\xbb\xbf", 3) == 0)
		l->next += 3;
}

static int bad_byte(const struct lines *l, const char *p, struct err *e)
{
	if (*p == '\0')
		return err_at(e, l->in->path, l->number,
			      "NUL byte in the line: not a text file, or UTF-16");
	return err_at(e, l->in->path, l->number,
		      "carriage return inside the line: lines must end in LF or CR LF");
}

static int too_long(const struct lines *l, size_t length, struct err *e)
{
	return err_at(e, l->in->path, l->number, "a field of %zu bytes: at most %d are allowed",
		      length, FIELD_LENGTH_MAX);
}

/* `p` behind the blanks that begin at `p`, and behind the carriage return of a line's end. */
static inline const char *skip_blanks(const char *p)
{
	while (class_at(p) == BLANK)
		p++;
	if (*p == '\r' && (p[1] == '\n' || p[1] == '\0'))
		p++;
	return p;
}

/* The line ends here: at '\n', or behind the last byte of the input. */
static inline bool is_end(const struct lines *l, const char *p)
{
	return *p == '\n' || p == l->end;
}

int lines_next(struct lines *l, struct slice *fields, int room, struct err *e)
{
	const char *p = l->next, *end = l->end;
	while (p < end) {
		l->number++;
		p = skip_blanks(p);
		if (is_end(l, p)) {
			p++;
			continue;
		}
		if (*p == '#') {
			const char *next = memchr(p, '\n', (size_t)(end - p));
			p = next != NULL ? next + 1 : end;
			continue;
		}
		int count = 0;
		while (class_at(p) == WORD) {
			const char *start = p;
			p = word_end(p);
			if (p - start > FIELD_LENGTH_MAX)
				return too_long(l, (size_t)(p - start), e);
			if (count < room)
				fields[count] = (struct slice){ start, (size_t)(p - start) };
			count++;
			p = skip_blanks(p);
		}
		if (!is_end(l, p))
			return bad_byte(l, p, e);
		l->next = p + 1;
		return count;
	}
	return 0;
}

int lines_next_checked(struct lines *l, const struct columns *c, struct slice *fields, int room,
		       struct err *e)
{
	int count = lines_next(l, fields, room, e);
	if (count <= 0 || (count >= c->least && (c->most == 0 || count <= c->most)))
		return count;
	return err_at(e, l->in->path, l->number, "%d column%s, but a line has %s%d: %s", count,
		      count == 1 ? "" : "s", c->most == 0 ? "at least " : "", c->least, c->names);
}

int lines_bad_field(const struct lines *l, const char *column, struct slice value,
		    const char *complaint, struct err *e)
{
	return err_at(e, l->in->path, l->number, "%s '%s' %s", column,
		      shown(value.at, value.length).text, complaint);
}

int lines_grade(const struct lines *l, struct slice field, int64_t *grade, struct err *e)
{
	if (!parse_integer(field, grade))
		return lines_bad_field(l, "relevance", field, "is not an integer", e);
	if (*grade < -GRADE_MAX || *grade > GRADE_MAX)
		return lines_bad_field(l, "relevance", field, "is not within -1000000 and 1000000",
				       e);
	return 0;
}
