/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/engine/evaluate/mean_bounds.h"

/* What the topics add to the mean of one value, in the order of their names; nan is left out. */
static size_t gather_scores(const struct evaluation *x, const struct request *q, size_t value,
			    double *score)
{
	size_t count = 0;
	for (size_t i = 0; i < x->listed_count; i++) {
		size_t t = x->listed[i];
		double s = x->score[t * x->asked->width + q->first_for_all + value];
		if (x->evaluated[t] && !isnan(s))
			score[count++] = s;
	}
	return count;
}

/*
 * One topic has more than half of the sum of the scores, none of which is below 0. With fewer than
 * six topics that is nearly always so.
 */
static bool rests_on_one_topic(const double *score, size_t count)
{
	enum { FEWEST = 6 };
	double sum = 0, most = 0;
	for (size_t i = 0; i < count; i++) {
		if (score[i] < 0)
			return false;
		sum += score[i];
		most = fmax(most, score[i]);
	}
	return count >= FEWEST && most > sum / 2;
}

/* The intervals of one value, and by which methods they are. */
static size_t methods_of(const struct request *q, size_t value, size_t *place,
			 const struct mean_interval_method **method)
{
	size_t count = 0;
	for (size_t c = q->values; c < q->columns; c++) {
		const struct request_column *x = &q->column[c];
		if (x->over_topics == NULL || x->value != value || x->kind != COLUMN_LOWER)
			continue;
		place[count] = x->place;
		method[count++] = x->over_topics;
	}
	return count;
}

static int bound_value(struct evaluation *x, const struct request *q, size_t value,
		       const struct mean_request *m, double *score, struct err *e)
{
	const struct mean_interval_method *method[MEAN_METHODS_MAX];
	struct mean_bounds bounds[MEAN_METHODS_MAX];
	size_t place[MEAN_METHODS_MAX], methods = methods_of(q, value, place, method);
	size_t count = methods > 0 ? gather_scores(x, q, value, score) : 0;
	const struct range range = measure_range(q->measure);
	const struct mean_interval_request request = {
		.ends = m->interval.ends,
		.least = range.least,
		.most = range.most,
		.resamples = m->resamples,
	};
	if (methods > 0 && mean_intervals(method, methods, score, count, &request, bounds, e) < 0)
		return -1;
	bool carried = rests_on_one_topic(score, count);
	for (size_t i = 0; i < methods; i++) {
		x->overall.mean_bound[place[i]] = bounds[i];
		x->carried += carried;
	}
	return 0;
}

int mean_bounds(struct evaluation *x, const struct mean_request *m, struct err *e)
{
	double *score = calloc(x->topics + 1, sizeof *score);
	int result = score == NULL ? err_memory(e) : 0;
	for (size_t i = 0; i < x->asked->requests && result == 0; i++) {
		const struct request *q = &x->asked->request[i];
		for (size_t v = 0; v < q->values && result == 0; v++)
			result = bound_value(x, q, v, m, score, e);
	}
	free(score);
	return result;
}
