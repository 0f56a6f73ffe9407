#include <math.h>

#include "core/engine/evaluate/mean_bounds.h"

/* What the topics add to the mean of one value, in the order of their names; nan is left out. */
static size_t gather_scores(const struct evaluation *x, const struct request *q, size_t value,
			    double *score)
{
	size_t count = 0;
	for (size_t i = 0; i < x->judgments->topics; i++) {
		size_t t = x->judgments->sorted[i];
		double s = x->score[t * x->plan->width + q->first_for_all + value];
		if (x->evaluated[t] && !isnan(s))
			score[count++] = s;
	}
	return count;
}

/* Columns of one value: where its bounds begin, and by which methods they are. */
static size_t methods_of(const struct request *q, size_t value, size_t *first,
			 const struct mean_interval_method **method)
{
	size_t count = 0;
	for (size_t c = q->values; c < q->columns; c += 2) {
		if (q->column[c].over_topics == NULL || q->column[c].value != value)
			continue;
		if (count == 0)
			*first = c;
		method[count++] = q->column[c].over_topics;
	}
	return count;
}

static int bound_value(struct evaluation *x, const struct request *q, size_t value,
		       const struct mean_interval_request *m, double *score, struct err *e)
{
	const struct mean_interval_method *method[MEAN_METHODS_MAX];
	struct interval bounds[MEAN_METHODS_MAX];
	size_t first = 0, methods = methods_of(q, value, &first, method);
	size_t count = methods > 0 ? gather_scores(x, q, value, score) : 0;
	if (methods > 0 && mean_intervals(method, methods, score, count, m, bounds, e) < 0)
		return -1;
	for (size_t i = 0; i < methods; i++) {
		x->overall[q->first + first + 2 * i] = bounds[i].lower;
		x->overall[q->first + first + 2 * i + 1] = bounds[i].upper;
		x->unbounded += isnan(bounds[i].lower) || isnan(bounds[i].upper);
	}
	return 0;
}

int mean_bounds(struct evaluation *x, const struct mean_request *m, struct err *e)
{
	const struct mean_interval_request request = {
		.lower_p = m->interval.lower_p,
		.upper_p = m->interval.upper_p,
		.least = 0,
		.most = 1,
		.resamples = m->resamples,
		.seed = m->interval.seed,
	};
	double *score = calloc(x->topics + 1, sizeof *score);
	int result = score == NULL ? err_memory(e) : 0;
	for (size_t i = 0; i < x->plan->requests && result == 0; i++) {
		const struct request *q = &x->plan->request[i];
		for (size_t v = 0; v < q->values && result == 0; v++)
			result = bound_value(x, q, v, &request, score, e);
	}
	free(score);
	return result;
}
