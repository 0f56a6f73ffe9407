/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds by clusters of documents (--cluster-column): where they apply, and the design effect that
 * comes with them.
 *
 * Apart from services.c because it is about one method.
 */
#pragma once

#include "core/data/view.h"
#include "core/stats/interval/cluster_jackknife.h"

/* Refuses samples whose estimates are more than sums of weights of judged documents. */
int clusters_apply(const struct sample_view *s, struct err *e);

/* The design effect, and a caution if there is a reason. */
int clusters_describe(const struct weighted *d, size_t count, const struct interval_request *q,
		      struct estimate *out, struct err *e);
