/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds of a quantity of a set, of one topic, from a measure to the function of a method: what
 * the methods are asked of the sample (set_questions.h), the rule by which the method is chosen
 * (core/stats/interval/choose.h), and its interval. set_bounds() is the whole way; what stands
 * above it is what is refused before, and what follows from an answer.
 */
#include <math.h>

#include "core/base/near.h"
#include "core/engine/bounds/bounds_of_kinds.h"
#include "core/engine/bounds/set_questions.h"
#include "core/stats/interval/choose.h"
#include "core/stats/interval/cluster_jackknife.h"
#include "core/stats/interval/posterior.h"
#include "core/stats/interval/interval_cautions.h"
#include "core/stats/interval/two_phase.h"

/* Priors that raise the yield by more than this many standard deviations need caution. */
static const double PRIOR_HEAVY = 0.5;
static const char prior_heavy[] =
	"the priors of many strata add up to more than half a standard deviation of the yield; "
	"bb-spread has one prior for each segment";

static const char tiny_samples[] =
	"most of the doubt lies in strata with one or two sampled documents each: of one topic such "
	"intervals covered .92 to 1.00 for .95 (doc/coverage.md)";

static const char few_documents[] =
	"a precision rests on 30 judged documents or fewer of several strata: its ends move in "
	"steps, and its level holds on average, not for every collection";

static const char estimate_outside[] =
	"the estimate lies outside, as the priors of the strata add up; bb-spread has one prior for "
	"each segment";

static const char unmet_stratum[] =
	"the judged documents of the run represent fewer than it has, and none is judged in a "
	"stratum where the others may be: only the upper end counts these as relevant";

static const char unmet_in_top[] =
	"the judged documents of the first k represent fewer than k, and none is judged in a "
	"stratum where the others may be: these are left out, and the interval may be too narrow";

static const char no_strata[] =
	"the probabilities give no strata: they are those of " NAMED_WEIGHTED;

static const char scarce_clusters[] =
	"there are just enough clusters for bounds: if most samples of this design would have too few, "
	"this one was lucky, and its bounds do not hold (doc/coverage.md)";

static const char uneven_clusters[] =
	"a few large clusters have most of the documents: one-sided lower bounds of 95 % covered .89 to "
	".99 with such ones (doc/coverage.md)";

bool set_has_bounds(enum measured_quantity quantity, const char *method)
{
	const struct interval_method *m = interval_find(method);
	return quantity != QUANTITY_OTHER && m != NULL &&
	       (m->quantities & (unsigned)set_quantity_of(quantity)) != 0;
}

/*
 * Question `i`: at a cutoff; or of the frame (0), and of the parts of all that is retrieved.
 */
static int ask(struct set_question *a, const struct topic_view *t, enum measured_quantity what,
	       const struct parameters *p, const struct estimate_request *q, size_t i, double value,
	       struct err *e)
{
	const struct sample_view *s = t->sample;
	bool weighted = interval_find(q->method)->weighted != NULL;
	bool cut = cutoffs_of(what, p) > 0;
	double cutoff = cut ? p->value[i] : INFINITY, beta = beta_of(what, p);
	if (!cut && i > 0)
		return outside_question_init(a, s, t->level, what, beta, (enum outside_part)(i - 1),
					     q, e);
	if (set_question_init(a, s, what, beta, cutoff, value, weighted, q, e) < 0)
		return -1;
	if (cut && what == SET_PRECISION) /* what is missing from the first k is not relevant */
		a->times = fmin((double)s->retrieved / cutoff, 1);
	return 0;
}

/*
 * The method.
 */

/* The one that is named, and is asked directly; by default, what the rule says of this sample. */
static struct interval_rule rule_of(const struct set_question *a, const struct estimate_request *q,
				    struct sample_facts *f, struct estimate *out)
{
	const struct sample_view *s = &a->sample;
	const bool by_rule = q->by_default && interval_find(q->method)->weighted == NULL;
	*f = sample_facts(OF_SET, (struct sample_known){ .no_strata = by_rule && lacks_strata(s),
							 .stratum = s->stratum,
							 .strata = s->strata,
							 .asked = &a->asked });
	if (!by_rule)
		return (struct interval_rule){ .method = q->method };
	const struct interval_rule *r = interval_choose(*f);
	if (f->from.no_strata)
		out->caution = no_strata;
	if (strcmp(r->method, q->method) != 0)
		out->method = r->method;
	return *r;
}

