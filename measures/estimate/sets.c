/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Estimates of the retrieved set from a sample of judgments (Horvitz-Thompson: each sampled
 * document stands for 1/probability documents, or N/n of its stratum). Definitions of l07_eval, the
 * evaluator of the TREC Legal track 2007-2010 (Tomlinson and others, overviews of the track).
 *
 * Gray documents, sampled but not assessable, are left out of precision; they are neither relevant
 * nor not, unless the worst or best case is asked for.
 */
#include <math.h>

#include "measures/measure.h"

/* Estimated numbers of documents of each kind. */
struct totals {
	double relevant, nonrelevant, gray;
	double relevant_retrieved, nonrelevant_retrieved, gray_retrieved;
	/* judged, not estimated */
	double sampled_relevant, sampled_nonrelevant;
	double sampled_relevant_retrieved, sampled_nonrelevant_retrieved;
};

static double at_most(double value, double bound)
{
	return value < bound ? value : bound;
}

/* Nothing is estimated to be more than there is, given what was seen not to be it. */
static void cap(struct totals *x, double retrieved, double collection)
{
	if (collection > 0) {
		x->relevant = at_most(x->relevant, collection - x->sampled_nonrelevant);
		x->nonrelevant = at_most(x->nonrelevant, collection - x->sampled_relevant);
	}
	x->relevant_retrieved =
		at_most(x->relevant_retrieved, retrieved - x->sampled_nonrelevant_retrieved);
	x->nonrelevant_retrieved =
		at_most(x->nonrelevant_retrieved, retrieved - x->sampled_relevant_retrieved);
}

static void add_strata(struct totals *x, const struct sample_view *s)
{
	for (size_t i = 0; i < s->strata; i++) {
		const struct divided_stratum *c = &s->stratum[i];
		double weight = c->sampled > 0 ? (double)c->size / (double)c->sampled : 0;
		for (int side = 0; side < 2; side++) {
			double relevant = (double)c->relevant[side], other = (double)c->other[side];
			double gray = (double)c->gray[side], retrieved = side;
			x->relevant += weight * relevant;
			x->nonrelevant += weight * other;
			x->gray += weight * gray;
			x->sampled_relevant += relevant;
			x->sampled_nonrelevant += other;
			x->relevant_retrieved += retrieved * weight * relevant;
			x->nonrelevant_retrieved += retrieved * weight * other;
			x->gray_retrieved += retrieved * weight * gray;
			x->sampled_relevant_retrieved += retrieved * relevant;
			x->sampled_nonrelevant_retrieved += retrieved * other;
		}
	}
}

/* Strata without a sample have the shares of the sampled ones together. */
static void borrow(struct totals *x, const struct topic_view *t, double cutoff)
{
	const struct sample_view *s = t->sample;
	double sampled = 0, unsampled[2] = { 0, 0 }, relevant = 0, other = 0, gray = 0;
	bool all_retrieved = isinf(cutoff);
	for (size_t i = 0; i < s->strata; i++) {
		const struct divided_stratum *c = &s->stratum[i];
		double N = (double)c->size, n = (double)c->sampled;
		if (c->sampled == 0) {
			unsampled[c->retrieved] += N;
			continue;
		}
		sampled += N;
		if (!all_retrieved)
			continue;
		relevant += N * (double)(c->relevant[0] + c->relevant[1]) / n;
		other += N * (double)(c->other[0] + c->other[1]) / n;
		gray += N * (double)(c->gray[0] + c->gray[1]) / n;
	}
	/* which gray documents count as relevant may depend on the cutoff */
	for (size_t i = 0; !all_retrieved && s->strata > 0 && i < s->documents; i++) {
		const struct sampled_document *d = &s->document[i];
		const struct divided_stratum *c = &s->stratum[d->cell];
		int32_t grade = counted_grade(s, d, d->rank >= 0 && (double)d->rank < cutoff);
		*(grade < 0	      ? &gray
		  : grade >= t->level ? &relevant
				      : &other) += (double)c->size / (double)c->sampled;
	}
	double all = unsampled[0] + unsampled[1], retrieved = all_retrieved ? unsampled[1] : 0;
	if (!(all > 0 && sampled > 0))
		return;
	x->relevant += all * relevant / sampled;
	x->nonrelevant += all * other / sampled;
	x->gray += all * gray / sampled;
	x->relevant_retrieved += retrieved * relevant / sampled;
	x->nonrelevant_retrieved += retrieved * other / sampled;
	x->gray_retrieved += retrieved * gray / sampled;
}

