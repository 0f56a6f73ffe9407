/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/interval/cluster_jackknife.h"
#include "core/stats/interval/interval.h"

static int clusters(const struct weighted *d, size_t count, const struct interval_request *q,
		    struct interval *out, struct err *e)
{
	struct cluster_jackknife x;
	if (cluster_jackknife(d, count, q, &x, e) < 0 || cluster_check(&x, q->quantity, e) < 0)
		return -1;
	*out = cluster_interval(&x, q);
	return 0;
}

INTERVAL_METHOD = {
	.name = "clusters",
	.summary = "documents drawn in families or threads: a jackknife of clusters",
	.manual = "For --cluster-column, whose default it is. Each cluster is left out in turn, "
		  "within strata if there are several; the interval is symmetric on the logit "
		  "scale, with quantiles of Student's t. It "
		  "needs 30 clusters, 10 with a relevant document and 5 that speak for the other "
		  "side; below that it is refused. A warning shows the design effect, that is how "
		  "many times the variance is what it would be if documents had been drawn one by "
		  "one. Wolter (2007), Introduction to Variance Estimation, chapter 4.",
	.quantities = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F | QUANTITY_YIELD,
	.weighted = clusters,
	.clustered = true,
};
