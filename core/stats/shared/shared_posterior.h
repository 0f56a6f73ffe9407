/*
 * Two systems on one stratified sample (shared_model.h): is A better than B, and by how much?
 */
#ifndef STATS_SHARED_SHARED_POSTERIOR_H
#define STATS_SHARED_SHARED_POSTERIOR_H

#include "core/stats/shared/shared_model.h"

/*
 * Any method with a `prior`; the request's quantity is recall, precision or F. With `draws` all
 * values come from Monte Carlo draws, whose quantiles are the ceil(p draws)-th smallest. nan if the
 * quantity of A or of B can only be 0/0. -1: `e` is filled.
 */
int shared_compare(const struct interval_method *m, const struct shared_cell *cell, size_t count,
		   const struct interval_request *q, struct shared_result *out, struct err *e);

/* The cells of one topic. */
struct shared_topic {
	const struct shared_cell *cell;
	size_t cells;
};

/*
 * The same for the mean over topics, of those where it is defined for A and B; nan where there are
 * none. Topics are independent, so the law of the mean is a convolution (difference_table.h). Where
 * the mean has few possible values it is exact. Else the probability is right to about 1e-4 and the
 * ends to 1e-3 of the interval's length for two topics in which single documents show, and the
 * better the more topics there are.
 */
int shared_compare_mean(const struct interval_method *m, const struct shared_topic *topic,
			size_t count, const struct interval_request *q, struct shared_result *out,
			struct err *e);

struct difference;

/* The caller releases it, after success. */
int shared_difference(const struct shared_model *x, const struct interval_request *q,
		      struct difference *out, struct err *e);

#endif
