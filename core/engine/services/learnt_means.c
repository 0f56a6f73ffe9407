/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/engine/services/learnt_means.h"
#include "core/engine/services/rescaled_bounds.h"
#include "core/engine/services/weighted_documents.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/topics/mean_interval.h"

static const char all_moved[] =
	"an end of the mean over topics was moved to the estimate: the strata stand for too many "
	"documents each";

/* Measured with 60 judged of a topic: doc/coverage.md, "Robust 2003". */
static const char *const cautions[] = {
	[LEARNT_FEW_RELEVANT] =
		"the mean recall rests on fewer than two relevant documents seen a topic, and with "
		"that on how alike topics are: 95 % intervals of such samples covered .38 to .93 on "
		"TREC Robust 2003, and where they missed they lay below",
	[LEARNT_FEW_RETRIEVED] =
		"the run cuts strata, and fewer than four of the documents that it retrieves are "
		"judged in a mean topic: ratios of such counts are biased, and 95 % intervals of "
		"such samples covered .13 to .83 on TREC Robust 2003",
	[LEARNT_ON_MODEL] =
		"no relevant document, or few, was seen in so many topics that the mean recall rests on "
		"how alike topics are: where recall fell with the number of relevant documents, 95 % "
		"intervals of 100 such topics covered .89 to .92, of 200 .82 to .86",
};

static const char one_topic[] =
	"there is none for topics like these: one topic does not tell how topics vary";
static const char all_alike[] =
	"all topics have the same estimate, which does not tell how other topics vary: it is as wide as "
	"for these topics alone";

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

static int add_weights(struct topics *x, struct learnt_cell *to, const struct sample_view *s,
		       int32_t level, const struct learnt_quantity *of, struct err *e)
{
	struct weighted *d = calloc(s->documents + 1, sizeof *d);
	if (d == NULL)
		return err_memory(e);
	size_t count = weighted_documents(s, level, INFINITY, false, d);
	x->topic[x->count++] = learnt_cells_of_weights(d, count, of, to);
	free(d);
	return 0;
}

static size_t parts_of(const struct sample_view *s)
{
	return s->strata > 0 ? s->strata : s->documents;
}

/* A sum leaves topics without an estimate out, as the mean of the lines does. */
static int topics_init(struct topics *x, const struct topics_view *v,
		       const struct learnt_quantity *of, const double *base, struct err *e)
{
	size_t parts = 0, used = 0;
	int result = 0;
	for (size_t t = 0; t < v->topics; t++)
		parts += parts_of(v->sample[t]);
	*x = (struct topics){ .topic = calloc(v->topics + 1, sizeof *x->topic),
			      .cell = calloc(LEARNT_CELLS_MOST * parts + 1, sizeof *x->cell) };
	if (x->topic == NULL || x->cell == NULL)
		result = err_memory(e);
	bool linear = learnt_is_linear(of);
	for (size_t t = 0; t < v->topics && result == 0; t++) {
		const struct sample_view *s = v->sample[t];
		if (linear && isnan(v->estimate[t].value))
			continue;
		if (s->strata > 0)
			x->topic[x->count++] =
				learnt_cells_of_design(s->stratum, s->strata, of, x->cell + used);
		else
			result = add_weights(x, x->cell + used, s, v->level, of, e);
		used += result == 0 ? x->topic[x->count - 1].cells : 0;
		if (result == 0 && base != NULL)
			x->topic[x->count - 1].unit = base[t] > 0 ? 1 / base[t] : 0;
	}
	if (result < 0)
		topics_release(x);
	return result;
}

/* Nobody knows how large the parts are into which the run divides the documents. */
static bool any_is_cut(const struct topics_view *v)
{
	for (size_t t = 0; t < v->topics; t++) {
		const struct sample_view *s = v->sample[t];
		for (size_t i = 0; i < s->strata; i++)
			if (s->stratum[i].cut)
				return true;
		if (s->strata == 0 && s->documents > 0)
			return true;
	}
	return false;
}