/* What a posterior cannot hold is refused here, where the topic has a name. */
static int check_documents(const struct set_question *a, const char *topic, struct err *e)
{
	double documents = 0;
	for (size_t i = 0; i < a->sample.strata; i++) {
		const struct divided_stratum *d = &a->design[i];
		if (d->cut || d->retrieved || !a->asked.retrieved_only)
			documents += (double)d->size;
	}
	if (documents <= (double)POSTERIOR_DOCUMENTS)
		return 0;
	return err_data(e,
			"topic '%.200s': posterior intervals are for at most %lld documents in all "
			"strata of a topic, and here are %.0f",
			topic, (long long)POSTERIOR_DOCUMENTS, documents);
}

/* Refuses samples whose estimates are more than sums of weights of judged documents. */
static int check_clusters(const struct sample_view *s, struct err *e)
{
	if (s->capped)
		return err_usage(
			e,
			"--ci=clusters has no bounds of capped estimates, which are no ratios of "
			"sums over judged documents");
	for (size_t i = 0; i < s->strata; i++)
		if (s->stratum[i].sampled == 0 && s->stratum[i].size > 0)
			return err_data(
				e,
				"bounds by clusters need a sample of every stratum, and %lld "
				"documents are in strata without one",
				(long long)s->stratum[i].size);
	return 0;
}

/* Does the method have what it needs? */
static int check_sample(const struct set_question *a, const struct interval_method *m,
			const char *topic, struct err *e)
{
	if (topic == NULL)
		topic = "all";
	if (m->weighted != NULL && a->sample.documents == 0)
		return err_usage(e,
				 "--ci=%s needs judged documents, and a table of strata has none",
				 m->name);
	if (m->weighted != NULL)
		return m->clustered ? check_clusters(&a->sample, e) : 0;
	if (a->sample.strata == 0 || lacks_strata(&a->sample))
		return err_usage(e,
				 "--ci=%s needs strata, and the probabilities of topic '%.200s' "
				 "give none: use --ci=" NAMED_WEIGHTED,
				 m->name, topic);
	return m->compute == NULL ? check_documents(a, topic, e) : 0;
}

/*
 * What follows.
 */

/* The design effect, and a caution if there is a reason. */
static int describe_clusters(const struct weighted *d, size_t count,
			     const struct interval_request *q, struct estimate *out, struct err *e)
{
	bool lower_alone = q->ends.lower_p > 0 && q->ends.upper_p >= 1;
	struct cluster_jackknife x;
	if (cluster_jackknife(d, count, q, &x, e) < 0)
		return -1;
	out->design_effect = isfinite(x.design_effect) ? x.design_effect : 0;
	if (cluster_is_scarce(&x))
		out->caution = scarce_clusters;
	else if (lower_alone && cluster_is_uneven(&x))
		out->caution = uneven_clusters;
	return 0;
}

/* By a method that needs no strata. */
static int weighted_bounds(const struct set_question *a, const struct interval_method *m,
			   int32_t level, struct estimate *out, struct err *e)
{
	bool only = a->asked.retrieved_only;
	struct weighted *d = calloc(a->sample.documents + 1, sizeof *d);
	if (d == NULL)
		return err_memory(e);
	size_t count = weighted_documents(&a->sample, level, a->cutoff, only && !m->clustered, d);
	for (size_t i = 0; only && i < count; i++)
		d[i].relevant = d[i].relevant && d[i].retrieved;
	int result = interval_weighted(m, d, count, &a->asked, &out->bounds, e);
	if (result == 0 && m->clustered)
		result = describe_clusters(d, count, &a->asked, out, e);
	free(d);
	return result;
}

/* The bounds are those of strata of whole sizes, and the estimate weighs documents by 1/p. */
static void allow_for_weights(const struct set_question *a, struct estimate *out)
{
	const struct sample_view *s = &a->sample;
	enum quantity quantity = a->asked.quantity;
	double filled = fmin((double)s->retrieved / a->cutoff, 1); /* as est_P at a cutoff has it */
	double part = quantity == QUANTITY_PRECISION && !isinf(a->cutoff) ? filled : 1;
	double from = divided_value(s->stratum, s->strata, &a->asked), to = a->value / part;
	if (quantity == QUANTITY_YIELD && from == 0) { /* nothing found: by all documents */
		to = documents_stood_for(s);
		for (size_t i = 0; i < s->strata; i++)
			from += (double)s->stratum[i].size;
	}
	if (s->weights_given && !s->capped && near_apart(to, from, NEAR_ROUNDING))
		bounds_rescale(&out->bounds, from, to, quantity);
}

