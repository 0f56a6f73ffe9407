/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>

#include "core/data/joined/ranked_view.h"
#include "core/data/strata/sample_weights.h"
#include "core/engine/evaluate/figures.h"
#include "core/engine/evaluate/learnt_means.h"
#include "core/engine/evaluate/services.h"
#include "core/engine/evaluate/other_set.h"
#include "core/engine/evaluate/weighted_documents.h"
#include "core/stats/interval/cut_strata.h"
#include "core/stats/interval/default_methods.h"
#include "core/stats/interval/mean_of_topics.h"
#include "core/stats/interval/one_proportion.h"
#include "core/stats/interval/prior_excess.h"
#include "core/stats/ranking/jackknife.h"
#include "core/stats/ranking/mean_ap.h"
#include "core/stats/ranking/ranked_ap.h"
#include "core/stats/ranking/ranking_method.h"
#include "core/stats/rmath.h"

/* Priors that raise the yield by more than this many standard deviations need caution. */
static const double PRIOR_HEAVY = 0.5;
static const char prior_heavy[] =
	"the priors of many strata add up to more than half a standard deviation of the yield; "
	"bb-poured has one prior for each segment";

static const char estimate_outside[] =
	"the estimate lies outside, as the priors of the strata add up; bb-poured has one prior for "
	"each segment";

static const char no_strata[] = "the probabilities give no strata: they are those of ht-logit";

static const char mean_outside[] =
	"the mean over topics lies outside, as the priors of the topics add up: bb-learnt has one "
	"prior for all topics";
static const char topic_without[] =
	"there is none of the mean, as the method has none for one of the topics: bb-learnt has";
static const char no_mean_of_tops[] =
	"there is none of a mean over topics at a cutoff; those of the topics hold";
static const char no_mean[] =
	"the method has none for a mean over several topics: bb-learnt has, and --micro pools the "
	"topics";

static int refuse(struct err *e, const char *format, ...)
{
	char text[sizeof e->text];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return err_usage(e, "%s", text);
}

/* The place of a word in a list of flags, as a flag; 0: it is none of them. */
static unsigned flag_of(const char *const *words, const char *what)
{
	for (unsigned i = 0; words[i] != NULL; i++)
		if (strcmp(words[i], what) == 0)
			return 1U << i;
	return 0;
}

/*
 * Sets.
 */

static bool only_retrieved(const char *what)
{
	return strcmp(what, "retrieved yield") == 0;
}

/* What is said of another set than the retrieved one (other_set.h). */
struct other_set_word {
	const char *what;
	enum turn turn;
	const char *as; /* the same of that set */
};

static const struct other_set_word *other_set_word(const char *what)
{
	static const struct other_set_word words[] = { { "elusion", TURN_OVER, "precision" },
						       { "unretrieved yield", TURN_OVER,
							 "retrieved yield" },
						       { "richness", TURN_ALL, "precision" } };
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (strcmp(words[i].what, what) == 0)
			return &words[i];
	return NULL;
}

static enum quantity set_quantity(const char *what)
{
	const struct other_set_word *other = other_set_word(what);
	if (other != NULL)
		what = other->turn == TURN_ALL ? "yield" : other->as;
	static const char *const words[] = { "recall", "precision", "F", "yield", NULL };
	return only_retrieved(what) ? QUANTITY_YIELD : (enum quantity)flag_of(words, what);
}

static bool set_has(const char *what, const char *method)
{
	const struct interval_method *m = interval_find(method);
	return m != NULL && (m->quantities & (unsigned)set_quantity(what)) != 0;
}

static struct interval_request set_request(const char *what, double beta,
					   const struct sample_view *s,
					   const struct estimate_request *q)
{
	return (struct interval_request){ .quantity = set_quantity(what),
					  .beta = beta,
					  .ends = q->ends,
					  .gray_nonrelevant = s->gray == GRAY_NONRELEVANT,
					  .post_stratified = s->post_stratified };
}

static int weighted_bounds(const struct interval_method *m, const struct topic_view *t,
			   const struct interval_request *b, bool retrieved_only, double cutoff,
			   struct interval *out, struct err *e)
{
	const struct sample_view *s = t->sample;
	struct weighted *d = calloc(s->documents + 1, sizeof *d);
	if (d == NULL)
		return err_memory(e);
	size_t count = weighted_documents(s, t->level, cutoff, retrieved_only, d);
	int result = interval_weighted(m, d, count, b, out, e);
	free(d);
	return result;
}

