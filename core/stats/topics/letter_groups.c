/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/base/sort.h"
#include "core/stats/topics/letter_groups.h"

/* Groups found until now: each is a row of `words` of 64 runs. */
struct rows {
	uint64_t *word;
	size_t count, room, words;
};

static uint64_t *row(const struct rows *r, size_t i)
{
	return r->word + i * r->words;
}

static bool has(const uint64_t *row, size_t run)
{
	return row[run / 64] >> run % 64 & 1;
}

static void drop(uint64_t *row, size_t run)
{
	row[run / 64] &= ~(UINT64_C(1) << run % 64);
}

/* A copy of the row `i` without the run `out`. */
static int split(struct rows *r, size_t i, size_t out, struct err *e)
{
	if (r->count == r->room && !array_grow(&r->word, &r->room, r->words * sizeof *r->word))
		return err_memory(e);
	memcpy(row(r, r->count), row(r, i), r->words * sizeof *r->word);
	drop(row(r, r->count++), out);
	return 0;
}

static bool lies_within(const struct rows *r, size_t inner, size_t outer)
{
	for (size_t k = 0; k < r->words; k++)
		if (row(r, inner)[k] & ~row(r, outer)[k])
			return false;
	return true;
}

/* Drops rows that lie within another; of equal ones the first stays. */
static void absorb(struct rows *r)
{
	for (size_t i = 0; i < r->count; i++) {
		bool within = false;
		for (size_t k = 0; k < r->count && !within; k++)
			within = k != i && lies_within(r, i, k) && (k < i || !lies_within(r, k, i));
		if (!within)
			continue;
		memmove(row(r, i), row(r, i + 1), (r->count - i - 1) * r->words * sizeof *r->word);
		r->count--;
		i--;
	}
}

/* The two runs may not be in one group: such a group becomes two. */
static int separate(struct rows *r, size_t a, size_t b, struct err *e)
{
	size_t before = r->count;
	for (size_t i = 0; i < before; i++) {
		if (!has(row(r, i), a) || !has(row(r, i), b))
			continue;
		if (split(r, i, a, e) < 0)
			return -1;
		drop(row(r, i), b);
	}
	if (r->count > before)
		absorb(r);
	return 0;
}

/* By the first run that only one of them has. */
static int by_first(const void *a, const void *b, void *context)
{
	const uint64_t *x = a, *y = b;
	const struct rows *r = context;
	size_t k = 0;
	while (k + 1 < r->words && x[k] == y[k])
		k++;
	uint64_t differ = x[k] ^ y[k];
	return differ == 0 ? 0 : x[k] & (differ & -differ) ? -1 : 1;
}

int letter_groups(const bool *differ, size_t count, bool **group, size_t *groups, struct err *e)
{
	struct rows r = { .count = 1, .room = count + 4, .words = count / 64 + 1 };
	r.word = calloc(r.room * r.words, sizeof *r.word);
	if (r.word == NULL)
		return err_memory(e);
	for (size_t k = 0; k < count; k++)
		r.word[k / 64] |= UINT64_C(1) << k % 64;
	int result = 0;
	for (size_t a = 0; a < count && r.count <= LETTER_GROUPS_MAX; a++)
		for (size_t b = a + 1; b < count && result == 0; b++)
			if (differ[a * count + b])
				result = separate(&r, a, b, e);
	*groups = r.count <= LETTER_GROUPS_MAX ? r.count : 0;
	*group = calloc(*groups * count + 1, sizeof **group);
	if (result == 0 && *group == NULL)
		result = err_memory(e);
	stable_sort(r.word, r.count, r.words * sizeof *r.word, by_first, &r);
	for (size_t i = 0; result == 0 && i < *groups * count; i++)
		(*group)[i] = has(row(&r, i / count), i % count);
	free(r.word);
	return result;
}
