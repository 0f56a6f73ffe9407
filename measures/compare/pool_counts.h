/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "measures/pair.h"

/* The counts of both runs, added up over topics. */
static inline void pool_counts(const struct pair_view *v, struct confusion count[2])
{
	for (int side = 0; side < 2; side++) {
		count[side] = (struct confusion){ 0 };
		for (size_t t = 0; t < v->topics; t++) {
			count[side].tp += v->topic[t].count[side].tp;
			count[side].fp += v->topic[t].count[side].fp;
			count[side].fn += v->topic[t].count[side].fn;
		}
	}
}
