#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>

#include "core/data/joined/ranked_view.h"
#include "core/engine/evaluate/ranked_bounds.h"

/* Whether columns of a ranking begin at c; bounds of means over topics come behind them. */
static bool is_ranked(const struct request *q, size_t c)
{
	return c < q->columns && q->column[c].ranked != NULL;
}

int ranked_bounds_of_topic(const struct request *q, const struct topic_view *view,
			   const struct interval_request *b, double *row, struct err *e)
{
	struct ranked_view v;
	if (ranked_view_init(&v, view, e) < 0)
		return -1;
	bool certain = ranked_is_certain(&v.sample);
	int result = 0;
	for (size_t c = q->values; is_ranked(q, c) && result == 0; c += RANKED_COLUMNS) {
		const struct column *column = &q->column[c];
		double estimate = row[column->value];
		double cutoff = q->parameters.count > 0 ? q->parameters.value[column->value] : 0;
		struct ranked_error error;
		result = column->ranked->error(&v.sample,
					       (enum ranked_quantity)q->measure->ranked_quantity,
					       cutoff, &error, e);
		if (result < 0)
			break;
		struct interval bounds =
			ranked_interval_of(estimate, &error, certain, b->lower_p, b->upper_p);
		row[c + RANKED_ERROR] = isnan(estimate) ? NAN : error.se;
		row[c + RANKED_LOWER] = bounds.lower;
		row[c + RANKED_UPPER] = bounds.upper;
		row[c + RANKED_BIAS] = error.bias;
	}
	ranked_view_release(&v);
	return result;
}

/* The topics' values of one column, in the order of their names. */
static size_t gather(const struct evaluation *x, size_t column, double *to)
{
	size_t count = 0;
	for (size_t i = 0; i < x->judgments->topics; i++) {
		size_t t = x->judgments->sorted[i];
		if (x->evaluated[t])
			to[count++] = x->score[t * x->plan->width + column];
	}
	return count;
}

/* What the topics' rows say of the errors in columns c and behind. */
static void gather_errors(const struct evaluation *x, const struct request *q, size_t c,
			  double *room, struct ranked_error *error)
{
	size_t count = gather(x, q->first + c, room);
	for (size_t t = 0; t < count; t++)
		error[t] = (struct ranked_error){
			.se = room[t],
			.corrected = q->measure->ranked_quantity == RANKED_AP_CORRECTED,
		};
	gather(x, q->first + c + RANKED_BIAS, room);
	for (size_t t = 0; t < count; t++)
		error[t].bias = room[t];
}

static void bound_mean(struct evaluation *x, const struct request *q, size_t c, double *estimate,
		       struct ranked_error *error, const struct mean_request *m)
{
	double *out = x->overall + q->first + c;
	gather_errors(x, q, c, estimate, error);
	size_t count = gather(x, q->first + q->column[c].value, estimate);
	size_t defined = 0, only = 0;
	for (size_t t = 0; t < count; t++) {
		if (isnan(estimate[t]))
			continue;
		defined++;
		only = t;
	}
	if (defined == 1 && !m->random_topics) {
		for (size_t part = 0; part < RANKED_COLUMNS; part++) {
			gather(x, q->first + c + part, estimate);
			out[part] = estimate[only];
		}
		return;
	}
	const struct ranked_mean mean = ranked_mean_of(estimate, error, count, m->random_topics);
	double centre = x->overall[q->first + q->column[c].value] - mean.bias;
	double df = m->random_topics ? (double)defined - 1 : INFINITY;
	out[RANKED_ERROR] = mean.se;
	out[RANKED_LOWER] = out[RANKED_UPPER] = NAN;
	out[RANKED_BIAS] = mean.bias;
	if (isnan(mean.spread))
		return;
	out[RANKED_LOWER] = centre + qt(m->interval.lower_p, df, 1, 0) * mean.spread;
	out[RANKED_UPPER] = centre + qt(m->interval.upper_p, df, 1, 0) * mean.spread;
}

int ranked_bounds_of_mean(struct evaluation *x, const struct request *q,
			  const struct mean_request *m, struct err *e)
{
	double *estimate = calloc(x->topics + 1, sizeof *estimate);
	struct ranked_error *error = calloc(x->topics + 1, sizeof *error);
	int result = estimate == NULL || error == NULL ? err_memory(e) : 0;
	for (size_t c = q->values; is_ranked(q, c) && result == 0; c += RANKED_COLUMNS)
		bound_mean(x, q, c, estimate, error, m);
	free(estimate);
	free(error);
	return result;
}
