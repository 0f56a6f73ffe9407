/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A sample as it looks if another set were the retrieved one. The share of what is not retrieved
 * that is relevant (elusion) is the precision of that set, and the share of everything (richness)
 * is the precision of a set that has all documents; so what is known of precision answers both.
 *
 * Apart from services.c because it only turns one sample into another.
 */
#pragma once

#include "core/base/err.h"
#include "core/data/view.h"

/* Which documents are taken as retrieved. */
enum turn {
	TURN_NONE,
	TURN_OVER, /* those that are not */
	TURN_ALL,  /* all */
};

/*
 * At a cutoff, `stratum` has the strata as the first documents of the ranking divide them;
 * documents below `cutoff` count as not retrieved. Gray documents count as not relevant. Release
 * with other_set_free(); NULL: memory ran out.
 */
struct sample_view *other_set(const struct sample_view *s, const struct divided_stratum *stratum,
			      double cutoff, enum turn turn);
void other_set_free(struct sample_view *s);
