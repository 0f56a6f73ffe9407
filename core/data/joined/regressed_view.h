/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A topic of a run as regression estimates of rankings see it
 * (core/stats/regression/ranked_regression.h): the documents of the pool among the first k, with
 * their weights.
 *
 * The ideal sum of a normalised measure has as many documents of each grade as are estimated, N/n
 * for each judged one, cut after the first k. The numbers need not be whole: of the document at
 * which a grade ends, a part has this grade.
 */
#pragma once

#include "core/data/view.h"
#include "core/stats/regression/ranked_regression.h"

enum regressed_kind { REGRESSED_PRECISION, REGRESSED_DCG, REGRESSED_NDCG };

struct regressed_as {
	enum regressed_kind kind;
	bool labels; /* classes of labels count */
	double cutoff;
	int32_t level; /* the least grade that is relevant, for precision */
};

struct regressed_view {
	struct regressed_topic topic;
	struct regressed_document *document;
	struct regressed_stratum *stratum;
};

/* The view of the measure must be of a pool whose documents are all listed. Released by the caller
 * in any case. */
int regressed_view_init(struct regressed_view *v, const struct sample_view *s,
			const struct regressed_as *as, struct err *e);
void regressed_view_release(struct regressed_view *v);
