/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/arena.h"
#include "core/base/near.h"
#include "core/engine/bounds/bounds_of_kinds.h"
#include "core/stats/ranking/jackknife.h"
#include "core/stats/ranking/mean_ap.h"
#include "core/stats/ranking/ranking_method.h"
#include "core/stats/ranking/top_precision.h"
#include "core/stats/rmath.h"

/* The sample of a topic in one run's ranking, as core/stats/ranking/ranking_method.h sees it. */
struct ranked_view {
	struct ranked_sample sample;
	struct arena memory; /* of its lists */
};

/* Which strata a document was drawn from: those that weigh it. */
static int32_t bucket_of(const struct sample_view *s, const struct sampled_document *d)
{
	if (d->weight <= 1)
		return -1;
	return s->weights_given ? d->drawn : d->stratum;
}

static bool design_is_known(const struct ranked_sample *s)
{
	for (size_t i = 0; i < s->units; i++) {
		const struct ranked_unit *u = &s->unit[i];
		if (u->probability < 1 && (u->bucket < 0 || s->bucket[u->bucket].size == 0))
			return false;
	}
	return true;
}

/*
 * Buckets are the strata that the judgments name, where they have sizes and give probabilities, or
 * the cells that the weights come from; elsewhere the design is not known. The caller releases the
 * memory; on failure nothing is left to release.
 */
static int ranked_view_init(struct ranked_view *v, const struct topic_view *t, struct err *e)
{
	const struct sample_view *s = t->sample;
	size_t buckets = s->weights_given ? s->drawn_strata : s->strata;
	*v = (struct ranked_view){ 0 };
	struct ranked_unit *unit = arena_alloc(&v->memory, s->documents * sizeof *unit);
	struct ranked_bucket *bucket = arena_zeroed(&v->memory, buckets, sizeof *bucket);
	if (v->memory.failed) {
		arena_release(&v->memory);
		return err_memory(e);
	}
	for (size_t i = 0; i < s->documents; i++) {
		const struct sampled_document *d = &s->document[i];
		unit[i] = (struct ranked_unit){
			.rank = d->rank >= 0 ? (double)(d->rank + 1) : INFINITY,
			.probability = 1 / d->weight,
			.bucket = bucket_of(s, d),
			.relevant = d->grade >= 0 && d->grade >= t->level,
		};
	}
	for (size_t b = 0; b < buckets; b++) {
		bucket[b].size = s->weights_given ? s->drawn[b].size : s->stratum[b].size;
		bucket[b].sampled = s->weights_given ? s->drawn[b].sampled : s->stratum[b].sampled;
		bucket[b].picks = s->weights_given ? s->drawn[b].picks : 0;
	}
	v->sample = (struct ranked_sample){ unit, s->documents, bucket, buckets, false };
	v->sample.known = design_is_known(&v->sample);
	return 0;
}

static const enum ranked_quantity ranked_quantity[] = {
	[RANKING_AP] = RANKED_AP,
	[RANKING_AP_CORRECTED] = RANKED_AP_CORRECTED,
	[RANKING_R_PRECISION] = RANKED_R_PRECISION,
	[RANKING_PRECISION] = RANKED_PRECISION,
};

/* Precision in the first k is a sum, of one topic or of many. `listed`: the pool lists what was not
 * judged. */
static void bound_precision(const struct top_precision *top, bool listed,
			    const struct estimate_request *q, struct estimate *out)
{
#define OUTSIDE "of statP the estimate is more than is possible, and lies outside"
	static const char outside[] = OUTSIDE;
	static const char outside_listed[] = OUTSIDE "; reg_P does not";
#undef OUTSIDE
	static const char unseen[] =
		"of statP nothing relevant was drawn in the first k, so it has no standard error; "
		"the upper end allows for one relevant document that was not drawn";
	out->se = top_precision_error(top);
	out->bounds = top_precision_interval(top, q->ends.lower_p, q->ends.upper_p);
	if (isnan(out->se))
		out->caution = unseen;
	if (out->value > top->most * (1 + NEAR_DIGITS))
		out->caution = listed ? outside_listed : outside;
}

