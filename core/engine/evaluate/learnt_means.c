#include <math.h>

#include "core/engine/evaluate/learnt_means.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/topics/mean_interval.h"

static const char all_moved[] =
	"an end of the mean over topics was moved to the estimate: the strata stand for too many "
	"documents each";

/* The topics as cells, in one block. */
struct topics {
	struct learnt_topic *topic;
	size_t count;
	struct learnt_cell *cell;
};

static void topics_release(struct topics *x)
{
	free(x->topic);
	free(x->cell);
}

/* A sum leaves topics without an estimate out, as the mean of the lines does. */
static int topics_init(struct topics *x, const struct topics_view *v,
		       const struct learnt_quantity *of, struct err *e)
{
	size_t strata = 0, used = 0;
	for (size_t t = 0; t < v->topics; t++)
		strata += v->sample[t]->strata;
	*x = (struct topics){ .topic = calloc(v->topics + 1, sizeof *x->topic),
			      .cell = calloc(LEARNT_CELLS_MOST * strata + 1, sizeof *x->cell) };
	if (x->topic == NULL || x->cell == NULL) {
		topics_release(x);
		return err_memory(e);
	}
	bool linear = learnt_is_linear(of);
	for (size_t t = 0; t < v->topics; t++) {
		if (linear && isnan(v->estimate[t].value))
			continue;
		x->topic[x->count] = learnt_cells_of_design(
			v->sample[t]->stratum, v->sample[t]->strata, of, x->cell + used);
		used += x->topic[x->count++].cells;
	}
	return 0;
}

static bool any_is_cut(const struct topics_view *v)
{
	for (size_t t = 0; t < v->topics; t++)
		for (size_t i = 0; i < v->sample[t]->strata; i++)
			if (v->sample[t]->stratum[i].cut)
				return true;
	return false;
}

/* The interval of the topics' own estimates, as a sample of topics. */
static int interval_of_lines(const struct topics_view *v, bool bounded,
			     const struct estimate_request *q, double *mean, struct interval *out,
			     struct err *e)
{
	double *score = calloc(v->topics + 1, sizeof *score);
	size_t count = 0;
	if (score == NULL)
		return err_memory(e);
	*mean = 0;
	for (size_t t = 0; t < v->topics; t++)
		if (!isnan(v->estimate[t].value)) {
			score[count++] = v->estimate[t].value;
			*mean += v->estimate[t].value;
		}
	*mean /= (double)count;
	const struct mean_interval_method *m = mean_interval_find(bounded ? "clogit" : "t");
	const struct mean_interval_request r = { .lower_p = q->lower_p,
						 .upper_p = q->upper_p,
						 .least = 0,
						 .most = bounded ? 1 : INFINITY,
						 .resamples = q->resamples,
						 .seed = q->seed };
	int result = mean_intervals(&m, 1, score, count, &r, out, e);
	free(score);
	return result;
}

/* An end as far from the logit of `value` as it is from that of `mean`. */
static double put_around(double end, double mean, double value)
{
	const double edge = 1e-12;
	if (!(end > edge && end < 1 - edge && mean > edge && mean < 1 - edge))
		return end;
	return inverse_logit(logit(end) - logit(mean) + logit(value));
}

static int widen_for_topics(const struct topics_view *v, const struct learnt_quantity *of,
			    const struct estimate_request *q, struct estimate *out, struct err *e)
{
	bool bounded = of->quantity != QUANTITY_YIELD;
	struct interval lines;
	double mean = 0;
	if (interval_of_lines(v, bounded, q, &mean, &lines, e) < 0)
		return -1;
	if (isnan(lines.lower) || isnan(lines.upper)) { /* they do not tell how topics vary */
		out->bounds = lines;
		return 0;
	}
	if (bounded) {
		double value = fmin(fmax(out->value, 1e-12), 1 - 1e-12);
		lines.lower = put_around(lines.lower, mean, value);
		lines.upper = put_around(lines.upper, mean, value);
	}
	out->bounds.lower = fmin(out->bounds.lower, fmax(lines.lower, 0));
	out->bounds.upper = fmax(out->bounds.upper, lines.upper);
	out->draws = bounded ? q->resamples : 0;
	return 0;
}

int learnt_mean_of_topics(const struct topics_view *v, const struct learnt_quantity *of,
			  const struct estimate_request *q, struct estimate *out, struct err *e)
{
	struct learnt_request r = { .of = *of, .lower_p = q->lower_p, .upper_p = q->upper_p };
	struct learnt_result result;
	struct topics x;
	r.of.share = any_is_cut(v);
	if (topics_init(&x, v, &r.of, e) < 0)
		return -1;
	int status = learnt_mean(x.topic, x.count, &r, &result, e);
	topics_release(&x);
	if (status < 0)
		return -1;
	out->bounds = result.interval;
	if (isnan(result.estimate))
		return 0;
	if (result.moved)
		out->doubt = all_moved;
	/* the same number as the mean of the lines, up to rounding */
	bool same = fabs(result.estimate - out->value) <= 1e-9 * fabs(out->value);
	if (!learnt_is_linear(&r.of) || !same)
		out->value = result.estimate;
	out->estimator = learnt_is_linear(&r.of) ? "mean" : "learnt median";
	return q->random_topics ? widen_for_topics(v, of, q, out, e) : 0;
}
