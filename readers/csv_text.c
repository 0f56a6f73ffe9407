/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libcsv decides what is a field; what it does not tell is found here: where in the input a field
 * stands, and on which line. (It hands out a buffer of its own, and says nothing of blank lines.)
 * The input is given to it field by field: field_end() finds where one ends, and libcsv answers
 * with the field's text, which nearly always stands in the input as it is, so that nothing is
 * copied.
 */
#include <csv.h>

#include "core/base/array.h"
#include "readers/csv_text.h"
#include "readers/lines.h"

struct reader {
	const struct input *in;
	const char *end; /* behind the last byte */
	struct csv_parser parser;
	char separator;	     /* of fields; the header tells */
	int64_t width;	     /* fields of the header; 0: not read yet */
	struct slice raw;    /* the field that libcsv is at, as it stands */
	uint64_t line;	     /* on which the record begins */
	struct slice *field; /* of the record, so far */
	size_t fields, room;
	csv_record_sink receiver;
	void *context;
	struct err *e;
	bool header_only;
	bool failed;
};

static int bad_record(const struct reader *r, const char *at, const char *complaint)
{
	return err_at(r->e, r->in->path, input_line(r->in, at), "%s", complaint);
}

/* A tab that separates fields is no blank. */
static const char *skip_blanks(const struct reader *r, const char *p)
{
	while (*p == ' ' || (*p == '\t' && r->separator != '\t'))
		p++;
	return p;
}

/* Whether a record ends at `p`. Behind the last byte of the input there are zeros. */
static bool is_line_end(const struct reader *r, const char *p)
{
	return p == r->end || *p == '\n' || (*p == '\r' && (p[1] == '\n' || p + 1 == r->end));
}

static const char *behind_line_end(const struct reader *r, const char *p)
{
	p += p < r->end && *p == '\r';
	p += p < r->end && *p == '\n';
	return p;
}

/* Behind the closing quote of a field whose opening quote is at `p`; NULL: there is none. */
static const char *quoted_end(const struct reader *r, const char *p)
{
	do {
		p = memchr(p + 1, '"', (size_t)(r->end - p - 1));
		if (p == NULL)
			return NULL;
		p++;
	} while (*p == '"');
	return p;
}

/* The separator or line end behind the field that begins at `p`; NULL with the error filled. */
static const char *field_end(const struct reader *r, const char *p)
{
	p = skip_blanks(r, p);
	if (*p == '"') {
		const char *opening = p;
		p = quoted_end(r, p);
		if (p == NULL) {
			bad_record(r, opening, "a quoted field has no closing quote");
			return NULL;
		}
	}
	while (*p != r->separator && !is_line_end(r, p)) {
		if (*p == '\r') {
			bad_record(
				r, p,
				"carriage return inside the line: lines must end in LF or CR LF");
			return NULL;
		}
		p++;
	}
	return p;
}

/* The text of the current field: bytes of the input if they are the same, else a copy in the
 * mirror. */
static struct slice keep(const struct reader *r, const char *text, size_t length)
{
	const char *at = skip_blanks(r, r->raw.at);
	const char *end = r->raw.at + r->raw.length;
	at += at < end && *at == '"';
	if (length == 0 || ((size_t)(end - at) >= length && memcmp(at, text, length) == 0))
		return (struct slice){ at, length };
	char *copy = input_mirrored(r->in, at);
	memcpy(copy, text, length);
	copy[length] = '\0'; /* there is room: the source has quotes that the copy lacks */
	return (struct slice){ copy, length };
}

/* libcsv calls this at the end of each field. */
static void take_field(void *text, size_t length, void *context)
{
	struct reader *r = context;
	if (r->failed)
		return;
	if (!ARRAY_ROOM(r->field, r->fields, r->room)) {
		err_memory(r->e);
		r->failed = true;
		return;
	}
	r->field[r->fields++] = keep(r, text, length);
}

/*
 * libcsv has stopped in the current field. The line in the message is the one on which the field
 * begins: where a closing quote was forgotten, libcsv stops some lines further down.
 */
static int refused(struct reader *r)
{
	if (csv_error(&r->parser) != CSV_EPARSE)
		return err_memory(r->e);
	const char *at = skip_blanks(r, r->raw.at);
	if (*at == '"')
		return bad_record(
			r, at,
			"text after the closing quote of a field; a quote inside a quoted "
			"field must be doubled");
	return bad_record(r, at, "a quote inside a field that does not begin with one");
}

/* Gives one field to libcsv, with the separator that ends it. */
static int parse_field(struct reader *r, const char *start, const char *end)
{
	r->raw = (struct slice){ start, (size_t)(end - start) };
	if (r->raw.length > FIELD_LENGTH_MAX)
		return err_at(r->e, r->in->path, r->line,
			      "a field of %zu bytes: at most %d are allowed", r->raw.length,
			      FIELD_LENGTH_MAX);
	size_t length = r->raw.length + (end < r->end && *end == r->separator);
	if (csv_parse(&r->parser, start, length, take_field, NULL, r) != length)
		return refused(r);
	return 0;
}