static void add_documents(struct totals *x, const struct topic_view *t, double cutoff)
{
	const struct sample_view *s = t->sample;
	for (size_t i = 0; i < s->documents; i++) {
		const struct sampled_document *d = &s->document[i];
		bool retrieved = d->rank >= 0 && (double)d->rank < cutoff;
		int32_t grade = counted_grade(s, d, retrieved);
		bool gray = grade < 0, relevant = !gray && grade >= t->level;
		*(gray ? &x->gray : relevant ? &x->relevant : &x->nonrelevant) += d->weight;
		x->sampled_relevant += relevant;
		x->sampled_nonrelevant += !relevant && !gray;
		if (!retrieved)
			continue;
		*(gray	     ? &x->gray_retrieved
		  : relevant ? &x->relevant_retrieved
			     : &x->nonrelevant_retrieved) += d->weight;
		x->sampled_relevant_retrieved += relevant;
		x->sampled_nonrelevant_retrieved += !relevant && !gray;
	}
}

/* Of the first `cutoff` documents, INFINITY for all of them. */
static struct totals totals(const struct topic_view *t, double cutoff)
{
	const struct sample_view *s = t->sample;
	struct totals x = { 0 };
	if (isinf(cutoff) && s->strata > 0 && !s->weights_given)
		add_strata(&x, s);
	else
		add_documents(&x, t, cutoff);
	borrow(&x, t, cutoff);
	if (s->capped)
		cap(&x, fmin((double)s->retrieved, cutoff), (double)t->collection_size);
	return x;
}

static double ratio(double part, double whole)
{
	return whole > 0 ? part / whole : NAN;
}

/* A ranking cannot be cut if only a table of strata is known. */
static bool can_cut(const struct topic_view *t)
{
	return t->sample->documents > 0;
}

static double recall_at(const struct topic_view *t, double cutoff)
{
	struct totals x = totals(t, cutoff);
	return ratio(x.relevant_retrieved, x.relevant);
}

static double precision_at(const struct topic_view *t, double cutoff)
{
	struct totals x = totals(t, cutoff);
	double retrieved = (double)t->sample->retrieved;
	double filled = retrieved < cutoff ? retrieved / cutoff : 1;
	double gray = t->sample->gray == GRAY_NONRELEVANT ? x.gray_retrieved : 0;
	return (isinf(cutoff) ? 1 : filled) *
	       ratio(x.relevant_retrieved, x.relevant_retrieved + x.nonrelevant_retrieved + gray);
}

/* Gray documents are not left out here: elusion times the documents is the number missed. */
static double elusion_at(const struct topic_view *t, double cutoff)
{
	struct totals x = totals(t, cutoff);
	double relevant = x.relevant - x.relevant_retrieved;
	double nonrelevant = x.nonrelevant - x.nonrelevant_retrieved;
	return ratio(relevant, relevant + nonrelevant + (x.gray - x.gray_retrieved));
}

static double f_of(double precision, double recall, double beta)
{
	if (precision == 0 && recall == 0)
		return 0;
	double b = beta * beta;
	return (1 + b) * precision * recall / (b * precision + recall);
}

static void each_cutoff(const struct topic_view *t, const struct parameters *p, double *value,
			double (*at)(const struct topic_view *, double))
{
	if (p->count == 0)
		*value = at(t, INFINITY);
	for (size_t k = 0; k < p->count; k++)
		value[k] = can_cut(t) ? at(t, p->value[k]) : NAN;
}

static int est_recall(const struct topic_view *t, const struct parameters *p, double *value)
{
	each_cutoff(t, p, value, recall_at);
	return 0;
}

static int est_p(const struct topic_view *t, const struct parameters *p, double *value)
{
	each_cutoff(t, p, value, precision_at);
	return 0;
}

static int est_elusion(const struct topic_view *t, const struct parameters *p, double *value)
{
	each_cutoff(t, p, value, elusion_at);
	return 0;
}

