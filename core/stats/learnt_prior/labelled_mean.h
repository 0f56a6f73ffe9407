/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Means over topics of recall, precision, F or yield, and of differences of two runs, with cheap
 * labels of all documents: the estimate of learnt_mean.h or learnt_difference.h without labels, and
 * the same estimate of what the labels say as a control variate (control_variates.h).
 *
 * A variate takes documents of some classes for relevant, such as those of grade 2 and above. Its
 * estimate is that of the same sampled documents, and its true value is counted. Derivatives of a
 * ratio are those at the number of relevant documents of each part, N (r + 5 p)/(n + 5), p being
 * the share of all sampled documents that the same runs retrieve: with 0.5, 2, 5, 20 and 1000 in
 * place of 5 the error of recall was .711 .702 .698 .694 .692 of that without labels, and with the
 * best coefficient .689; the factor of the standard error was .999 .810 .740 .708 .694 (DL 2021, 10
 * judged a topic, labels that find 85 % and are wrong in 5 %). Ratios
 * have one variate for each judge, as each costs as much as the estimate. Recall and F are
 * corrected on the scale of logits. The distances of the ends of the interval from the estimate
 * shrink by the factor of the standard error.
 */
#pragma once

#include "core/stats/learnt_prior/learnt_cells.h"

/* The cells of a topic. */
struct labelled_cells {
	const struct label_cell *cell;
	size_t cells;
	double unit;	  /* of a yield: what a document adds; 0: 1 */
	double beyond[2]; /* of two runs: as in struct learnt_topic */
};

struct labelled_result {
	struct learnt_result with, without;
	size_t variates; /* that were used */
	double factor;	 /* of the standard error */
	double off;	 /* how much the first variate is too high; 0: there is none */
};

/*
 * Ratios and differences that were learnt before, by a hash of all that they depend on: that of the
 * judgments is wanted again with other labels, and that of a judge alone and in every jury. Zeroed
 * to begin with.
 */
enum { LABELLED_KNOWN = 1024 };
struct labelled_memo {
	struct {
		uint64_t key;
		struct learnt_result is;
	} known[LABELLED_KNOWN];
};

/* nan as in learnt_mean(); `two_runs`: of the difference; `memo` may be NULL. */
int labelled_mean(const struct labelled_cells *topic, size_t count, const struct label_variates *v,
		  const struct learnt_request *q, bool two_runs, struct labelled_memo *memo,
		  struct labelled_result *out, struct err *e);
