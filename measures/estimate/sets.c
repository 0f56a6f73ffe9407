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

#include "core/stats/f_measure.h"
#include "measures/measure.h"

enum kind { RELEVANT, NONRELEVANT, GRAY, KINDS };

/* Numbers of documents of each kind: estimated, and seen in the sample. */
struct totals {
	double all[KINDS], retrieved[KINDS];
	double seen[KINDS], seen_retrieved[KINDS];
};

static void add_counted(struct totals *x, enum kind kind, bool retrieved, double estimated,
			double seen)
{
	x->all[kind] += estimated;
	x->seen[kind] += seen;
	if (retrieved) {
		x->retrieved[kind] += estimated;
		x->seen_retrieved[kind] += seen;
	}
}

/* Nothing is estimated to be more than there is, given what was seen not to be it. */
static void cap(struct totals *x, double retrieved, double collection)
{
	for (enum kind kind = RELEVANT; kind <= NONRELEVANT; kind++) {
		enum kind other = kind == RELEVANT ? NONRELEVANT : RELEVANT;
		if (collection > 0)
			x->all[kind] = fmin(x->all[kind], collection - x->seen[other]);
		x->retrieved[kind] = fmin(x->retrieved[kind], retrieved - x->seen_retrieved[other]);
	}
}

static void add_strata(struct totals *x, const struct sample_view *s)
{
	for (size_t i = 0; i < s->strata; i++) {
		const struct divided_stratum *c = &s->stratum[i];
		double weight = c->sampled > 0 ? (double)c->size / (double)c->sampled : 0;
		for (int side = 0; side < 2; side++) {
			const double seen[KINDS] = { (double)c->relevant[side],
						     (double)c->other[side],
						     (double)c->gray[side] };
			for (enum kind kind = 0; kind < KINDS; kind++)
				add_counted(x, kind, side == 1, weight * seen[kind], seen[kind]);
		}
	}
}

static bool in_top(const struct sampled_document *d, double cutoff)
{
	return d->rank >= 0 && (double)d->rank < cutoff;
}

/* How a gray document counts may depend on whether it is among the first `cutoff`. */
static enum kind kind_of_document(const struct topic_view *t, const struct sampled_document *d,
				  double cutoff)
{
	int32_t grade = counted_grade(t->sample, d, in_top(d, cutoff));
	return grade < 0 ? GRAY : grade >= t->level ? RELEVANT : NONRELEVANT;
}

/* Strata without a sample have the shares of the sampled ones together. */
static void borrow(struct totals *x, const struct topic_view *t, double cutoff)
{
	const struct sample_view *s = t->sample;
	double sampled = 0, unsampled[2] = { 0, 0 }, estimated[KINDS] = { 0 };
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
		estimated[RELEVANT] += N * (double)(c->relevant[0] + c->relevant[1]) / n;
		estimated[NONRELEVANT] += N * (double)(c->other[0] + c->other[1]) / n;
		estimated[GRAY] += N * (double)(c->gray[0] + c->gray[1]) / n;
	}
	for (size_t i = 0; !all_retrieved && s->strata > 0 && i < s->documents; i++) {
		const struct sampled_document *d = &s->document[i];
		if (d->stratum < 0) /* of a topic without strata, where topics are pooled */
			continue;
		const struct divided_stratum *c = &s->stratum[d->stratum];
		estimated[kind_of_document(t, d, cutoff)] += (double)c->size / (double)c->sampled;
	}
	double all = unsampled[0] + unsampled[1], retrieved = all_retrieved ? unsampled[1] : 0;
	if (!(all > 0 && sampled > 0))
		return;
	for (enum kind kind = 0; kind < KINDS; kind++) {
		x->all[kind] += all * estimated[kind] / sampled;
		x->retrieved[kind] += retrieved * estimated[kind] / sampled;
	}
}

static void add_documents(struct totals *x, const struct topic_view *t, double cutoff)
{
	for (size_t i = 0; i < t->sample->documents; i++) {
		const struct sampled_document *d = &t->sample->document[i];
		add_counted(x, kind_of_document(t, d, cutoff), in_top(d, cutoff), d->weight, 1);
	}
}

/* For the first `cutoff` documents; INFINITY, or a cutoff that reaches the last, for all of them.
 */
static struct totals totals(const struct topic_view *t, double cutoff)
{
	const struct sample_view *s = t->sample;
	struct totals x = { 0 };
	cutoff = cutoff >= (double)s->retrieved ? INFINITY : cutoff;
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
	return ratio(x.retrieved[RELEVANT], x.all[RELEVANT]);
}