/*
 * If nothing was sampled of the documents whose precision or yield this is, it can be any; if
 * nothing was of some of what is asked for, weights have no bounds: the estimate counts these.
 */
static void allow_for_unsampled(const struct set_question *a, bool weighted, struct interval *i)
{
	bool share = a->asked.quantity == QUANTITY_PRECISION;
	bool part = share || a->asked.retrieved_only, none = part, lacks = false;
	double documents = 0;
	for (size_t h = 0; h < a->sample.strata; h++) {
		const struct divided_stratum *d = &a->sample.stratum[h];
		none = none && !d->cut && !(d->retrieved && d->sampled > 0);
		lacks = lacks || (d->sampled == 0 && d->size > 0 && (d->retrieved || !part));
		documents += d->retrieved ? (double)d->size : 0;
	}
	if (weighted && lacks)
		*i = none ? (struct interval){ 0, 0 } : (struct interval){ NAN, NAN };
	if (none && documents > 0) {
		i->lower = isnan(i->lower) ? NAN : 0;
		i->upper = isnan(i->upper) ? NAN : share ? 1 : documents;
	}
}

/* What follows from strata, and what there is to say of it. */
static void settle_strata(const struct set_question *a, const struct interval_method *m,
			  struct estimate *out)
{
	const struct sample_view *s = &a->sample;
	allow_for_weights(a, out);
	if (interval_prior_excess(m, a->design, s->strata) > PRIOR_HEAVY)
		out->caution = prior_heavy;
	if (m->by_sample && interval_on_tiny_samples(s->stratum, s->strata, &a->asked))
		out->caution = tiny_samples;
	else if (m->by_sample && interval_on_few_documents(s->stratum, s->strata, &a->asked))
		out->caution = few_documents;
}

/*
 * How many documents of the run may lie in a stratum of which it has no judged one: its judged
 * documents stand for so many fewer than it has, by more than two standard errors, and that none of
 * the others was drawn there has a probability above .05 (doc/coverage.md, "Runs that came later").
 */
static double may_lie_unmet(const struct sample_view *s, double retrieved)
{
	double left = retrieved, variance = 0, least = 1; /* rate of a stratum that is not met */
	for (size_t i = 0; i < s->strata; i++) {
		const struct divided_stratum *d = &s->stratum[i];
		double seen = (double)(d->relevant[1] + d->other[1]);
		double rate = d->size > 0 ? (double)d->sampled / (double)d->size : 1;
		double weight = seen > 0 ? 1 / rate : 0;
		left -= seen * weight;
		variance += seen * weight * (weight - 1);
		least = seen > 0 ? least : fmin(least, rate);
	}
	return left > 2 * sqrt(variance) && left * log1p(-least) > log(0.05) ? left : 0;
}

/* Moves the upper end, if there is one, to where it is if these documents are relevant. Are there
 * any? */
static bool raise_upper(const struct sample_view *s, enum measured_quantity what, double beta,
			struct interval *i)
{
	const struct interval_request all = { .quantity = QUANTITY_YIELD };
	double retrieved = (double)s->retrieved, more = may_lie_unmet(s, retrieved),
	       b2 = beta * beta;
	double part = what == SET_PRECISION ? 0 : what == SET_RECALL ? 1 : b2 / (1 + b2);
	double over = part * divided_value(s->stratum, s->strata, &all) + (1 - part) * retrieved;
	if (more > 0 && i->upper < 1)
		i->upper = fmin((i->upper * over + more) / (over + part * more), 1);
	return more > 0;
}

/* From the answer to the bounds. */
static void settle_question(const struct set_question *a, const struct sample_view *s,
			    struct estimate *to)
{
	to->bounds.lower = to->bounds.lower * a->times / a->over;
	to->bounds.upper = to->bounds.upper * a->times / a->over;
	if (a->cutoff < (double)s->retrieved && may_lie_unmet(&a->sample, a->cutoff) > 0)
		to->caution = unmet_in_top;
}