/* The strata as the first `cutoff` documents divide them; to be freed. NULL: `e` is filled. */
static struct divided_stratum *top_of(const struct sample_view *s, double cutoff, struct err *e)
{
	struct divided_stratum *top = calloc(s->strata + 1, sizeof *top);
	if (top == NULL) {
		err_memory(e);
		return NULL;
	}
	if (cutoff < (double)s->retrieved)
		sample_view_top(s, cutoff, top);
	else if (s->strata > 0)
		memcpy(top, s->stratum, s->strata * sizeof *top);
	return top;
}

static double prior_excess(const struct interval_method *m, const struct sample_view *s)
{
	struct stratum *plain = calloc(s->strata + 1, sizeof *plain);
	if (plain == NULL)
		return 0; /* all that is lost is a warning */
	divided_strata(s->stratum, s->strata, plain);
	double excess = interval_prior_excess(m, plain, s->strata);
	free(plain);
	return excess;
}

/*
 * The estimate weighs documents by probabilities as they were printed, and the bounds use the sizes
 * of the strata. An end may lie between the two results, which differ a little (sample_weights.c).
 */
static void allow_for_rounding(double value, struct interval *x)
{
	double rounding = 0.01 * fabs(value);
	if (x->lower > value && x->lower - value < rounding)
		x->lower = value;
	if (x->upper < value && value - x->upper < rounding)
		x->upper = value;
}

/* One sample has an exact interval, which is the default between two ends. */
static bool one_sample_by_default(const struct estimate_request *q)
{
	return q->by_default && q->ends.draws == 0 && strcmp(q->method, DEFAULT_INTERVAL) == 0;
}

static int plain_bounds(const struct topic_view *t, const char *what, double beta, double cutoff,
			const struct estimate_request *q, struct estimate *out, struct err *e)
{
	const struct sample_view *s = t->sample;
	const struct interval_method *m = interval_find(q->method);
	const struct interval_request b = set_request(what, beta, s, q);
	out->draws = q->ends.draws;
	if (m->weighted == NULL && q->by_default && s->strata == 0 && s->documents > 0) {
		m = interval_find("ht-logit");
		out->method = m->name;
		out->caution = no_strata;
	}
	if (m->weighted != NULL && s->documents == 0)
		return err_usage(e,
				 "--ci=%s needs judged documents, and a table of strata has none",
				 m->name);
	if (m->weighted != NULL)
		return weighted_bounds(m, t, &b, only_retrieved(what), cutoff, &out->bounds, e);
	if (s->strata == 0)
		return err_usage(e,
				 "--ci=%s needs strata, and the probabilities of topic '%.200s' "
				 "give none: use --ci=ht-logit",
				 m->name, t->topic != NULL ? t->topic : "all");
	if (prior_excess(m, s) > PRIOR_HEAVY)
		out->caution = prior_heavy;
	struct divided_stratum *top = top_of(s, cutoff, e);
	if (top != NULL && one_sample_by_default(q) &&
	    one_proportion_is_all(top, s->strata, b.quantity, only_retrieved(what))) {
		m = interval_find(DEFAULT_ONE_SAMPLE);
		out->method = m->name;
	}
	int result = top == NULL ? -1
				 : divided_interval(m, top, s->strata, &b, only_retrieved(what),
						    &out->bounds, e);
	free(top);
	if (result == 0 && s->weights_given && q->by_default)
		allow_for_rounding(out->value, &out->bounds);
	return result;
}

static int other_set_bounds(const struct topic_view *t, const struct other_set_word *what,
			    double cutoff, const struct estimate_request *q, struct estimate *out,
			    struct err *e)
{
	struct divided_stratum *top = top_of(t->sample, cutoff, e);
	if (top == NULL)
		return -1;
	struct sample_view *other = other_set(t->sample, top, cutoff, what->turn);
	struct topic_view view = *t;
	view.sample = other;
	int result = other == NULL ? err_memory(e)
				   : plain_bounds(&view, what->as, 1, INFINITY, q, out, e);
	other_set_free(other);
	free(top);
	return result;
}

