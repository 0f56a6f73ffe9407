/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds by clusters of documents (--cluster-column): where they apply, and the design effects that
 * come with them.
 */
#pragma once

#include "core/data/view.h"
#include "core/engine/evaluate/evaluated.h"
#include "core/stats/interval/cluster_jackknife.h"

/* Refuses samples whose estimates are more than sums of weights of judged documents. */
int clusters_apply(const struct sample_view *s, struct err *e);

/* The design effect, and a caution if there is a reason. */
void clusters_describe(const struct weighted *d, size_t count, const struct interval_request *q,
		       struct estimate *out);

/* "est_recall 1.83, est_P 1.20", the largest of all topics each; empty: there are none. */
struct design_effects {
	char text[600];
};
struct design_effects design_effects_of(const struct evaluation *x);
