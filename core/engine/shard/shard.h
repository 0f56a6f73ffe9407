/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Work that is divided among several processes, each with a part of the items of every loop
 * (--shard=I/N), and put together again (merge). Item number i, from 0, belongs to shard number
 * i mod N, from 0. A shard writes what its items gave as lines of text; merge does the same work,
 * except that it reads these lines in place of computing the items. So what follows from the items
 * is computed by the same code, from the same numbers.
 *
 * A line has fields with tabs between. One function says what the fields of an item are, and serves
 * both ways: it writes, or it reads.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "core/base/parallel.h"

/* The lines of one shard, when they are read. */
struct shard_lines {
	const char *path; /* for messages; borrowed */
	const char *next; /* the next line, with a line feed at its end */
	uint64_t line;	  /* its number in the file */
};

struct shard {
	size_t number;	    /* from 0 */
	size_t count;	    /* of shards; 0: the work is not divided */
	struct buffer text; /* the lines of this one */
	struct shard_lines
		*lines; /* of all shards, by number, for merge; NULL: items are computed */
};

static inline bool shard_merges(const struct shard *s)
{
	return s->lines != NULL;
}

static inline bool shard_writes(const struct shard *s)
{
	return s->count > 0 && s->lines == NULL;
}

/* Whether an item is computed here. */
static inline bool shard_computes(const struct shard *s, size_t item)
{
	return s->count == 0 || (s->lines == NULL && item % s->count == s->number);
}

/*
 * One line.
 */

struct shard_line {
	struct buffer *to;	/* NULL: it is read */
	const char *from, *end; /* what is left of it; `end` of lines of items only */
	const char *path;
	uint64_t line;
	struct arena *memory; /* of texts and lists that are read */
	bool adds;	      /* a number that is read is added to what there is */
	bool wrong, failed;   /* it has other fields; memory ran out */
};

/* Each writes the value, or else reads it. A text may be NULL. */
void shard_real(struct shard_line *l, double *x);
void shard_whole(struct shard_line *l, int64_t *x);
void shard_size(struct shard_line *l, size_t *x);
void shard_natural(struct shard_line *l, uint64_t *x);
void shard_word(struct shard_line *l, int32_t *x);
void shard_label(struct shard_line *l, uint32_t *x);
void shard_flag(struct shard_line *l, bool *x);
void shard_text(struct shard_line *l, const char **x);

/* A uint64_t is the size_t of some machines, which a list of types could not name twice. */
#define SHARD_FIELD(l, x) \
	_Generic((x),                      \
		double *: shard_real,      \
		int64_t *: shard_whole,    \
		size_t *: shard_size,      \
		int32_t *: shard_word,     \
		uint32_t *: shard_label,   \
		bool *: shard_flag,        \
		const char **: shard_text, \
		default: shard_natural)((l), (x))

/* Numbers that are written; or read, and added to what the shards before this one gave. A sum that
 * is too large is wrong. */
#define SHARD_SUMS(l, ...) ((l)->adds = true, SHARD_FIELDS(l, __VA_ARGS__), (l)->adds = false)

/* Several, up to ten, one after the other. */
#define SHARD_FIELDS(l, ...)                                                                    \
	SHARD_PICK(__VA_ARGS__, SHARD_10, SHARD_9, SHARD_8, SHARD_7, SHARD_6, SHARD_5, SHARD_4, \
		   SHARD_3, SHARD_2, SHARD_1, 0)                                                \
	(l, __VA_ARGS__)
#define SHARD_PICK(a, b, c, d, e, f, g, h, i, j, each, ...) each
#define SHARD_1(l, x)					    SHARD_FIELD(l, x)
#define SHARD_2(l, x, ...)				    SHARD_FIELD(l, x), SHARD_1(l, __VA_ARGS__)
#define SHARD_3(l, x, ...)				    SHARD_FIELD(l, x), SHARD_2(l, __VA_ARGS__)
#define SHARD_4(l, x, ...)				    SHARD_FIELD(l, x), SHARD_3(l, __VA_ARGS__)
#define SHARD_5(l, x, ...)				    SHARD_FIELD(l, x), SHARD_4(l, __VA_ARGS__)
#define SHARD_6(l, x, ...)				    SHARD_FIELD(l, x), SHARD_5(l, __VA_ARGS__)
#define SHARD_7(l, x, ...)				    SHARD_FIELD(l, x), SHARD_6(l, __VA_ARGS__)
#define SHARD_8(l, x, ...)				    SHARD_FIELD(l, x), SHARD_7(l, __VA_ARGS__)
#define SHARD_9(l, x, ...)				    SHARD_FIELD(l, x), SHARD_8(l, __VA_ARGS__)
#define SHARD_10(l, x, ...)				    SHARD_FIELD(l, x), SHARD_9(l, __VA_ARGS__)

/* A list, with how many there are: it is written, or it gets room and is read. What comes last says
 * what the fields of one thing, *x, are. */
#define SHARD_LIST(l, type, list, count, ...)                                                      \
	do {                                                                                       \
		SHARD_FIELD((l), (count));                                                         \
		type *own =                                                                        \
			(l)->to != NULL ? (type *)(list) : shard_room((l), *(count), sizeof *own); \
		for (type *x = own; own != NULL && x < own + *(count); x++)                        \
			__VA_ARGS__;                                                               \
		(list) = own;                                                                      \
	} while (0)

/* Room for `count` things. NULL: the line is too short, since each has at least one field. */
void *shard_room(struct shard_line *l, size_t count, size_t size);

/* A line that is written at the end of `to`, with the number of its item. */
struct shard_line shard_line_begin(struct buffer *to, size_t item);

/* The next of several lines, which must begin with a word. */
struct shard_line shard_line_after(struct shard_lines *lines, const char *word);

/* The next line of a shard, which must be that of an item. */
struct shard_line shard_line_next(struct shard *s, size_t shard, size_t item);

/* -1: what was read is not a line of this item, or memory ran out. */
int shard_line_end(struct shard_line *l, struct err *e);

/*
 * Loops.
 */

/* The fields of an item's results. */
typedef void shard_fields(void *context, size_t item, struct shard_line *l);

/* Writes the line of an item, if it was computed here, or reads it; else nothing. */
int shard_item(struct shard *s, size_t item, shard_fields *fields, void *context, struct err *e);

/* As parallel_each(), of the items that are computed here; then the lines of all. */
int shard_each(struct shard *s, int jobs, size_t items, parallel_work *work, shard_fields *fields,
	       void *context, struct err *e);