/* Gives one record, header or row, to libcsv; returns where its line ends, or NULL. */
static const char *parse_record(struct reader *r, const char *start)
{
	r->fields = 0;
	for (const char *end;; start = end + 1) {
		end = field_end(r, start);
		if (end == NULL || parse_field(r, start, end) < 0)
			return NULL;
		if (!is_line_end(r, end))
			continue;
		if (csv_fini(&r->parser, take_field, NULL, r) != 0)
			refused(r);
		else if (!r->failed)
			return end;
		return NULL;
	}
}

static int finish_record(struct reader *r, struct slice text)
{
	const struct csv_record record = { .place = { r->in->path, r->line },
					   .text = text,
					   .field = r->field,
					   .fields = r->fields,
					   .header = r->width == 0 };
	if (r->width == 0)
		r->width = (int64_t)r->fields;
	if ((int64_t)r->fields != r->width)
		return err_at(r->e, r->in->path, r->line, "%zu field%s, but the header has %lld",
			      r->fields, r->fields == 1 ? "" : "s", (long long)r->width);
	return r->receiver(r->context, &record, r->e);
}

/* Blank lines, and comments above the header. A spreadsheet may have put quotes around a comment.
 */
static bool is_passed_over(const struct reader *r, const char *p)
{
	p = skip_blanks(r, p);
	return is_line_end(r, p) || (p[*p == '"'] == '#' && r->width == 0);
}

/* Behind the line; within its quotes, if they are closed, a comment may have several. */
static const char *behind_passed_over(const struct reader *r, const char *p)
{
	const char *line = memchr(p, '\n', (size_t)(r->end - p));
	bool inside = false;
	if (*skip_blanks(r, p) == '"')
		for (; p < r->end && (inside || *p != '\n'); p++)
			inside ^= *p == '"';
	else
		p = line != NULL ? line : r->end;
	p = inside ? line : p;
	return p != NULL && p < r->end ? p + 1 : r->end;
}

/* The one that stands most often in the header, outside quotes; a comma if there is none. */
static void find_separator(struct reader *r, const char *p)
{
	static const char separators[] = ",;\t";
	size_t count[sizeof separators] = { 0 }, best = 0;
	bool quoted = false;
	for (; p < r->end && (quoted || *p != '\n'); p++) {
		const char *s = strchr(separators, *p);
		quoted ^= *p == '"';
		if (s != NULL && !quoted)
			count[s - separators]++;
	}
	for (size_t i = 1; i < sizeof separators - 1; i++)
		best = count[i] > count[best] ? i : best;
	r->separator = separators[best];
	csv_set_delim(&r->parser, (unsigned char)r->separator);
}

static int read_records(struct reader *r, const char *p)
{
	const char *next;
	for (r->line = 1; p < r->end; p = next) {
		if (is_passed_over(r, p)) {
			next = behind_passed_over(r, p);
			r->line += input_line_ends(r->in, p, next);
			continue;
		}
		if (r->width == 0)
			find_separator(r, p);
		const char *end = parse_record(r, p);
		if (end == NULL)
			return -1;
		if (finish_record(r, (struct slice){ p, (size_t)(end - p) }) < 0)
			return -1;
		if (r->header_only)
			return 0;
		next = behind_line_end(r, end);
		r->line += input_line_ends(r->in, p, next);
	}
	if (r->width == 0)
		return err_at(r->e, r->in->path, r->line, "no header line: the file is empty");
	return 0;
}

static int read_all(struct reader *r)
{
	const struct input *in = r->in;
	const char *nul = r->header_only ? NULL : memchr(in->bytes, '\0', in->size);
	if (nul != NULL)
		return bad_record(r, nul, "NUL byte in the line: not a text file, or UTF-16");
	if (csv_init(&r->parser, CSV_STRICT | CSV_STRICT_FINI) != 0)
		return err_memory(r->e);
	/* libcsv's buffer grows by blocks; small ones would make long fields a quadratic matter. */
	csv_set_blk_size(&r->parser, 1 << 20);
	int result = read_records(r, input_text(in));
	csv_free(&r->parser);
	return result;
}

int csv_read(const struct input *in, enum csv_part part, csv_record_sink receiver, void *context,
	     struct err *e)
{
	struct reader r = { .in = in,
			    .end = in->bytes + in->size,
			    .receiver = receiver,
			    .context = context,
			    .e = e,
			    .header_only = part == CSV_HEADER };
	int result = read_all(&r);
	free(r.field);
	return result;
}
