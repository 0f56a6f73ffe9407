/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/services/set_quantity.h"

const struct set_quantity set_quantity[] = {
	[SET_RECALL] = { .quantity = QUANTITY_RECALL },
	[SET_PRECISION] = { .quantity = QUANTITY_PRECISION },
	[SET_F] = { .quantity = QUANTITY_F },
	[SET_YIELD] = { .quantity = QUANTITY_YIELD },
	[SET_RETRIEVED_YIELD] = { .quantity = QUANTITY_YIELD, .retrieved_only = true },
	[SET_UNRETRIEVED_YIELD] = { QUANTITY_YIELD, false, TURN_OVER, SET_RETRIEVED_YIELD },
	[SET_RICHNESS] = { QUANTITY_YIELD, false, TURN_ALL, SET_PRECISION },
	[SET_ELUSION] = { QUANTITY_PRECISION, false, TURN_OVER, SET_PRECISION },
};

struct interval_request set_request(const struct set_quantity *of, double beta,
				    const struct sample_view *s, const struct estimate_request *q)
{
	return (struct interval_request){ .quantity = of->quantity,
					  .beta = beta,
					  .ends = q->ends,
					  .retrieved_only = of->retrieved_only,
					  .gray_nonrelevant = s->gray == GRAY_NONRELEVANT,
					  .post_stratified = s->post_stratified,
					  .yields = q->yields };
}
