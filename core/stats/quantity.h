/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What intervals can be asked for.
 */
#pragma once

/* A quantity of a set; see core/stats/interval/interval.h. */
enum quantity {
	QUANTITY_RECALL = 1,
	QUANTITY_PRECISION = 2,
	QUANTITY_F = 4,
	QUANTITY_YIELD = 8, /* number of relevant documents in all strata */
};

/* A quantity of a ranking; see core/stats/ranking/ranking_method.h. */
enum ranked_quantity {
	RANKED_AP = 1,
	RANKED_AP_CORRECTED = 2, /* with the jackknife's correction of its bias */
	RANKED_R_PRECISION = 4,
	RANKED_PRECISION = 8, /* of the first k */
};