/*
 * Richness from strata is the yield divided by their size. So methods that have a yield, but no
 * precision of several strata, give it too.
 */
static int share_of_yield(const struct topic_view *t, const struct estimate_request *q,
			  struct estimate *out, struct err *e)
{
	double size = 0;
	for (size_t i = 0; i < t->sample->strata; i++)
		size += (double)t->sample->stratum[i].size;
	if (plain_bounds(t, "yield", 1, INFINITY, q, out, e) < 0)
		return -1;
	out->bounds.lower /= size;
	out->bounds.upper /= size;
	return 0;
}

static int any_bounds(const struct topic_view *t, const char *what, double beta, double cutoff,
		      const struct estimate_request *q, struct estimate *out, struct err *e)
{
	const struct other_set_word *other = other_set_word(what);
	if (other == NULL)
		return plain_bounds(t, what, beta, cutoff, q, out, e);
	if (other->turn == TURN_ALL && t->sample->strata > 0 &&
	    interval_find(q->method)->weighted == NULL)
		return share_of_yield(t, q, out, e);
	return other_set_bounds(t, other, cutoff, q, out, e);
}

static int set_bounds(const struct topic_view *t, const char *what, double beta, double cutoff,
		      const struct estimate_request *q, struct estimate *out, struct err *e)
{
	if (any_bounds(t, what, beta, cutoff, q, out, e) < 0)
		return -1;
	const double slack = 1e-9 * fabs(out->value);
	bool outside =
		out->value < out->bounds.lower - slack || out->value > out->bounds.upper + slack;
	/* at a cutoff, the measure may still lower both ends */
	if (outside && isinf(cutoff) && out->caution == NULL &&
	    interval_find(q->method)->prior != NULL)
		out->caution = estimate_outside;
	return 0;
}

/* The topics' bounds by the method of the mean. */
static int bound_topics(const struct interval_method *m, const struct mean_request *q,
			struct topic_sample *topic, size_t count, struct err *e)
{
	for (size_t i = 0; i < count; i++)
		if (!isnan(topic[i].estimate) &&
		    divided_interval(m, topic[i].stratum, topic[i].strata, &q->interval,
				     q->retrieved_only, &topic[i].interval, e) < 0)
			return -1;
	return 0;
}

/* By the topics' own intervals or posteriors. */
static int combined_mean(const struct interval_method *m, const struct topics_view *v,
			 const char *what, double beta, const struct estimate_request *q,
			 struct estimate *out, struct err *e)
{
	struct topic_sample *topic = calloc(v->topics + 1, sizeof *topic);
	if (topic == NULL)
		return err_memory(e);
	for (size_t i = 0; i < v->topics; i++)
		topic[i] = (struct topic_sample){ .stratum = v->sample[i]->stratum,
						  .strata = v->sample[i]->strata,
						  .estimate = v->estimate[i].value,
						  .interval = v->estimate[i].bounds };
	const struct mean_request mean = {
		.interval = set_request(what, beta, v->sample[0], q),
		.retrieved_only = only_retrieved(what),
		.random_topics = q->random_topics,
		.resamples = q->resamples,
	};
	out->draws = q->random_topics ? q->resamples : 0;
	bool again = q->other_method && m->weighted == NULL;
	int result = again ? bound_topics(m, &mean, topic, v->topics, e) : 0;
	if (result == 0)
		result = interval_mean(m, topic, v->topics, &mean, &out->bounds, e);
	free(topic);
	if (result == 0 && isnan(out->bounds.lower + out->bounds.upper))
		out->caution = topic_without;
	if (result == 0 && (out->value < out->bounds.lower || out->value > out->bounds.upper))
		out->caution = mean_outside;
	return result;
}

/*
 * Whether a method has an interval of the mean over topics. One with a posterior has. For the
 * others the ends of the topics are added in quadrature. That covers the mean of sums, if the ends
 * are those of the normal distribution or of ht-logit, but not of ratios (coverage .13 to .8 at 50
 * topics).
 */
static bool has_mean(const struct interval_method *m, enum quantity quantity)
{
	bool ratio = quantity == QUANTITY_RECALL || quantity == QUANTITY_F;
	bool sums = m->weighted != NULL || strcmp(m->name, "normal") == 0;
	return m->prior != NULL || (!ratio && sums);
}

