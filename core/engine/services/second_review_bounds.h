/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds of sets from a sample of which a random part was judged again (--judge=two-phase), by
 * core/stats/interval/two_phase.h.
 *
 * Apart from services.c because the sample has another design than all others there.
 */
#pragma once

#include "measures/measure.h"

/* Strata are retrieved, or not: none is cut. */
int second_review_bounds(const struct sample_view *s, enum measured_quantity quantity,
			 const struct estimate_request *q, struct estimate *out, struct err *e);

/*
 * If all documents of the sample were reviewed again, its strata with the counts of the second
 * review, to be freed: it is a plain sample. Else `out` is NULL.
 */
int second_review_settled(const struct sample_view *s, struct divided_stratum **out, struct err *e);
