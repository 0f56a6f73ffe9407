/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which ranks each of several systems can have, by intervals of their differences that hold all at
 * once: from 1 + the systems that are surely better to m - the systems that are surely worse. If
 * all intervals cover the true differences, all true ranks lie within these sets; so the sets hold
 * all at once at least as often as the intervals do. A true rank is itself a set if systems are
 * equal: from 1 + those that are better to m - those that are worse.
 *
 * (Holm 2013, "Confidence intervals for ranks"; Al Mohamad, van Zwet, Solari and Goeman 2021,
 * "Simultaneous confidence intervals for ranks using the partitioning principle".)
 */
#pragma once

#include "core/stats/bounds.h"
#include "core/stats/topics/simultaneous.h"

/* 1 is the best rank. */
struct rank_set {
	size_t first, last;
};

/* Every system can have every rank. */
void rank_sets_begin(struct rank_set *set, size_t systems);

/*
 * Learns from the interval of a difference, value of a - value of b. An end that is nan says
 * nothing.
 */
void rank_sets_add(struct rank_set *set, const struct system_pair *p, struct interval difference,
		   bool lower_better);