/* If the ranking has fewer than k documents, the precision of the top k is lower by this factor. */
static double filled_part(const struct topic_view *t, double cutoff)
{
	return isinf(cutoff) ? 1 : fmin((double)t->sample->retrieved / cutoff, 1);
}

static double precision_at(const struct topic_view *t, double cutoff)
{
	struct totals x = totals(t, cutoff);
	double relevant = x.retrieved[RELEVANT], nonrelevant = x.retrieved[NONRELEVANT];
	double gray = t->sample->gray == GRAY_NONRELEVANT ? x.retrieved[GRAY] : 0;
	double retrieved = (double)t->sample->retrieved - x.retrieved[GRAY] + gray;
	if (isinf(cutoff) && t->sample->outside_as == OUTSIDE_NONRELEVANT)
		return relevant > retrieved ? 1 : ratio(relevant, retrieved);
	return filled_part(t, cutoff) * ratio(relevant, relevant + nonrelevant + gray);
}

/* Gray documents are not left out here: elusion times the documents is the number missed. */
static double elusion_at(const struct topic_view *t, double cutoff)
{
	struct totals x = totals(t, cutoff);
	double relevant = x.all[RELEVANT] - x.retrieved[RELEVANT];
	double nonrelevant = x.all[NONRELEVANT] - x.retrieved[NONRELEVANT];
	return ratio(relevant, relevant + nonrelevant + (x.all[GRAY] - x.retrieved[GRAY]));
}

static int each_cutoff(const struct topic_view *t, const struct parameters *p, double *value,
		       double (*at)(const struct topic_view *, double))
{
	if (p->count == 0)
		*value = at(t, INFINITY);
	for (size_t k = 0; k < p->count; k++)
		value[k] = can_cut(t) ? at(t, p->value[k]) : NAN;
	return 0;
}

MEASURE_SCORE(est_recall, each_cutoff(t, p, value, recall_at))
MEASURE_SCORE(est_p, each_cutoff(t, p, value, precision_at))
MEASURE_SCORE(est_elusion, each_cutoff(t, p, value, elusion_at))

static double richness(const struct topic_view *t)
{
	struct totals x = totals(t, INFINITY);
	return ratio(x.all[RELEVANT], x.all[RELEVANT] + x.all[NONRELEVANT] + x.all[GRAY]);
}

MEASURE_VALUE(est_richness, richness(t))

static double missed(const struct topic_view *t)
{
	struct totals x = totals(t, INFINITY);
	return x.all[RELEVANT] - x.retrieved[RELEVANT];
}

MEASURE_VALUE(est_rel_unret, missed(t))

MEASURE_VALUE(est_f, f_of_shares(precision_at(t, INFINITY), recall_at(t, INFINITY),
				 p->value[0] * p->value[0]))

static double precision_at_yield(const struct topic_view *t)
{
	double cutoff = ceil(sum_of_weights(totals(t, INFINITY).all[RELEVANT]));
	return cutoff > 0 && can_cut(t) ? precision_at(t, cutoff) : NAN;
}

MEASURE_VALUE(est_r_prec, precision_at_yield(t))

MEASURE_VALUE(est_rel, totals(t, INFINITY).all[RELEVANT])
MEASURE_VALUE(est_nonrel, totals(t, INFINITY).all[NONRELEVANT])
MEASURE_VALUE(est_gray, totals(t, INFINITY).all[GRAY])
MEASURE_VALUE(est_rel_ret, totals(t, INFINITY).retrieved[RELEVANT])
MEASURE_VALUE(est_nonrel_ret, totals(t, INFINITY).retrieved[NONRELEVANT])
MEASURE_VALUE(est_gray_ret, totals(t, INFINITY).retrieved[GRAY])

/* A table of strata has no documents, but their numbers. */
static int num_sampled(const struct topic_view *t, const struct parameters *p, double *value)
{
	(void)p;
	const struct sample_view *s = t->sample;
	*value = (double)s->documents;
	for (size_t i = 0; s->documents == 0 && i < s->strata; i++)
		*value += (double)s->stratum[i].sampled;
	return 0;
}

MEASURE_VALUE(num_gray, (double)t->sample->gray_sampled)
MEASURE_VALUE(num_outside, t->sample->outside)

/* Recall is undefined if nothing relevant was sampled; precision, if nothing was retrieved.
 */