static int est_richness(const struct topic_view *t, const struct parameters *p, double *value)
{
	(void)p;
	struct totals x = totals(t, INFINITY);
	*value = ratio(x.relevant, x.relevant + x.nonrelevant + x.gray);
	return 0;
}

static int est_rel_unret(const struct topic_view *t, const struct parameters *p, double *value)
{
	(void)p;
	struct totals x = totals(t, INFINITY);
	*value = x.relevant - x.relevant_retrieved;
	return 0;
}

MEASURE_VALUE(est_f, f_of(precision_at(t, INFINITY), recall_at(t, INFINITY), p->value[0]))

static int est_r_prec(const struct topic_view *t, const struct parameters *p, double *value)
{
	(void)p;
	double cutoff = ceil(totals(t, INFINITY).relevant);
	*value = cutoff > 0 && can_cut(t) ? precision_at(t, cutoff) : NAN;
	return 0;
}

MEASURE_VALUE(est_rel, totals(t, INFINITY).relevant)
MEASURE_VALUE(est_nonrel, totals(t, INFINITY).nonrelevant)
MEASURE_VALUE(est_gray, totals(t, INFINITY).gray)
MEASURE_VALUE(est_rel_ret, totals(t, INFINITY).relevant_retrieved)
MEASURE_VALUE(est_nonrel_ret, totals(t, INFINITY).nonrelevant_retrieved)
MEASURE_VALUE(est_gray_ret, totals(t, INFINITY).gray_retrieved)

/* How many documents were sampled, and how many of them are gray. */
static int num_sampled(const struct topic_view *t, const struct parameters *p, double *value)
{
	(void)p;
	const struct sample_view *s = t->sample;
	*value = (double)s->documents;
	for (size_t i = 0; s->documents == 0 && i < s->strata; i++)
		*value += (double)s->stratum[i].sampled;
	return 0;
}

static int num_gray(const struct topic_view *t, const struct parameters *p, double *value)
{
	(void)p;
	*value = (double)t->sample->gray_sampled;
	return 0;
}

/* Recall is undefined if nothing relevant was sampled; precision, if nothing was retrieved.
 */
MEASURE_VALUE(num_q_undef, isnan(recall_at(t, INFINITY)) || isnan(precision_at(t, INFINITY)))

static const char *check_beta(const struct parameters *p)
{
	return p->count == 1 && p->value[0] >= 0 ? NULL : "takes one number of 0 or more, beta";
}

/*
 * How sure the estimates are: by the interval methods of the program. If the ranking has fewer than
 * k documents, the precision of the top k is lower by that factor, and so are its bounds.
 */

static double filled_part(const struct topic_view *t, double cutoff)
{
	double retrieved = (double)t->sample->retrieved;
	return retrieved < cutoff && !isinf(cutoff) ? retrieved / cutoff : 1;
}

static int bounds_at(const struct topic_view *t, const struct parameters *p, const char *what,
		     const struct estimate_request *q, struct estimate *out, struct err *e)
{
	for (size_t k = 0; k == 0 || k < p->count; k++) {
		double cutoff = p->count > 0 ? p->value[k] : INFINITY;
		if (p->count > 0 && !can_cut(t))
			continue; /* there is no value either */
		if (t->services->set_bounds(t, what, 1, cutoff, q, &out[k], e) < 0)
			return -1;
		double part = what[0] == 'p' ? filled_part(t, cutoff) : 1;
		out[k].bounds.lower *= part;
		out[k].bounds.upper *= part;
	}
	return 0;
}

#define BOUNDS(name, what, one_topic, beta, top)                                         \
	static bool name##_by(const struct services *s, const struct parameters *p,      \
			      const char *method)                                        \
	{                                                                                \
		(void)p;                                                                 \
		return s->set_has(what, method);                                         \
	}                                                                                \
	static int name##_bounds(const struct topic_view *t, const struct parameters *p, \
				 const struct estimate_request *q, struct estimate *out, \
				 struct err *e)                                          \
	{                                                                                \
		(void)p;                                                                 \
		return one_topic;                                                        \
	}                                                                                \
	static int name##_mean(const struct topics_view *v, const struct parameters *p,  \
			       const struct estimate_request *q, struct estimate *out,   \
			       struct err *e)                                            \
	{                                                                                \
		(void)p;                                                                 \
		return v->services->set_mean(v, what, beta, top, q, out, e);             \
	}