static int plain_mean(const struct topics_view *v, const char *what, double beta, bool top,
		      const struct estimate_request *q, struct estimate *out, struct err *e)
{
	const struct interval_method *m = interval_find(q->method);
	if (top && m->weighted == NULL) { /* the posteriors are those of the whole rankings */
		out->caution = no_mean_of_tops;
		return 0;
	}
	const struct learnt_quantity of = { .quantity = set_quantity(what),
					    .beta = beta,
					    .retrieved_only = only_retrieved(what),
					    .gray_nonrelevant =
						    v->sample[0]->gray == GRAY_NONRELEVANT };
	if (m->learnt)
		return learnt_mean_of_topics(v, &of, q, out, e);
	if (!has_mean(m, of.quantity) && !q->random_topics) {
		out->caution = no_mean;
		return 0;
	}
	return combined_mean(m, v, what, beta, q, out, e);
}

static int set_mean(const struct topics_view *v, const char *what, double beta, bool top,
		    const struct estimate_request *q, struct estimate *out, struct err *e)
{
	const struct other_set_word *other = other_set_word(what);
	if (other == NULL)
		return plain_mean(v, what, beta, top, q, out, e);
	struct topics_view view = *v;
	struct sample_view **sample = calloc(v->topics + 1, sizeof *sample);
	size_t made = 0;
	while (sample != NULL && made < v->topics) {
		const struct sample_view *s = v->sample[made];
		sample[made] = other_set(s, s->stratum, INFINITY, other->turn);
		if (sample[made] == NULL)
			break;
		made++;
	}
	view.sample = (const struct sample_view **)sample;
	int result = sample == NULL || made < v->topics
			     ? err_memory(e)
			     : plain_mean(&view, other->as, 1, top, q, out, e);
	for (size_t i = 0; i < made; i++)
		other_set_free(sample[i]);
	free(sample);
	return result;
}

/*
 * Rankings.
 */

static enum ranked_quantity ranked_quantity(const char *what)
{
	static const char *const words[] = { "AP", "AP corrected", "Rprec", "P", NULL };
	return (enum ranked_quantity)flag_of(words, what);
}

static bool ranking_has(const char *what, const char *method)
{
	const struct ranking_method *m = ranking_method_find(method);
	return m != NULL && (m->quantities & (unsigned)ranked_quantity(what)) != 0;
}

static int ranking_bounds(const struct topic_view *t, const char *what, const double *cutoff,
			  size_t cutoffs, const struct estimate_request *q, struct estimate *out,
			  struct err *e)
{
	const struct ranking_method *m = ranking_method_find(q->method);
	struct ranked_view v;
	if (ranked_view_init(&v, t, e) < 0)
		return -1;
	bool certain = ranked_is_certain(&v.sample);
	int result = 0;
	for (size_t k = 0; result == 0 && (k == 0 || k < cutoffs); k++) {
		struct ranked_error error;
		result = m->error(&v.sample, ranked_quantity(what), cutoffs > 0 ? cutoff[k] : 0,
				  &error, e);
		if (result < 0)
			break;
		out[k].se = isnan(out[k].value) ? NAN : error.se;
		out[k].bias = error.bias;
		out[k].bounds = ranked_interval_of(out[k].value, &error, certain, q->ends.lower_p,
						   q->ends.upper_p);
	}
	ranked_view_release(&v);
	return result;
}

static int ranking_value(const struct topic_view *t, const char *what, double *value, struct err *e)
{
	struct ranked_view v;
	if (ranked_view_init(&v, t, e) < 0)
		return -1;
	int result = (strcmp(what, "AP Beale") == 0 ? ranked_ap_beale
						    : ranked_ap_corrected)(&v.sample, value, e);
	ranked_view_release(&v);
	return result;
}

