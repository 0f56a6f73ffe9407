/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>

#include "core/data/strata/sample_weights.h"
#include "core/engine/services/cluster_bounds.h"
#include "core/engine/services/figures.h"
#include "core/engine/services/outside_bounds.h"
#include "core/engine/services/ranking_bounds.h"
#include "core/engine/services/regression_bounds.h"
#include "core/engine/services/rescaled_bounds.h"
#include "core/engine/services/second_review_bounds.h"
#include "core/engine/services/services.h"
#include "core/engine/services/set_means.h"
#include "core/engine/services/set_quantity.h"
#include "core/engine/services/weighted_documents.h"
#include "core/stats/interval/choose.h"
#include "core/stats/interval/posterior.h"
#include "core/stats/interval/prior_excess.h"
#include "core/stats/interval/tiny_samples.h"

/* Priors that raise the yield by more than this many standard deviations need caution. */
static const double PRIOR_HEAVY = 0.5;
static const char prior_heavy[] =
	"the priors of many strata add up to more than half a standard deviation of the yield; "
	"bb-spread has one prior for each segment";

static const char tiny_samples[] =
	"most of the doubt lies in strata with one or two sampled documents each: of one topic such "
	"intervals covered .89 to .95 for .95 (doc/coverage.md)";

static const char estimate_outside[] =
	"the estimate lies outside, as the priors of the strata add up; bb-spread has one prior for "
	"each segment";

static const char no_strata[] =
	"the probabilities give no strata: they are those of " NAMED_WEIGHTED;

static int refuse(struct err *e, const char *format, ...)
{
	char text[sizeof e->text];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return err_usage(e, "%s", text);
}

