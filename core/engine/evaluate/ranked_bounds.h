/*
 * Standard errors and bounds of estimates of a ranking (measure.ranked_quantity).
 */
#ifndef ENGINE_EVALUATE_RANKED_BOUNDS_H
#define ENGINE_EVALUATE_RANKED_BOUNDS_H

#include "core/engine/evaluate/evaluation.h"

/* Of one topic; `row` has the request's columns, the values filled in. */
int ranked_bounds_of_topic(const struct request *q, const struct topic_view *view,
			   const struct interval_request *b, double *row, struct err *e);

/*
 * Of the mean over topics: x->overall has the means. Normal, on the scale itself; "topics like
 * these" by Student's t. A single topic has its own bounds.
 */
int ranked_bounds_of_mean(struct evaluation *x, const struct request *q,
			  const struct mean_request *m, struct err *e);

#endif
