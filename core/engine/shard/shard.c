/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "core/base/number.h"
#include "core/engine/shard/shard.h"

/*
 * Fields.
 */

static void put(struct shard_line *l, const char *text)
{
	buffer_add(l->to, "\t", 1);
	buffer_text(l->to, text);
}

/* The next field of a line that is read; empty if there is none. */
static struct slice take_field(struct shard_line *l)
{
	if (l->wrong || *l->from != '\t') {
		l->wrong = true;
		return slice_of("");
	}
	struct slice field = { l->from + 1, strcspn(l->from + 1, "\t\n") };
	l->from += 1 + field.length;
	return field;
}

void shard_real(struct shard_line *l, double *x)
{
	double read = 0;
	if (l->to != NULL) {
		put(l, real_text(*x).text);
		return;
	}
	l->wrong = !parse_real(take_field(l), &read) || l->wrong;
	*x = l->adds ? *x + read : read;
}

/* A whole number from `least` to `most`. */
static int64_t whole_within(struct shard_line *l, int64_t x, int64_t least, int64_t most)
{
	char text[32];
	int64_t read;
	if (l->to != NULL) {
		snprintf(text, sizeof text, "%lld", (long long)x);
		put(l, text);
		return x;
	}
	if (parse_integer(take_field(l), &read) &&
	    !__builtin_add_overflow(read, l->adds ? x : 0, &read) && read >= least && read <= most)
		return read;
	l->wrong = true;
	return l->adds ? x : least;
}

/* No file and no option counts more, and a thousand of them can be added. */
#define MOST_COUNTED (INT64_C(1) << 53)

#define WHOLE_FIELD(of, type, least, most)                                \
	void shard_##of(struct shard_line *l, type *x)                    \
	{                                                                 \
		*x = (type)whole_within(l, (int64_t)*x, (least), (most)); \
	}

WHOLE_FIELD(whole, int64_t, -MOST_COUNTED, MOST_COUNTED)
WHOLE_FIELD(size, size_t, 0, SIZE_MAX < MOST_COUNTED ? (int64_t)SIZE_MAX : MOST_COUNTED)
WHOLE_FIELD(natural, uint64_t, 0, INT64_MAX)
WHOLE_FIELD(word, int32_t, INT32_MIN, INT32_MAX)
WHOLE_FIELD(label, uint32_t, 0, UINT32_MAX)
WHOLE_FIELD(flag, bool, 0, 1)

/* '=' and the text, in which '\' and what comes 32 later stand for what would end the field; '-':
 * there is none. */
static void put_text(struct shard_line *l, const char *text)
{
	put(l, "=");
	while (*text != '\0') {
		size_t plain = strcspn(text, "\\\t\n");
		buffer_add(l->to, text, plain);
		text += plain;
		if (*text != '\0')
			buffer_print(l->to, "\\%c", *text++ + 32);
	}
}

static const char *take_text(struct shard_line *l)
{
	struct slice field = take_field(l);
	if (slice_equal(field, slice_of("-")))
		return NULL;
	l->wrong = l->wrong || field.length == 0 || field.at[0] != '=';
	char *text = l->wrong ? NULL : arena_alloc(l->memory, field.length), *to = text;
	l->failed = l->failed || (text == NULL && !l->wrong);
	for (size_t i = 1; text != NULL && i < field.length; i++) {
		bool pair = field.at[i] == '\\' && i + 1 < field.length;
		*to++ = (char)(pair ? field.at[++i] - 32 : field.at[i]);
	}
	if (text != NULL)
		*to = '\0';
	return text;
}

void shard_text(struct shard_line *l, const char **x)
{
	if (l->to == NULL)
		*x = take_text(l);
	else if (*x == NULL)
		put(l, "-");
	else
		put_text(l, *x);
}

void *shard_room(struct shard_line *l, size_t count, size_t size)
{
	if (count > (size_t)(l->end - l->from)) {
		l->wrong = true;
		return NULL;
	}
	void *things = arena_zeroed(l->memory, count + 1, size);
	l->failed = l->failed || things == NULL;
	return things;
}

/*
 * Lines.
 */

struct shard_line shard_line_begin(struct buffer *to, size_t item)
{
	struct shard_line l = { .to = to };
	buffer_print(to, "%zu", item);
	return l;
}

struct shard_line shard_line_after(struct shard_lines *from, const char *word)
{
	size_t length = strlen(word);
	struct shard_line l = { .from = from->next, .path = from->path, .line = from->line++ };
	l.wrong = strncmp(l.from, word, length) != 0;
	l.from += l.wrong ? 0 : length;
	l.end = strchrnul(from->next, '\n');
	from->next = *l.end != '\0' ? l.end + 1 : from->next;
	return l;
}

struct shard_line shard_line_next(struct shard *s, size_t shard, size_t item)
{
	char number[32];
	snprintf(number, sizeof number, "%zu", item);
	return shard_line_after(&s->lines[shard], number);
}

int shard_line_end(struct shard_line *l, struct err *e)
{
	if (l->to != NULL)
		buffer_add(l->to, "\n", 1);
	if (l->failed || (l->to != NULL && l->to->failed))
		return err_memory(e);
	if (l->to == NULL && (l->wrong || *l->from != '\n'))
		return err_at(e, l->path, l->line, "not what this command writes here");
	return 0;
}

/*
 * Loops.
 */

int shard_item(struct shard *s, size_t item, shard_fields *fields, void *context, struct err *e)
{
	if (!shard_merges(s) && !(shard_writes(s) && shard_computes(s, item)))
		return 0;
	struct shard_line l = shard_merges(s) ? shard_line_next(s, item % s->count, item)
					      : shard_line_begin(&s->text, item);
	fields(context, item, &l);
	return shard_line_end(&l, e);
}

/* Work on the items of one shard. */
struct own {
	const struct shard *s;
	parallel_work *work;
	void *context;
};

static int work_on(void *context, size_t item, int thread, struct err *e)
{
	const struct own *x = context;
	return shard_computes(x->s, item) ? x->work(x->context, item, thread, e) : 0;
}

int shard_each(struct shard *s, int jobs, size_t items, parallel_work *work, shard_fields *fields,
	       void *context, struct err *e)
{
	struct own x = { s, work, context };
	int result = parallel_each(jobs, items, work_on, &x, e);
	for (size_t i = 0; i < items && result == 0; i++)
		result = shard_item(s, i, fields, context, e);
	return result;
}
