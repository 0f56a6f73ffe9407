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

/* `p` behind the blanks that begin at `p`; at a '\n' behind a carriage return. */
static inline const char *skip_blanks(const char *p)
{
	while (class_at(p) == BLANK)
		p++;
	if (*p == '\r' && p[1] == '\n')
		p++;
	return p;
}

int lines_next(struct lines *l, struct slice *fields, int room, struct err *e)
{
	const char *p = l->next, *end = l->end;
	while (p < end) {
		l->number++;
		p = skip_blanks(p);
		if (*p == '\n') {
			p++;
			continue;
		}
		if (*p == '#') {
			p = (const char *)memchr(p, '\n', (size_t)(end - p)) + 1;
			continue;
		}
		int count = 0;
		while (class_at(p) == WORD) {
			const char *start = p;
			do
				p++;
			while (class_at(p) == WORD);
			if (count < room) {
				fields[count] = (struct slice){ start, (size_t)(p - start) };
				if (p - start > FIELD_LENGTH_MAX)
					return err_at(e, l->in->path, l->number,
						      "a field of %zu bytes: at most %d are allowed",
						      (size_t)(p - start), FIELD_LENGTH_MAX);
			}
			count++;
			p = skip_blanks(p);
		}
		if (*p != '\n')
			return bad_byte(l, p, e);
		l->next = p + 1;
		return count;
	}
	l->next = p;
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