/* Of all that the run retrieves; `part` has the answers if what is outside the frame matters. */
static void settle_parts(const struct topic_view *t, enum measured_quantity what, double beta,
			 const struct estimate_request *q, const struct estimate *part,
			 struct estimate *out)
{
	const struct sample_view *s = t->sample;
	if (part != NULL && outside_has_documents(s, t->level))
		outside_settle(s->outside_as, what, beta, outside_has_few(s, t->level), part, out);
	else if (part != NULL)
		outside_without_bounds(out);
	const double slack = NEAR_DIGITS * fabs(out->value);
	bool outside =
		out->value < out->bounds.lower - slack || out->value > out->bounds.upper + slack;
	const struct interval_method *m = interval_find(q->method);
	if (outside && out->caution == NULL && (m->prior != NULL || m->added > 0))
		out->caution = estimate_outside;
	if (out->caution == NULL && s->divides && s->outside_as == OUTSIDE_NONRELEVANT &&
	    (what == SET_PRECISION || what == SET_F || what == SET_RECALL) &&
	    raise_upper(s, what, beta, &out->bounds))
		out->caution = unmet_stratum;
}

/*
 * A second review.
 */

/* What was coded, and coded again, of the strata of what is retrieved [1] and what is not [0]. */
struct sides {
	struct coded_sample *sample;	     /* of each stratum */
	const struct coded_sample *first[2]; /* NULL: it has no documents */
	double size[2];
};

static int sides_init(struct sides *x, const struct sample_view *s, struct err *e)
{
	*x = (struct sides){ .sample = calloc(s->strata + 1, sizeof *x->sample) };
	if (x->sample == NULL)
		return err_memory(e);
	for (size_t h = 0; h < s->strata; h++) {
		const struct divided_stratum *d = &s->stratum[h];
		int side = d->retrieved;
		x->sample[h] =
			(struct coded_sample){ .size = d->size,
					       .coded = { d->other[side], d->relevant[side] },
					       .next = x->first[side] };
		x->first[side] = &x->sample[h];
		x->size[side] += (double)d->size;
	}
	for (size_t i = 0; i < s->documents; i++) {
		const struct sampled_document *d = &s->document[i];
		struct coded_sample *to = &x->sample[d->stratum];
		int code = s->first_grade[i] >= s->level;
		to->again[code]++;
		to->relevant[code] += d->grade >= s->level;
	}
	return 0;
}

/* What a quantity is made of, and whether it is a share of what is not retrieved, and of what is.
 */
static const struct made_of {
	enum two_phase_quantity what;
	bool over[2];
} made_of[] = {
	[SET_RECALL] = { TWO_PHASE_RECALL, { false, false } },
	[SET_PRECISION] = { TWO_PHASE_PRODUCED, { false, true } },
	[SET_F] = { TWO_PHASE_F1, { false, false } },
	[SET_YIELD] = { TWO_PHASE_ALL, { false, false } },
	[SET_RETRIEVED_YIELD] = { TWO_PHASE_PRODUCED, { false, false } },
	[SET_UNRETRIEVED_YIELD] = { TWO_PHASE_NULL, { false, false } },
	[SET_RICHNESS] = { TWO_PHASE_ALL, { true, true } },
	[SET_ELUSION] = { TWO_PHASE_NULL, { true, false } },
};

static int bound_sides(const struct sides *x, enum measured_quantity what,
		       const struct estimate_request *q, struct estimate *out, struct err *e)
{
	static const struct coded_sample nothing = { 0 };
	const struct made_of of = made_of[what];
	bool share = of.over[0] || of.over[1];
	double unit = share ? x->size[0] * of.over[0] + x->size[1] * of.over[1] : 1;
	const struct coded_sample *side[2];
	for (int i = 0; i < 2; i++)
		side[i] = x->first[i] != NULL ? x->first[i] : &nothing;
	if (of.what == TWO_PHASE_PRODUCED || of.what == TWO_PHASE_NULL)
		side[of.what == TWO_PHASE_PRODUCED ? 0 : 1] = NULL;
	struct two_phase *two = two_phase_new(side, e);
	if (two == NULL)
		return -1;
	out->method = TWO_PHASE_METHOD;
	if (unit > 0)
		out->bounds = (struct interval){
			two_phase_bound(two, of.what, true, q->ends.lower_p) / unit,
			two_phase_bound(two, of.what, false, 1 - q->ends.upper_p) / unit
		};
	two_phase_free(two);
	return 0;
}

