/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/sort.h"
#include "core/stats/sampling/allocation.h"

/* One part of an allocation: its share as a real number, and whether that is settled. */
struct real_share {
	double least, most, share;
	bool settled;
};

/*
 * All that are not settled get what is left, in proportion. Returns the sum of how far that is
 * below the least (positive) or above the most (negative) that they may have.
 */
static double spread(struct real_share *x, const struct allocation_part *part, size_t count,
		     double total)
{
	double weights = 0, violation = 0;
	for (size_t i = 0; i < count; i++) {
		if (x[i].settled)
			total -= x[i].share;
		else
			weights += part[i].weight;
	}
	for (size_t i = 0; i < count; i++) {
		if (x[i].settled)
			continue;
		x[i].share = total * (part[i].weight / weights);
		violation += fmax(x[i].least - x[i].share, 0) - fmax(x[i].share - x[i].most, 0);
	}
	return violation;
}

/*
 * Shares beyond a limit are settled at it, but only on the side (below or above) of which more is
 * to be put right. That moves all other shares further to this side, so that none of those settled
 * would have come back; shares beyond their limits on the other side still may. Each round settles
 * at least one.
 */
static bool settle(struct real_share *x, size_t count, double violation)
{
	bool any = false;
	for (size_t i = 0; i < count; i++) {
		if (x[i].settled)
			continue;
		bool below = x[i].share < x[i].least && violation >= 0;
		bool beyond = x[i].share > x[i].most && violation <= 0;
		if (!below && !beyond)
			continue;
		x[i].share = below ? x[i].least : x[i].most;
		x[i].settled = any = true;
	}
	return any;
}

/* Whole numbers by largest remainder. */
static void make_whole(const struct real_share *x, struct allocation_part *part, size_t count,
		       int64_t total, struct keyed *keyed)
{
	const double decimals = 1e6;
	for (size_t i = 0; i < count; i++) {
		double whole = floor(x[i].share);
		double fraction = floor((x[i].share - whole) * decimals + 0.5);
		part[i].share = (int64_t)whole;
		total -= part[i].share;
		keyed[i] = (struct keyed){ key_descending(fraction), i };
	}
	keyed_sort(keyed, count, keyed + count, NULL, NULL);
	for (size_t i = 0; total > 0; i = (i + 1) % count) {
		struct allocation_part *p = &part[keyed[i].item];
		if (p->share < p->size) {
			p->share++;
			total--;
		}
	}
}

/* What a part must have, if there is enough. */
static int64_t floor_of(const struct allocation_part *p)
{
	int64_t least = p->least > 1 ? p->least : 1;
	return least < p->size ? least : p->size;
}

static double least_of(const struct allocation_part *p, int64_t total, int64_t occupied,
		       int64_t floors)
{
	return total >= floors ? (double)floor_of(p) : total >= occupied && p->size > 0;
}

int allocate(struct allocation_part *part, size_t count, int64_t total, struct err *e)
{
	int64_t sizes = 0, occupied = 0, floors = 0;
	for (size_t i = 0; i < count; i++) {
		sizes += part[i].size;
		occupied += part[i].size > 0;
		floors += floor_of(&part[i]);
	}
	for (size_t i = 0; i < count && total >= sizes; i++)
		part[i].share = part[i].size;
	if (total >= sizes)
		return 0;
	struct real_share *x = malloc(count * sizeof *x);
	struct keyed *keyed = malloc(2 * count * sizeof *keyed);
	if (x == NULL || keyed == NULL) {
		free(x);
		free(keyed);
		return err_memory(e);
	}
	for (size_t i = 0; i < count; i++)
		x[i] = (struct real_share){ .least = least_of(&part[i], total, occupied, floors),
					    .most = (double)part[i].size,
					    .settled = part[i].size == 0 };
	while (settle(x, count, spread(x, part, count, (double)total)))
		;
	make_whole(x, part, count, total, keyed);
	free(x);
	free(keyed);
	return 0;
}