MEASURE_VALUE(num_q_undef, isnan(recall_at(t, INFINITY)) || isnan(precision_at(t, INFINITY)))

static const char *check_beta(const struct parameters *p)
{
	return p->count == 1 && p->value[0] >= 0 ? NULL : "takes one number of 0 or more, beta";
}

#define SAMPLED .abi = MEASURE_ABI, .input = INPUT_SAMPLE
#define CAPPED	SAMPLED, .capped = true
#define SEEN	SAMPLED, .members = "est"
#define EST	CAPPED, .members = "est"

/* Estimated numbers of documents. */
#define NUMBER	     .range = { 0, INFINITY }
#define PLAIN_NUMBER NUMBER, .no_best = true

#define COUNT .value = VALUE_INTEGER, .aggregate = AGGREGATE_SUM, .no_best = true

/*
 * Examples: documents are sampled with probability 1 (the whole is judged), so that an estimate is
 * what it estimates.
 */
MEASURES = {
	{
		SEEN,
		.name = "num_sampled",
		.summary = "number of documents sampled",
		.manual = "Gray ones too. Summed over topics.\n",
		.after = "dcg_exp",
		.no_run = true,
		COUNT,
		.score = num_sampled,
		.example = { .ranking = "1 0 | 0 -", .value = 4 },
	},
	{
		SEEN,
		.name = "num_gray",
		.summary = "number of sampled documents that are not assessable",
		.manual = "Summed over topics.\n",
		.no_run = true,
		COUNT,
		.score = num_gray,
		.example = { .ranking = "1 0 | 0 -", .value = 1 },
	},
	{
		SAMPLED,
		.name = "num_outside",
		.no_best = true,
		.summary = "number of retrieved documents outside the frame of the sample",
		.manual =
			"Retrieved documents that could not be drawn: counted if it is known what the run\n"
			"retrieves of each stratum, else estimated as the number of retrieved documents\n"
			"less the sum of 1/probability over the judged ones, which may be negative. Summed\n"
			"over topics. See --outside.\n",
		.value = VALUE_REAL,
		.aggregate = AGGREGATE_SUM,
		.range = { -INFINITY, INFINITY },
		.score = num_outside,
		/* four of them, each judged with probability 1 */
		.example = { .ranking = "1 0 . . | 0", .value = 2 },
	},
	{
		SEEN,
		.name = "num_q_undef",
		.summary = "number of topics in which recall or precision is undefined",
		.manual =
			"Topics without a relevant document in the sample, or without a judged one\n"
			"among the retrieved. They print nan and are left out of means.\n",
		COUNT,
		.score = num_q_undef,
		.example = { .ranking = "0 0 | 0", .value = 1 },
	},
	{
		EST,
		.name = "est_rel",
		PLAIN_NUMBER,
		.summary = "estimated number of relevant documents (yield)",
		.manual =
			"Sum over the relevant documents of the sample of 1/probability, or over the\n"
			"strata of N*r/n. Strata without a sample have the share of relevant documents\n"
			"that the others have together.\n",
		.no_run = true,
		.score = est_rel,
		.quantity = SET_YIELD,
		.example = { .ranking = "1 0 | 1 -", .value = 2 },
	},
	{
		EST,
		.name = "est_nonrel",
		PLAIN_NUMBER,
		.summary = "estimated number of documents that are not relevant",
		.manual = "As est_rel, for documents judged not relevant.\n",
		.no_run = true,
		.score = est_nonrel,
		.example = { .ranking = "1 0 | 1 - 0", .value = 2 },
	},
	{
		SEEN,
		.name = "est_gray",
		PLAIN_NUMBER,
		.summary = "estimated number of documents that are not assessable",
		.manual = "As est_rel, for gray documents.\n",
		.no_run = true,
		.score = est_gray,
		.example = { .ranking = "1 - | 1 - 0", .value = 2 },
	},
	{
		EST,
		.name = "est_rel_ret",
		NUMBER,
		.summary = "estimated number of relevant documents retrieved",
		.manual = "As est_rel, among the retrieved documents.\n",
		.score = est_rel_ret,
		.quantity = SET_RETRIEVED_YIELD,
		.example = { .ranking = "1 0 | 1 -", .value = 1 },
	},
	{
		EST,
		.name = "est_nonrel_ret",
		PLAIN_NUMBER,
		.summary = "estimated number of retrieved documents that are not relevant",
		.manual = "As est_nonrel, among the retrieved documents.\n",
		.score = est_nonrel_ret,
		.example = { .ranking = "1 0 0 | 1 0", .value = 2 },
	},
	{
		SEEN,
		.name = "est_gray_ret",
		PLAIN_NUMBER,
		.summary = "estimated number of retrieved documents that are not assessable",
		.manual = "As est_gray, among the retrieved documents.\n",
		.score = est_gray_ret,
		.example = { .ranking = "1 - | 1 -", .value = 1 },
	},
	{
		CAPPED,
		.name = "est_rel_unret",
		PLAIN_NUMBER,
		.summary = "estimated number of relevant documents not retrieved",
		.manual = "est_rel - est_rel_ret: what was missed.\n",
		.score = est_rel_unret,
		.quantity = SET_UNRETRIEVED_YIELD,
		.example = { .ranking = "1 0 | 1 1 0", .value = 2 },
	},
	{
		CAPPED,
		.name = "est_richness",
		.no_best = true,
		.summary = "estimated share of all documents that is relevant (prevalence)",
		.manual =
			"est_rel / (est_rel + est_nonrel + est_gray): of all documents that the sample\n"
			"was drawn from. Gray documents count as not relevant.\n",
		.no_run = true,
		.score = est_richness,
		.quantity = SET_RICHNESS,
		.example = { .ranking = "1 0 | 1 -", .value = 0.5 },
	},
	{
		CAPPED,
		.name = "est_elusion",
		.summary = "estimated share of what was not retrieved that is relevant",
		.manual =
			"est_rel_unret over the number of documents that were not retrieved, estimated\n"
			"likewise; gray documents count as not relevant. nan if everything was\n"
			"retrieved. With cutoffs (-m est_elusion.100), all documents but the first k.\n",
		.kind = PARAMETERS_CUTOFFS,
		.lower_better = true,
		.score = est_elusion,
		.quantity = SET_ELUSION,
		.example = { .ranking = "1 0 | 1 0 - 0", .value = 0.25 },
	},
	{
		EST,
		.name = "est_recall",
		.summary = "estimated recall of the retrieved set, or of the top k",
		.manual =
			"est_rel_ret / est_rel; nan if nothing relevant was sampled. It is recall within\n"
			"the frame, the documents that could be drawn. With cutoffs (-m est_recall.100)\n"
			"only the first k documents count as retrieved.\n",
		.kind = PARAMETERS_CUTOFFS,
		.score = est_recall,
		.quantity = SET_RECALL,
		.example = { .ranking = "1 0 | 1 1 -", .value = 1.0 / 3 },
	},
	{
		EST,
		.name = "est_P",
		.needs_frame = true,
		.summary = "estimated precision of the retrieved set, or of the top k",
		.manual =
			"est_rel_ret / (est_rel_ret + est_nonrel_ret): gray documents are left out, and\n"
			"documents that could not be drawn (num_outside) unless --outside is given. Of a\n"
			"run that divides strata of different rates, over the number of documents that it\n"
			"retrieves (--outside). nan\n"
			"where no assessable document was retrieved and sampled. With cutoffs\n"
			"(-m est_P.100), of the first k documents, times min(k, retrieved)/k.\n",
		.kind = PARAMETERS_CUTOFFS,
		.score = est_p,
		.quantity = SET_PRECISION,
		.example = { .ranking = "1 0 - | 1 1 -", .value = 0.5 },
	},
	{
		EST,
		.name = "est_F",
		.needs_frame = true,
		.summary = "estimated F measure of the retrieved set",
		.manual =
			"(1 + b^2)*P*R / (b^2*P + R) of est_P and est_recall. The parameter is b, 1 as a\n"
			"rule (-m est_F.2 weighs recall higher).\n",
		.kind = PARAMETERS_NUMBERS,
		.defaults = "1",
		.score = est_f,
		.check = check_beta,
		.quantity = SET_F,
		/* P = 1/2, R = 1/3: 2 * (1/6) / (5/6) */
		.example = { .ranking = "1 0 | 1 1", .value = 0.4 },
	},
	{
		EST,
		.name = "est_R_prec",
		.summary = "estimated precision after est_rel documents",
		.manual = "est_P at the cutoff est_rel, rounded up.\n",
		.ranks = true,
		.score = est_r_prec,
		/* est_rel = 2: one of the first two */
		.example = { .ranking = "1 0 0 | 1", .value = 0.5 },
	},
	MEASURES_END,
};
