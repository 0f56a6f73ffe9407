/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What cheap labels save when recall or precision is estimated from a sample: first-order
 * variances.
 *
 * Cells c, of retrieved or other documents and of a label class, have N_c documents, of which a
 * share p_c is relevant. The estimate is linear in the numbers of relevant documents, to the first
 * order: of recall R, with T relevant documents, a_c = (1-R)/T for retrieved cells and -R/T for
 * others; of precision, a_c = 1/N_1 for retrieved cells and 0 for others. Then
 *
 *     V = sum of a_c^2 N_c^2 p_c (1 - p_c) (1/n_c - 1/N_c)
 *
 * with n_c = n N_c/N of a simple random sample that is post-stratified, for which the random
 * numbers of judged documents add sum of a_c^2 (N/n)^2 (1 - N_c/N) p_c (1 - p_c) (1 - n/N) (Cochran
 * 1977, section 5A.9, who leaves out 1 - n/N: n_c is hypergeometric). With Neyman's allocation, n_g
 * of each label class is in proportion to N_g sqrt(p_g (1 - p_g)), at least 5, as `sample --labels
 * --allocation=neyman` has it; within a class the same formulas hold for what is retrieved and what
 * is not.
 */
#pragma once

#include "core/base/err.h"

struct labelled_cell {
	double size, share;
	bool retrieved;
	int label; /* equal for cells of one class */
};

enum { SAVING_WITHOUT, SAVING_POST_STRATA, SAVING_NEYMAN, SAVING_DESIGNS };

struct labels_saving {
	double value;			   /* the recall or precision that the cells have */
	double deviation[SAVING_DESIGNS];  /* of its estimate, standard */
	double equivalent[SAVING_DESIGNS]; /* judgments that reach this without labels */
};

/* `sampled` documents of the cells; recall, or else precision. */
int labels_saving(const struct labelled_cell *cell, size_t count, int64_t sampled, bool recall,
		  struct labels_saving *out, struct err *e);