/* All documents of the sample were reviewed again: it is a plain one with the second counts. */
static int bound_settled(const struct topic_view *t, const struct sides *x,
			 enum measured_quantity what, const struct parameters *p,
			 const struct estimate_request *q, struct estimate *out, struct err *e)
{
	struct sample_view sample = *t->sample;
	struct topic_view view = *t;
	struct divided_stratum *strata = calloc(sample.strata + 1, sizeof *strata);
	if (strata == NULL)
		return err_memory(e);
	for (size_t h = 0; h < sample.strata; h++) {
		int side = sample.stratum[h].retrieved;
		int64_t found = coded_sample_found(&x->sample[h]);
		strata[h] = sample.stratum[h];
		strata[h].other[side] += strata[h].relevant[side] - found;
		strata[h].relevant[side] = found;
	}
	sample.stratum = strata;
	sample.weights_given = sample.two_phase = false;
	view.sample = &sample;
	int result = set_bounds(&view, what, p, q, out, e);
	free(strata);
	return result;
}

/*
 * A random part of the sample was judged again (--judge=two-phase): bounds are by
 * core/stats/interval/two_phase.h. Strata are retrieved, or not: none is cut.
 */
static int reviewed_bounds(const struct topic_view *t, enum measured_quantity what,
			   const struct parameters *p, const struct estimate_request *q,
			   struct estimate *out, struct err *e)
{
	struct sides x;
	bool settled = true;
	if (sides_init(&x, t->sample, e) < 0)
		return -1;
	for (size_t h = 0; h < t->sample->strata; h++)
		settled = settled && coded_sample_is_settled(&x.sample[h]);
	int result = settled ? bound_settled(t, &x, what, p, q, out, e)
			     : bound_sides(&x, what, q, out, e);
	free(x.sample);
	return result;
}

/*
 * The whole way.
 */

/* How many questions there are; a table of strata cannot be cut: there is no value either. */
static size_t questions_of(const struct topic_view *t, enum measured_quantity what,
			   const struct parameters *p, bool outside)
{
	const struct sample_view *s = t->sample;
	if (cutoffs_of(what, p) > 0)
		return s->documents > 0 ? p->count : 0;
	bool parts = outside && outside_has_documents(s, t->level);
	return 1 + (parts ? outside_parts(what, beta_of(what, p), s->outside_as) : 0);
}

/* Asks for the bounds of recall, precision, F or a yield in the sample of one topic, at each
 * cutoff. */
int set_bounds(const struct topic_view *t, enum measured_quantity what, const struct parameters *p,
	       const struct estimate_request *q, struct estimate *out, struct err *e)
{
	const struct sample_view *s = t->sample;
	size_t cutoffs = cutoffs_of(what, p);
	bool outside = cutoffs == 0 && outside_matters(s, what);
	bool frame = !outside || s->outside_as == OUTSIDE_UNKNOWN;
	struct estimate part[OUTSIDE_PARTS];
	int result = 0;
	if (s->two_phase)
		return reviewed_bounds(t, what, p, q, out, e);
	for (size_t k = 0; s->labelled && k < (cutoffs > 0 ? cutoffs : 1); k++)
		out[k].estimator = "labels";
	for (size_t i = 0; i < OUTSIDE_PARTS; i++)
		part[i] = *out;
	for (size_t i = !frame; i < questions_of(t, what, p, outside) && result == 0; i++) {
		struct estimate *to = cutoffs > 0 || i == 0 ? &out[i] : &part[i - 1];
		struct set_question a;
		if (ask(&a, t, what, p, q, i, to->value, e) < 0)
			return -1;
		struct sample_facts f;
		const struct interval_rule r = rule_of(&a, q, &f, to);
		const struct interval_method *m = interval_find(r.method);
		to->draws = q->ends.draws;
		result = check_sample(&a, m, t->topic, e);
		if (result == 0 && m->weighted != NULL) {
			result = weighted_bounds(&a, m, t->level, to, e);
		} else if (result == 0) {
			result = chosen_interval(&r, &f, &to->bounds, e);
			settle_strata(&a, m, to);
		}
		allow_for_unsampled(&a, m->weighted != NULL, &to->bounds);
		settle_question(&a, s, to);
		set_question_release(&a);
	}
	if (result == 0 && cutoffs == 0)
		settle_parts(t, what, beta_of(what, p), q, outside ? part : NULL, out);
	return result;
}