int ranking_bounds(const struct topic_view *t, enum measured_quantity quantity,
		   const struct parameters *p, const struct estimate_request *q,
		   struct estimate *out, struct err *e)
{
	const struct ranking_method *m = ranking_method_find(q->method);
	struct ranked_view v;
	if (ranked_view_init(&v, t, e) < 0)
		return -1;
	bool certain = ranked_is_certain(&v.sample);
	int result = 0;
	for (size_t k = 0; result == 0 && (k == 0 || k < p->count); k++) {
		struct ranked_error error;
		double cutoff = p->count > 0 ? p->value[k] : 0;
		result = m->error(&v.sample, ranked_quantity[quantity], cutoff, &error, e);
		if (result < 0 || isnan(out[k].value))
			continue;
		if (quantity == RANKING_PRECISION) {
			struct top_precision top = { 0 };
			result = top_precision_add(&top, &v.sample, cutoff,
						   (double)t->sample->retrieved, 1, error.se, e);
			bound_precision(&top, t->sample->whole, q, &out[k]);
			continue;
		}
		out[k].se = error.se;
		out[k].bias = error.bias;
		out[k].bounds = ranked_interval_of(out[k].value, &error, certain, q->ends.lower_p,
						   q->ends.upper_p);
	}
	arena_release(&v.memory);
	return result;
}

int ranking_value(const struct topic_view *t, double *value, struct err *e)
{
	struct ranked_view v;
	if (ranked_view_init(&v, t, e) < 0)
		return -1;
	int result = ranked_ap_corrected(&v.sample, value, e);
	arena_release(&v.memory);
	return result;
}

/* Normal, on the scale itself; "topics like these" by Student's t. `common` is what the errors of
 * the topics have in common, besides a bias. */
static int mean_of_scores(const struct topics_view *v, bool corrected, double common,
			  const struct estimate_request *q, struct estimate *out, struct err *e)
{
	struct arena memory = { 0 };
	double *value = arena_zeroed(&memory, v->topics, sizeof *value);
	struct ranked_error *error = arena_zeroed(&memory, v->topics, sizeof *error);
	size_t defined = 0;
	for (size_t t = 0; !memory.failed && t < v->topics; t++) {
		const struct estimate *x = &v->estimate[t];
		value[t] = x->value;
		error[t] = (struct ranked_error){ .se = x->se,
						  .bias = x->bias,
						  .corrected = corrected };
		defined += isnan(value[t]) ? 0 : 1;
	}
	int result = memory.failed ? err_memory(e) : 0;
	if (result == 0) {
		const struct ranked_mean mean =
			ranked_mean_of(value, error, v->topics, q->random_topics);
		double df = q->random_topics ? (double)defined - 1 : INFINITY;
		double centre = out->value - mean.bias, spread = hypot(mean.spread, common);
		out->se = mean.se;
		out->bias = mean.bias;
		if (!isnan(spread))
			out->bounds = (struct interval){
				centre + qt(q->ends.lower_p, df, 1, 0) * spread,
				centre + qt(q->ends.upper_p, df, 1, 0) * spread,
			};
	}
	arena_release(&memory);
	return result;
}

int mean_of_errors(const struct topics_view *v, bool corrected, const struct estimate_request *q,
		   struct estimate *out, struct err *e)
{
	return mean_of_scores(v, corrected, 0, q, out, e);
}

/* The topics of a mean, which all come from one method. */
struct ranked_topics {
	double *value;
	struct ranked_error *error;
	struct mean_ap_design design;
	struct top_precision top;
	bool certain; /* everything was judged */
	bool listed;  /* and the pool lists what was not */
};

static int add_topic(struct ranked_topics *x, const struct topics_view *v, size_t t,
		     const struct ranking_method *m, enum ranked_quantity quantity, double cutoff,
		     double defined, struct err *e)
{
	const struct topic_view topic = { .sample = v->sample[t], .level = v->level };
	struct ranked_view r;
	x->value[t] = v->estimate[t].value;
	x->design.without += isnan(x->value[t]) ? 1 : 0;
	if (isnan(x->value[t]))
		return 0;
	if (ranked_view_init(&r, &topic, e) < 0)
		return -1;
	mean_ap_design_add(&x->design, &r.sample);
	x->certain = x->certain && ranked_is_certain(&r.sample);
	x->listed = x->listed && topic.sample->whole;
	int result = m->error(&r.sample, quantity, cutoff, &x->error[t], e);
	if (result == 0 && quantity == RANKED_PRECISION)
		result = top_precision_add(&x->top, &r.sample, cutoff,
					   (double)topic.sample->retrieved, defined, x->error[t].se,
					   e);
	arena_release(&r.memory);
	return result;
}

static void bound_mean_ap(const struct ranked_topics *x, const struct mean_ap *mean, bool corrected,
			  const struct estimate_request *q, struct estimate *out)
{
	static const char off[] =
		"of statAP its bias is estimated to be more than 0.7 standard errors; statAP_bc is "
		"less its bias";
	static const char off_corrected[] =
		"of statAP_bc too few relevant documents were drawn to tell the bias: it may be more "
		"than 0.7 standard errors";
	out->bias = corrected ? 0 : mean->bias;
	if (x->certain)
		return;
	out->bounds = mean_ap_interval(out->value, mean, q->ends.lower_p, q->ends.upper_p);
	if (mean_ap_caution(mean, &x->design, corrected) > MEAN_AP_CAUTION)
		out->caution = corrected ? off_corrected : off;
}