#define WHOLE(what, beta) t->services->set_bounds(t, what, beta, INFINITY, q, out, e)

BOUNDS(rel, "yield", WHOLE("yield", 1), 1, false)
BOUNDS(rel_ret, "retrieved yield", WHOLE("retrieved yield", 1), 1, false)
BOUNDS(rel_unret, "unretrieved yield", WHOLE("unretrieved yield", 1), 1, false)
BOUNDS(richness, "richness", WHOLE("richness", 1), 1, false)
BOUNDS(elusion, "elusion", bounds_at(t, p, "elusion", q, out, e), 1, p->count > 0)
BOUNDS(recall, "recall", bounds_at(t, p, "recall", q, out, e), 1, p->count > 0)
BOUNDS(precision, "precision", bounds_at(t, p, "precision", q, out, e), 1, p->count > 0)
BOUNDS(f, "F", WHOLE("F", p->value[0]), p->value[0], false)

#define BOUNDED(name) .estimate = name##_bounds, .bounded_by = name##_by, .summarise = name##_mean

/*
 * Examples: documents are sampled with probability 1 (the whole is judged), so that an estimate is
 * what it estimates.
 */
MEASURES = {
	{
		.abi = MEASURE_ABI,
		.name = "num_sampled",
		.summary = "number of documents sampled",
		.manual = "Gray ones too. Summed over topics.\n",
		.members = "est",
		.after = "strec",
		.no_run = true,
		.input = INPUT_SAMPLE,
		.value = VALUE_INTEGER,
		.aggregate = AGGREGATE_SUM,
		.score = num_sampled,
		.example = { .ranking = "1 0 | 0 -", .value = 4 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "num_gray",
		.summary = "number of sampled documents that are not assessable",
		.manual = "Summed over topics.\n",
		.members = "est",
		.no_run = true,
		.input = INPUT_SAMPLE,
		.value = VALUE_INTEGER,
		.aggregate = AGGREGATE_SUM,
		.score = num_gray,
		.example = { .ranking = "1 0 | 0 -", .value = 1 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "num_q_undef",
		.summary = "number of topics in which recall or precision is undefined",
		.manual =
			"Topics without a relevant document in the sample, or without a judged one\n"
			"among the retrieved. They print nan and are left out of means.\n",
		.members = "est",
		.input = INPUT_SAMPLE,
		.value = VALUE_INTEGER,
		.aggregate = AGGREGATE_SUM,
		.score = num_q_undef,
		.example = { .ranking = "0 0 | 0", .value = 1 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "est_rel",
		.summary = "estimated number of relevant documents (yield)",
		.manual =
			"Sum over the relevant documents of the sample of 1/probability, or over the\n"
			"strata of N*r/n. Strata without a sample have the share of relevant documents\n"
			"that the others have together.\n",
		.members = "est",
		.no_run = true,
		.input = INPUT_SAMPLE,
		.score = est_rel,
		BOUNDED(rel),
		.example = { .ranking = "1 0 | 1 -", .value = 2 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "est_nonrel",
		.summary = "estimated number of documents that are not relevant",
		.manual = "As est_rel, for documents judged not relevant.\n",
		.members = "est",
		.no_run = true,
		.input = INPUT_SAMPLE,
		.score = est_nonrel,
		.example = { .ranking = "1 0 | 1 - 0", .value = 2 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "est_gray",
		.summary = "estimated number of documents that are not assessable",
		.manual = "As est_rel, for gray documents.\n",
		.members = "est",
		.no_run = true,
		.input = INPUT_SAMPLE,
		.score = est_gray,
		.example = { .ranking = "1 - | 1 - 0", .value = 2 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "est_rel_ret",
		.summary = "estimated number of relevant documents retrieved",
		.manual = "As est_rel, among the retrieved documents.\n",
		.members = "est",
		.input = INPUT_SAMPLE,
		.score = est_rel_ret,
		BOUNDED(rel_ret),
		.example = { .ranking = "1 0 | 1 -", .value = 1 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "est_nonrel_ret",
		.summary = "estimated number of retrieved documents that are not relevant",
		.manual = "As est_nonrel, among the retrieved documents.\n",
		.members = "est",
		.input = INPUT_SAMPLE,
		.score = est_nonrel_ret,
		.example = { .ranking = "1 0 0 | 1 0", .value = 2 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "est_gray_ret",
		.summary = "estimated number of retrieved documents that are not assessable",
		.manual = "As est_gray, among the retrieved documents.\n",
		.members = "est",
		.input = INPUT_SAMPLE,
		.score = est_gray_ret,
		.example = { .ranking = "1 - | 1 -", .value = 1 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "est_rel_unret",
		.summary = "estimated number of relevant documents not retrieved",
		.manual = "est_rel - est_rel_ret: what was missed.\n",
		.input = INPUT_SAMPLE,
		.score = est_rel_unret,
		BOUNDED(rel_unret),
		.example = { .ranking = "1 0 | 1 1 0", .value = 2 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "est_richness",
		.summary = "estimated share of all documents that is relevant (prevalence)",
		.manual =
			"est_rel / (est_rel + est_nonrel + est_gray): of all documents that the sample\n"
			"was drawn from. Gray documents count as not relevant.\n",
		.no_run = true,
		.input = INPUT_SAMPLE,
		.score = est_richness,
		BOUNDED(richness),
		.example = { .ranking = "1 0 | 1 -", .value = 0.5 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "est_elusion",
		.summary = "estimated share of what was not retrieved that is relevant",
		.manual =
			"est_rel_unret over the number of documents that were not retrieved, estimated\n"
			"likewise; gray documents count as not relevant. nan if everything was\n"
			"retrieved. With cutoffs (-m est_elusion.100), all documents but the first k.\n",
		.input = INPUT_SAMPLE,
		.kind = PARAMETERS_CUTOFFS,
		.lower_better = true,
		.score = est_elusion,
		BOUNDED(elusion),
		.example = { .ranking = "1 0 | 1 0 - 0", .value = 0.25 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "est_recall",
		.summary = "estimated recall of the retrieved set, or of the top k",
		.manual =
			"est_rel_ret / est_rel; nan if nothing relevant was sampled. With cutoffs\n"
			"(-m est_recall.100) only the first k documents count as retrieved.\n",
		.members = "est",
		.input = INPUT_SAMPLE,
		.kind = PARAMETERS_CUTOFFS,
		.score = est_recall,
		BOUNDED(recall),
		.example = { .ranking = "1 0 | 1 1 -", .value = 1.0 / 3 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "est_P",
		.summary = "estimated precision of the retrieved set, or of the top k",
		.manual =
			"est_rel_ret / (est_rel_ret + est_nonrel_ret): gray documents are left out. nan\n"
			"where no assessable document was retrieved and sampled. With cutoffs\n"
			"(-m est_P.100), of the first k documents, times min(k, retrieved)/k.\n",
		.members = "est",
		.input = INPUT_SAMPLE,
		.kind = PARAMETERS_CUTOFFS,
		.score = est_p,
		BOUNDED(precision),
		.example = { .ranking = "1 0 - | 1 1 -", .value = 0.5 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "est_F",
		.summary = "estimated F measure of the retrieved set",
		.manual =
			"(1 + b^2)*P*R / (b^2*P + R) of est_P and est_recall. The parameter is b, 1 as a\n"
			"rule (-m est_F.2 weighs recall higher).\n",
		.members = "est",
		.input = INPUT_SAMPLE,
		.kind = PARAMETERS_NUMBERS,
		.defaults = "1",
		.score = est_f,
		.check = check_beta,
		BOUNDED(f),
		/* P = 1/2, R = 1/3: 2 * (1/6) / (5/6) */
		.example = { .ranking = "1 0 | 1 1", .value = 0.4 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "est_R_prec",
		.summary = "estimated precision after est_rel documents",
		.manual = "est_P at the cutoff est_rel, rounded up.\n",
		.members = "est",
		.input = INPUT_SAMPLE,
		.score = est_r_prec,
		/* est_rel = 2: one of the first two */
		.example = { .ranking = "1 0 0 | 1", .value = 0.5 },
	},
	MEASURES_END,
};