/* The interval of the topics' own estimates, as a sample of topics. */
static int interval_of_lines(const struct topics_view *v, bool bounded,
			     const struct estimate_request *q, double *mean,
			     struct mean_bounds *out, struct err *e)
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
	const struct mean_interval_method *m = &mean_interval_by_rule;
	const struct mean_interval_request r = { .ends = q->ends,
						 .least = 0,
						 .most = bounded ? 1 : INFINITY,
						 .resamples = q->resamples };
	int result = mean_intervals(&m, 1, score, count, &r, out, e);
	free(score);
	return result;
}

static int widen_for_topics(const struct topics_view *v, const struct learnt_quantity *of,
			    const struct estimate_request *q, struct estimate *out, struct err *e)
{
	bool bounded = of->quantity != QUANTITY_YIELD;
	struct mean_bounds found;
	double mean = 0;
	if (interval_of_lines(v, bounded, q, &mean, &found, e) < 0)
		return -1;
	struct interval lines = found.ends;
	if (isnan(lines.lower) || isnan(lines.upper)) {
		out->bounds = lines;
		out->caution = one_topic;
		return 0;
	}
	if (found.by->constant)
		out->caution = all_alike;
	if (bounded) {
		double value = fmin(fmax(out->value, 1e-12), 1 - 1e-12);
		lines.lower = logit_moved(lines.lower, mean, value);
		lines.upper = logit_moved(lines.upper, mean, value);
	}
	out->bounds.lower = fmin(out->bounds.lower, fmax(lines.lower, 0));
	out->bounds.upper = fmax(out->bounds.upper, lines.upper);
	out->draws = found.by->resamples ? q->resamples : 0;
	return 0;
}

/* If weights are probabilities: from the sizes of strata, which the model has, to these. */
static void rescale(const struct topics_view *v, const struct learnt_quantity *of,
		    const double *base, struct learnt_result *x)
{
	const struct interval_request q = { .quantity = of->quantity,
					    .beta = of->beta,
					    .retrieved_only = of->retrieved_only,
					    .gray_nonrelevant = of->gray_nonrelevant };
	double from, to;
	if (!mean_rescaling(v, &q, base, &from, &to))
		return;
	bounds_rescale(&x->interval, from, to, of->quantity);
	x->estimate = value_rescale(x->estimate, from, to, of->quantity);
}

/* Whether a topic has an estimate: else the mean of the model would rest on its prior alone. */
static bool any_value(const struct topics_view *v)
{
	for (size_t t = 0; t < v->topics; t++)
		if (!isnan(v->estimate[t].value))
			return true;
	return false;
}

int learnt_mean_over(const struct topics_view *v, const struct learnt_quantity *of,
		     const double *base, const struct estimate_request *q, struct estimate *out,
		     struct err *e)
{
	struct learnt_request r = { .of = *of, .ends = q->ends };
	struct learnt_result result;
	struct topics x;
	r.of.share = any_is_cut(v);
	if (topics_init(&x, v, &r.of, base, e) < 0)
		return -1;
	int status = learnt_mean(x.topic, x.count, &r, &result, e);
	topics_release(&x);
	if (status < 0)
		return -1;
	out->bounds = result.interval;
	if (isnan(result.estimate) || !any_value(v))
		return 0;
	if (result.moved)
		out->caution = all_moved;
	else if (result.caution != LEARNT_SOUND)
		out->caution = cautions[result.caution];
	rescale(v, of, base, &result);
	out->bounds = result.interval;
	/* the same number as the mean of the lines, up to rounding */
	bool same = fabs(result.estimate - out->value) <= 1e-9 * fabs(out->value);
	if (!learnt_is_linear(&r.of) || !same)
		out->value = result.estimate;
	bool labelled = v->topics > 0 && v->sample[0]->labelled, linear = learnt_is_linear(&r.of);
	out->estimator = linear ? (labelled ? "labels, mean" : "mean")
				: (labelled ? "labels, learnt median" : "learnt median");
	return q->random_topics ? widen_for_topics(v, of, q, out, e) : 0;
}

int learnt_mean_of_topics(const struct topics_view *v, const struct learnt_quantity *of,
			  const struct estimate_request *q, struct estimate *out, struct err *e)
{
	return learnt_mean_over(v, of, NULL, q, out, e);
}
