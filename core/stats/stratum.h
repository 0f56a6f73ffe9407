/*
 * One stratum as a run sees it. Part of the plugin interface.
 */
#ifndef STATS_STRATUM_H
#define STATS_STRATUM_H

#include <stdbool.h>
#include <stdint.h>

/* `size` documents, of which a simple random sample was judged. */
struct stratum {
	int64_t size;	    /* N */
	int64_t sampled;    /* n: every sampled document, gray ones too */
	int64_t relevant;   /* r */
	int64_t assessable; /* a = n - gray; equals n where nothing is gray */
	bool retrieved;	    /* in the retrieved segment of the run */
};

/* What an interval can be asked for; see core/stats/interval/interval.h. */
enum quantity {
	QUANTITY_RECALL = 1,
	QUANTITY_PRECISION = 2,
	QUANTITY_F = 4,
	QUANTITY_YIELD = 8, /* number of relevant documents in all strata */
};

/* The same for estimates of a ranking; see core/stats/ranking/ranked_sample.h. */
enum ranked_quantity {
	RANKED_AP = 1,
	RANKED_AP_CORRECTED = 2, /* with the jackknife's correction of its bias */
	RANKED_R_PRECISION = 4,
	RANKED_PRECISION = 8, /* of the first k */
};

#endif
