/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/topics/rank_sets.h"

void rank_sets_begin(struct rank_set *set, size_t systems)
{
	for (size_t i = 0; i < systems; i++)
		set[i] = (struct rank_set){ 1, systems };
}

void rank_sets_add(struct rank_set *set, const struct system_pair *p, struct interval difference,
		   bool lower_better)
{
	bool above = difference.lower > 0, below = difference.upper < 0;
	if (!above && !below)
		return;
	size_t better = above != lower_better ? p->a : p->b;
	size_t worse = better == p->a ? p->b : p->a;
	set[better].last--;
	set[worse].first++;
}
