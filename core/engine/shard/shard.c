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
	if (l->to != NULL)
		put(l, real_text(*x).text);
	else
		l->wrong = !parse_real(take_field(l), x) || l->wrong;
}

/* A whole number from `least` to `most`. */
static int64_t whole_within(struct shard_line *l, int64_t x, int64_t least, int64_t most)
{
	char text[32];
	if (l->to == NULL) {
		l->wrong = !parse_integer(take_field(l), &x) || l->wrong;
	} else {
		snprintf(text, sizeof text, "%lld", (long long)x);
		put(l, text);
	}
	if (x < least || x > most) {
		l->wrong = true;
		return least;
	}
	return x;
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

void shard_add_real(struct shard_line *l, double *sum)
{
	double part = *sum;
	shard_real(l, &part);
	*sum = l->to != NULL ? *sum : *sum + part;
}

void shard_add_whole(struct shard_line *l, int64_t *sum)
{
	int64_t part = *sum, both = 0;
	shard_whole(l, &part);
	if (l->to != NULL || l->wrong)
		return;
	l->wrong = __builtin_add_overflow(*sum, part, &both);
	*sum = l->wrong ? *sum : both;
}

void shard_add_size(struct shard_line *l, size_t *sum)
{
	int64_t whole = (int64_t)*sum;
	shard_add_whole(l, &whole);
	l->wrong = l->wrong || whole < 0;
	*sum = l->wrong ? *sum : (size_t)whole;
}

/* '=' and the text, in which '\' stands before what would end the field; '-': there is none. */
static const char ends_field[] = "\\\t\n", as_letter[] = "\\tn";

static void put_text(struct shard_line *l, const char *text)
{
	put(l, "=");
	while (*text != '\0') {
		size_t plain = strcspn(text, ends_field);
		buffer_add(l->to, text, plain);
		text += plain;
		if (*text != '\0') {
			const char pair[] = { '\\',
					      as_letter[strchr(ends_field, *text) - ends_field] };
			buffer_add(l->to, pair, sizeof pair);
			text++;
		}
	}
}

static const char *take_text(struct shard_line *l)
{
	struct slice field = take_field(l);
	if (field.length == 1 && field.at[0] == '-')
		return NULL;
	if (field.length == 0 || field.at[0] != '=') {
		l->wrong = true;
		return NULL;
	}
	char *text = arena_alloc(l->memory, field.length), *to = text;
	if (text == NULL) {
		l->failed = true;
		return NULL;
	}
	for (size_t i = 1; i < field.length; i++) {
		const char *letter =
			field.at[i] == '\\' && i + 1 < field.length
				? memchr(as_letter, field.at[++i], sizeof as_letter - 1)
				: NULL;
		*to++ = letter != NULL ? ends_field[letter - as_letter] : field.at[i];
	}
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

/*
 * Lines.
 */

struct shard_line shard_line_begin(struct buffer *to, size_t item)
{
	struct shard_line l = { .to = to };
	buffer_print(to, "%zu", item);
	return l;
}

struct shard_line shard_line_next(struct shard *s, size_t shard, size_t item)
{
	struct shard_lines *from = &s->lines[shard];
	struct shard_line l = { .from = from->next, .path = from->path, .line = from->line };
	char number[32];
	int length = snprintf(number, sizeof number, "%zu", item);
	if (strncmp(l.from, number, (size_t)length) != 0)
		l.wrong = true;
	else
		l.from += length;
	l.end = strchrnul(from->next, '\n');
	from->next = *l.end != '\0' ? l.end + 1 : from->next;
	from->line++;
	return l;
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

/* The items of one shard, as the numbers 0, 1, 2 ... */
struct own {
	const struct shard *s;
	parallel_work *work;
	void *context;
};

static int work_on(void *context, size_t item, int thread, struct err *e)
{
	const struct own *x = context;
	return x->work(x->context, x->s->number + item * x->s->count, thread, e);
}

int shard_each(struct shard *s, int jobs, size_t items, parallel_work *work, shard_fields *fields,
	       void *context, struct err *e)
{
	if (s->count == 0)
		return parallel_each(jobs, items, work, context, e);
	size_t own = items > s->number ? (items - s->number - 1) / s->count + 1 : 0;
	struct own x = { s, work, context };
	int result = shard_writes(s) ? parallel_each(jobs, own, work_on, &x, e) : 0;
	for (size_t i = 0; i < items && result == 0; i++)
		result = shard_item(s, i, fields, context, e);
	return result;
}
