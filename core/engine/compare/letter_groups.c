/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/engine/compare/letter_groups.h"

/* Groups found until now: each is a row of `runs` flags. */
struct rows {
	bool *flag;
	size_t count, room, runs;
};

static bool *row(const struct rows *r, size_t i)
{
	return r->flag + i * r->runs;
}

/* A copy of the row `i` without the run `out`. */
static int split(struct rows *r, size_t i, size_t out, struct err *e)
{
	if (r->count == r->room && !array_grow(&r->flag, &r->room, r->runs * sizeof *r->flag))
		return err_memory(e);
	memcpy(row(r, r->count), row(r, i), r->runs * sizeof(bool));
	row(r, r->count++)[out] = false;
	return 0;
}

static bool lies_within(const struct rows *r, size_t inner, size_t outer)
{
	for (size_t k = 0; k < r->runs; k++)
		if (row(r, inner)[k] && !row(r, outer)[k])
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
		memmove(row(r, i), row(r, i + 1), (r->count - i - 1) * r->runs * sizeof(bool));
		r->count--;
		i--;
	}
}

/* The two runs may not be in one group: such a group becomes two. */
static int separate(struct rows *r, size_t a, size_t b, struct err *e)
{
	size_t before = r->count;
	for (size_t i = 0; i < before; i++) {
		if (!row(r, i)[a] || !row(r, i)[b])
			continue;
		if (split(r, i, a, e) < 0)
			return -1;
		row(r, i)[b] = false;
	}
	if (r->count > before)
		absorb(r);
	return 0;
}

int letter_groups(const bool *differ, size_t count, bool **group, size_t *groups, struct err *e)
{
	struct rows r = { .count = 1, .room = count + 4, .runs = count };
	r.flag = calloc(r.room * count + 1, sizeof *r.flag);
	if (r.flag == NULL)
		return err_memory(e);
	for (size_t k = 0; k < count; k++)
		r.flag[k] = true;
	int result = 0;
	bool few = true; /* there may be more groups meanwhile than at the end */
	for (size_t a = 0; a < count && few; a++)
		for (size_t b = a + 1; b < count && few && result == 0; b++) {
			if (differ[a * count + b])
				result = separate(&r, a, b, e);
			few = r.count <= 2 * LETTER_GROUPS_MAX;
		}
	*group = r.flag;
	*groups = few && r.count <= LETTER_GROUPS_MAX ? r.count : 0;
	return result;
}
