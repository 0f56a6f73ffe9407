/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The strata that the judgments name, as the sample was drawn from them. Runs play no part here: in
 * core/data/strata/strata.h they cut these strata further.
 *
 * Apart from sample_weights.h because strata are what was drawn from, weights what follows.
 */
#pragma once

#include "core/data/strata/strata.h"

struct drawn_topic {
	const struct drawn_stratum *stratum;
	size_t count;
};

struct drawn {
	struct arena memory;
	const struct strata
		*strata;	   /* borrowed while building: NULL, or where sizes may be known */
	const int32_t *stratum;	   /* of each judgment in there */
	struct drawn_topic *topic; /* by number */
	int32_t *place; /* of each judgment: its stratum among those of its topic; -1: none */
};

/*
 * Sizes are those that the judgments give, or else those of `strata` (NULL: there are none). With
 * `whole` the judgments list all documents of their strata, -1 being one that was not drawn. On
 * failure nothing is left to release.
 */
int drawn_build(struct drawn *d, const struct judgments *j, const struct strata *strata,
		const int32_t *place_of, bool whole, struct err *e);

void drawn_release(struct drawn *d);