static int weighted_bounds(const struct interval_method *m, const struct topic_view *t,
			   const struct interval_request *b, bool retrieved_only, double cutoff,
			   struct estimate *out, struct err *e)
{
	const struct sample_view *s = t->sample;
	struct weighted *d = calloc(s->documents + 1, sizeof *d);
	if (d == NULL)
		return err_memory(e);
	bool some = retrieved_only && !m->clustered;
	size_t count = weighted_documents(s, t->level, cutoff, some, d);
	for (size_t i = 0; retrieved_only && !some && i < count; i++)
		d[i].relevant = d[i].relevant && d[i].retrieved;
	int result = m->clustered ? clusters_apply(s, e) : 0;
	if (result == 0)
		result = interval_weighted(m, d, count, b, &out->bounds, e);
	if (result == 0 && m->clustered)
		result = clusters_describe(d, count, b, out, e);
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

/* The bounds are those of strata of whole sizes, and the estimate weighs documents by 1/p. */
static void allow_for_weights(const struct topic_view *t, const struct divided_stratum *top,
			      const struct interval_request *b, double cutoff, struct estimate *out)
{
	const struct sample_view *s = t->sample;
	double filled = fmin((double)s->retrieved / cutoff, 1); /* as est_P at a cutoff has it */
	double part = b->quantity == QUANTITY_PRECISION && !isinf(cutoff) ? filled : 1;
	double from = divided_value(top, s->strata, b), to = out->value / part;
	if (b->quantity == QUANTITY_YIELD && from == 0) { /* nothing found: by all documents */
		to = documents_stood_for(s);
		for (size_t i = 0; i < s->strata; i++)
			from += (double)top[i].size;
	}
	if (s->weights_given && !s->capped && fabs(to - from) > 1e-12 * fabs(from))
		bounds_rescale(&out->bounds, from, to, b->quantity);
}

/* The methods of means and of rankings are defaults too, and not of a set of one topic. */
static bool is_by_rule(const struct estimate_request *q)
{
	unsigned facts = interval_facts_of_ends(&q->ends);
	return q->by_default && strcmp(q->method, interval_choose(OF_SET, facts)) == 0;
}

/* What a posterior cannot hold is refused here, where the topic has a name. */
static int check_documents(const struct topic_view *t, bool retrieved_only, struct err *e)
{
	double documents = 0;
	for (size_t i = 0; i < t->sample->strata; i++) {
		const struct divided_stratum *d = &t->sample->stratum[i];
		if (d->cut || d->retrieved || !retrieved_only)
			documents += (double)d->size;
	}
	if (documents <= (double)POSTERIOR_DOCUMENTS)
		return 0;
	return err_data(e,
			"topic '%.200s': posterior intervals are for at most %lld documents in all "
			"strata of a topic, and here are %.0f",
			t->topic != NULL ? t->topic : "all", (long long)POSTERIOR_DOCUMENTS,
			documents);
}

static int plain_bounds(const struct topic_view *t, const struct set_quantity *of, double beta,
			double cutoff, const struct estimate_request *q, struct estimate *out,
			struct err *e)
{
	const struct sample_view *s = t->sample;
	const struct interval_method *m = interval_find(q->method);
	struct interval_request b = set_request(of, beta, s, q);
	out->draws = q->ends.draws;
	if (m->weighted == NULL && q->by_default && s->strata == 0 && s->documents > 0) {
		m = interval_find(interval_choose(OF_SET, FACT_NO_STRATA));
		out->method = m->name;
		out->caution = no_strata;
	}
	if (m->weighted != NULL && s->documents == 0)
		return err_usage(e,
				 "--ci=%s needs judged documents, and a table of strata has none",
				 m->name);
	if (m->weighted != NULL)
		return weighted_bounds(m, t, &b, of->retrieved_only, cutoff, out, e);
	if (s->strata == 0)
		return err_usage(e,
				 "--ci=%s needs strata, and the probabilities of topic '%.200s' "
				 "give none: use --ci=" NAMED_WEIGHTED,
				 m->name, t->topic != NULL ? t->topic : "all");
	if (prior_excess(m, s) > PRIOR_HEAVY)
		out->caution = prior_heavy;
	struct divided_stratum *top = top_of(s, cutoff, e);
	bool whole = isinf(cutoff) || cutoff >= (double)s->retrieved;
	b.labels = s->labelled && s->design_strata == 1 && whole;
	bool rule = top != NULL && is_by_rule(q);
	if (rule && m != interval_choice(top, s->strata, &b).method) {
		m = interval_choice(top, s->strata, &b).method;
		out->method = m->name;
	}
	bool failed = top == NULL ||
		      (m->compute == NULL && check_documents(t, of->retrieved_only, e) < 0);
	int result = failed ? -1
		     : rule ? default_interval(top, s->strata, &b, &out->bounds, e)
			    : divided_interval(m, top, s->strata, &b, &out->bounds, e);
	if (result == 0)
		allow_for_weights(t, top, &b, cutoff, out);
	if (result == 0 && m->by_sample && interval_on_tiny_samples(top, s->strata, &b))
		out->caution = tiny_samples;
	free(top);
	return result;
}

static int other_set_bounds(const struct topic_view *t, const struct set_quantity *of,
			    double cutoff, const struct estimate_request *q, struct estimate *out,
			    struct err *e)
{
	struct divided_stratum *top = top_of(t->sample, cutoff, e);
	if (top == NULL)
		return -1;
	struct sample_view *other = other_set(t->sample, top, cutoff, of->turn);
	struct topic_view view = *t;
	view.sample = other;
	int result = other == NULL
			     ? err_memory(e)
			     : plain_bounds(&view, &set_quantity[of->as], 1, INFINITY, q, out, e);
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
	double size = documents_stood_for(t->sample), richness = out->value;
	out->value *= size;
	int result = plain_bounds(t, &set_quantity[SET_YIELD], 1, INFINITY, q, out, e);
	out->value = richness;
	out->bounds.lower /= size;
	out->bounds.upper /= size;
	return result;
}

/* Bounds of all that is retrieved. */
static int whole_bounds(const struct topic_view *t, enum measured_quantity what, double beta,
			const struct estimate_request *q, struct estimate *out, struct err *e)
{
	return plain_bounds(t, &set_quantity[what], beta, INFINITY, q, out, e);
}

static int any_bounds(const struct topic_view *t, const struct set_quantity *of, double beta,
		      double cutoff, const struct estimate_request *q, struct estimate *out,
		      struct err *e)
{
	enum measured_quantity what = (enum measured_quantity)(of - set_quantity);
	if (isinf(cutoff) && outside_matters(t->sample, what))
		return outside_bounds(whole_bounds, t, what, beta, q, out, e);
	if (of->turn == TURN_NONE)
		return plain_bounds(t, of, beta, cutoff, q, out, e);
	if (of->turn == TURN_ALL && t->sample->strata > 0 &&
	    interval_find(q->method)->weighted == NULL)
		return share_of_yield(t, q, out, e);
	return other_set_bounds(t, of, cutoff, q, out, e);
}

/* Bounds of the first documents of a ranking. */
static int cut_bounds(const struct topic_view *t, enum measured_quantity quantity, double cutoff,
		      const struct estimate_request *q, struct estimate *out, struct err *e)
{
	const struct sample_view *s = t->sample;
	if (s->documents == 0)
		return 0; /* a table of strata cannot be cut: there is no value either */
	if (any_bounds(t, &set_quantity[quantity], 1, cutoff, q, out, e) < 0)
		return -1;
	/* what is missing from the first k is not relevant */
	double part = quantity == SET_PRECISION ? fmin((double)s->retrieved / cutoff, 1) : 1;
	out->bounds.lower *= part;
	out->bounds.upper *= part;
	return 0;
}

static int set_bounds(const struct topic_view *t, enum measured_quantity quantity,
		      const struct parameters *p, const struct estimate_request *q,
		      struct estimate *out, struct err *e)
{
	size_t cutoffs = cutoffs_of(quantity, p);
	if (t->sample->two_phase)
		return second_review_bounds(t->sample, quantity, q, out, e);
	for (size_t k = 0; t->sample->labelled && k < (cutoffs > 0 ? cutoffs : 1); k++)
		out[k].estimator = "labels";
	for (size_t k = 0; k < cutoffs; k++)
		if (cut_bounds(t, quantity, p->value[k], q, &out[k], e) < 0)
			return -1;
	if (cutoffs > 0)
		return 0;
	if (any_bounds(t, &set_quantity[quantity], beta_of(quantity, p), INFINITY, q, out, e) < 0)
		return -1;
	const double slack = 1e-9 * fabs(out->value);
	bool outside =
		out->value < out->bounds.lower - slack || out->value > out->bounds.upper + slack;
	if (outside && out->caution == NULL && interval_find(q->method)->prior != NULL)
		out->caution = estimate_outside;
	return 0;
}

static bool has_bounds(enum measured_quantity quantity, const char *method)
{
	const struct interval_method *m = interval_find(method);
	if (quantity >= SET_RECALL && quantity <= SET_ELUSION)
		return m != NULL &&
		       (m->quantities & (unsigned)set_quantity[quantity].quantity) != 0;
	if (quantity >= REGRESSION_PRECISION)
		return strcmp(method, REGRESSION_METHOD) == 0;
	return quantity >= RANKING_AP && quantity <= RANKING_PRECISION &&
	       ranking_has_bounds(quantity, method);
}

static int bounds(const struct topic_view *t, enum measured_quantity quantity,
		  const struct parameters *p, const struct estimate_request *q,
		  struct estimate *out, struct err *e)
{
	return (quantity < RANKING_AP		  ? set_bounds
		: quantity < REGRESSION_PRECISION ? ranking_bounds
						  : regression_bounds)(t, quantity, p, q, out, e);
}

static int mean(const struct topics_view *v, enum measured_quantity quantity,
		const struct parameters *p, const struct estimate_request *q, struct estimate *out,
		struct err *e)
{
	if (quantity >= REGRESSION_PRECISION)
		return regression_mean(v, quantity, p, q, out, e);
	return quantity < RANKING_AP ? set_mean(v, quantity, p, q, out, e)
				     : ranking_mean(v, quantity, p, q, out, e);
}

const struct services services = {
	.out_of_memory = err_memory,
	.refuse = refuse,
	.has_bounds = has_bounds,
	.bounds = bounds,
	.mean = mean,
	.ranking_value = ranking_value,
	.mean_of_errors = mean_of_errors,
	.add_figure = figures_add,
	.regression_value = regression_value,
};

int measure_bounds(const struct measure *m, const struct topic_view *t, const struct parameters *p,
		   const struct estimate_request *q, struct estimate *out, struct err *e)
{
	return m->estimate != NULL ? m->estimate(t, p, q, out, e)
				   : bounds(t, m->quantity, p, q, out, e);
}

int measure_mean(const struct measure *m, const struct topics_view *v, const struct parameters *p,
		 const struct estimate_request *q, struct estimate *out, struct err *e)
{
	return m->summarise != NULL	       ? m->summarise(v, p, q, out, e)
	       : m->quantity != QUANTITY_OTHER ? mean(v, m->quantity, p, q, out, e)
					       : mean_of_errors(v, m->corrected, q, out, e);
}