/* Normal, on the scale itself; "topics like these" by Student's t. */
static int mean_of_errors(const struct topics_view *v, bool corrected,
			  const struct estimate_request *q, struct estimate *out, struct err *e)
{
	double *value = calloc(v->topics + 1, sizeof *value);
	struct ranked_error *error = calloc(v->topics + 1, sizeof *error);
	size_t defined = 0;
	for (size_t t = 0; value != NULL && error != NULL && t < v->topics; t++) {
		const struct estimate *x = &v->estimate[t];
		value[t] = x->value;
		error[t] = (struct ranked_error){ .se = x->se,
						  .bias = x->bias,
						  .corrected = corrected };
		defined += isnan(value[t]) ? 0 : 1;
	}
	bool done = value != NULL && error != NULL;
	if (done) {
		const struct ranked_mean mean =
			ranked_mean_of(value, error, v->topics, q->random_topics);
		double df = q->random_topics ? (double)defined - 1 : INFINITY;
		double centre = out->value - mean.bias;
		out->se = mean.se;
		out->bias = mean.bias;
		if (!isnan(mean.spread))
			out->bounds = (struct interval){
				centre + qt(q->ends.lower_p, df, 1, 0) * mean.spread,
				centre + qt(q->ends.upper_p, df, 1, 0) * mean.spread,
			};
	}
	free(value);
	free(error);
	return done ? 0 : err_memory(e);
}

/* The topics of a mean of average precision. */
struct ap_topics {
	double *value;
	struct ranked_error *error;
	struct mean_ap_design design;
	bool certain; /* everything was judged */
};

static int add_ap_topic(struct ap_topics *x, const struct topics_view *v, size_t t,
			const struct ranking_method *m, enum ranked_quantity quantity,
			struct err *e)
{
	const struct topic_view topic = { .sample = v->sample[t], .level = v->level };
	struct ranked_view r;
	x->value[t] = v->estimate[t].value;
	if (ranked_view_init(&r, &topic, e) < 0)
		return -1;
	if (!isnan(x->value[t])) {
		mean_ap_design_add(&x->design, &r.sample);
		x->certain = x->certain && ranked_is_certain(&r.sample);
	}
	int result = m->error(&r.sample, quantity, 0, &x->error[t], e);
	ranked_view_release(&r);
	return result;
}

static void bound_mean_ap(const struct ap_topics *x, const struct topics_view *v, bool corrected,
			  const struct estimate_request *q, struct estimate *out)
{
	static const char off[] =
		"of statAP its bias is estimated to be more than 0.7 standard errors; statAP_bc is "
		"less its bias";
	static const char off_corrected[] =
		"of statAP_bc too few relevant documents were drawn to tell the bias: it may be more "
		"than 0.7 standard errors";
	const struct mean_ap mean = mean_ap_of(x->value, x->error, v->topics);
	out->se = mean.se;
	out->bias = corrected ? 0 : mean.bias;
	if (x->certain)
		out->bounds = (struct interval){ out->value, out->value };
	else
		out->bounds = mean_ap_interval(out->value, &mean, q->ends.lower_p, q->ends.upper_p);
	if (!x->certain && mean_ap_caution(&mean, &x->design, corrected) > MEAN_AP_CAUTION)
		out->caution = corrected ? off_corrected : off;
}

static int ranking_mean(const struct topics_view *v, const char *what,
			const struct estimate_request *q, struct estimate *out, struct err *e)
{
	enum ranked_quantity quantity = ranked_quantity(what);
	bool corrected = quantity == RANKED_AP_CORRECTED;
	if (q->random_topics || v->sample == NULL)
		return mean_of_errors(v, corrected, q, out, e);
	struct ap_topics x = { .value = calloc(v->topics + 1, sizeof *x.value),
			       .error = calloc(v->topics + 1, sizeof *x.error),
			       .certain = true };
	int result = x.value == NULL || x.error == NULL ? err_memory(e) : 0;
	for (size_t t = 0; result == 0 && t < v->topics; t++)
		result = add_ap_topic(&x, v, t, ranking_method_find(q->method), quantity, e);
	if (result == 0)
		bound_mean_ap(&x, v, corrected, q, out);
	free(x.value);
	free(x.error);
	return result;
}

const struct services services = {
	.out_of_memory = err_memory,
	.refuse = refuse,
	.set_has = set_has,
	.set_bounds = set_bounds,
	.set_mean = set_mean,
	.ranking_has = ranking_has,
	.ranking_bounds = ranking_bounds,
	.ranking_mean = ranking_mean,
	.ranking_value = ranking_value,
	.mean_of_errors = mean_of_errors,
	.add_figure = figures_add,
	.pairs = &pair_services,
};