/* None at all if the sample cannot tell its error. */
static void bound_mean_r_precision(const struct ranked_topics *x, const struct mean_ap *mean,
				   const struct estimate_request *q, struct estimate *out)
{
#define FEW \
	"of statRprec both ends are missing: too few relevant documents were drawn to tell its error"
	static const char few[] = FEW;
	static const char few_listed[] = FEW "; reg_P has intervals, at a fixed cutoff";
#undef FEW
	if (x->certain)
		return;
	out->bounds = mean_ap_interval(out->value, mean, q->ends.lower_p, q->ends.upper_p);
	if (mean_r_precision_is_told(&x->design) && !isnan(out->bounds.lower + out->bounds.upper))
		return;
	out->bounds = (struct interval){ NAN, NAN };
	out->se = mean->se > 0 ? mean->se : NAN;
	out->caution = x->listed ? few_listed : few;
}

static void bound_these(const struct ranked_topics *x, enum measured_quantity quantity,
			const struct mean_ap *mean, const struct estimate_request *q,
			struct estimate *out)
{
	out->se = mean->se;
	out->bounds = (struct interval){ out->value, out->value };
	if (quantity == RANKING_PRECISION)
		bound_precision(&x->top, x->listed, q, out);
	else if (quantity == RANKING_R_PRECISION)
		bound_mean_r_precision(x, mean, q, out);
	else
		bound_mean_ap(x, mean, quantity == RANKING_AP_CORRECTED, q, out);
}

/*
 * Topics like these: by the scatter of the estimates, within what is possible. The scatter is 0 if
 * nothing relevant was seen, so that of precision it is never narrower than of these topics.
 */
static int bound_random(const struct topics_view *v, enum measured_quantity quantity,
			const struct mean_ap *mean, const struct estimate_request *q,
			struct estimate *out, struct err *e)
{
	const struct estimate these = *out;
	double common = quantity == RANKING_R_PRECISION ? mean->common : 0;
	if (quantity == RANKING_R_PRECISION && isnan(these.bounds.lower))
		return 0;
	*out = (struct estimate){ .value = these.value, .bounds = { NAN, NAN } };
	if (mean_of_scores(v, quantity == RANKING_AP_CORRECTED, common, q, out, e) < 0)
		return -1;
	if (isnan(out->bounds.lower)) /* one topic */
		return 0;
	out->bounds = (struct interval){ fmax(out->bounds.lower, 0), fmin(out->bounds.upper, 1) };
	if (quantity != RANKING_PRECISION)
		return 0;
	out->se = isnan(these.se) ? NAN : out->se;
	out->caution = these.caution;
	out->bounds = (struct interval){ fmin(out->bounds.lower, these.bounds.lower),
					 fmax(out->bounds.upper, these.bounds.upper) };
	return 0;
}

int ranking_mean(const struct topics_view *v, enum measured_quantity quantity,
		 const struct parameters *p, const struct estimate_request *q, struct estimate *out,
		 struct err *e)
{
	double cutoff = p->count > 0 ? p->value[v->value] : 0, defined = 0;
	enum ranked_quantity what = ranked_quantity[quantity];
	struct arena memory = { 0 };
	struct ranked_topics x = { .value = arena_zeroed(&memory, v->topics, sizeof *x.value),
				   .error = arena_zeroed(&memory, v->topics, sizeof *x.error),
				   .certain = true,
				   .listed = true };
	int result = memory.failed ? err_memory(e) : 0;
	for (size_t t = 0; t < v->topics; t++)
		defined += isnan(v->estimate[t].value) ? 0 : 1;
	for (size_t t = 0; result == 0 && t < v->topics; t++)
		result = add_topic(&x, v, t, ranking_method_find(q->method), what, cutoff, defined,
				   e);
	if (result == 0) {
		const struct mean_ap mean = mean_ap_of(x.value, x.error, v->topics, what);
		bound_these(&x, quantity, &mean, q, out);
		if (q->random_topics)
			result = bound_random(v, quantity, &mean, q, out, e);
	}
	arena_release(&memory);
	return result;
}

bool ranking_has_bounds(enum measured_quantity quantity, const char *method)
{
	const struct ranking_method *m = ranking_method_find(method);
	return quantity <= RANKING_PRECISION && m != NULL &&
	       (m->quantities & (unsigned)ranked_quantity[quantity]) != 0;
}
