/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recall from a sample of one or two strata, nearly without bias.
 *
 * The first relevant document in a random order of all documents is any relevant document with the
 * same probability, so that it is retrieved with the probability recall. The estimate is the
 * probability of that, over the orders that agree with the sample: those in which the documents of
 * a stratum come in a random order of its sample, and the strata take turns at random. It looks at
 * the first m documents of the order, with m small enough that nearly all samples have as many, and
 * at orders in which a relevant document is among them.
 *
 * With w the probability of such an order given the sample, the mean of w·estimate over all samples
 * is exactly recall·(mean of w). So there is no bias if w is near 1: if m random documents nearly
 * always have a relevant one.
 *
 * With a and b documents of the two strata behind us, none of them relevant, the next is of the
 * first stratum with probability (N1-a)/(N-a-b), and there relevant and retrieved with r1'/(n1-a),
 * relevant at all with r1/(n1-a). Steps go through the distribution of a.
 *
 * Webber (2013, section 5.1) wishes for an unbiased estimate, and refers to Hartley & Ross (1954).
 * Theirs needs the true denominator, here the number of all relevant documents. For samples of two
 * segments of fixed sizes there is none without bias: a mean over samples is a polynomial of degree
 * n0 in R0, and R1/(R1+R0) is one of degree N0.
 */
#include <math.h>

#include "core/stats/numeric/accuracy.h"
#include "measures/measure.h"

/* Probability that a sample is too small for the order, or is left out of the sums. */
static const double TOO_SMALL = 1e-9, NOTHING = TERM_LEFT_OUT;

struct part {
	double size, sampled, relevant, retrieved; /* the last: relevant and retrieved */
};

/* How likely each number of documents of the first stratum is, and without a relevant one. */
struct orders {
	struct part part[2];
	double *any, *none;
	int64_t first, last; /* those that are not negligible */
};

/* What is left of a stratum when `taken` documents are gone, as a share of all that is left. */
static double share_left(const struct part *p, double taken, double left)
{
	return (p->size - taken) / left;
}

/* The chance that the next document of a stratum is one of `documents`. */
static double chance(double documents, const struct part *p, double taken)
{
	return taken < p->sampled ? documents / (p->sampled - taken) : 0;
}

/* Adds the probability that document number k+1 is the first relevant one, and retrieved. */
static void add_next(const struct orders *o, int64_t k, double left, double *relevant,
		     double *retrieved)
{
	for (int64_t a = o->first; a <= o->last; a++) {
		double taken[2] = { (double)a, (double)(k - a) };
		for (int i = 0; i < 2; i++) {
			const struct part *p = &o->part[i];
			double here = o->none[a] * share_left(p, taken[i], left);
			*relevant += here * chance(p->relevant, p, taken[i]);
			*retrieved += here * chance(p->retrieved, p, taken[i]);
		}
	}
}

/* One document more. Returns how probable it is that a sample does not have it. */
static double take_one(struct orders *o, int64_t k, double left)
{
	double missing = 0;
	for (int64_t a = o->last + 1; a >= o->first; a--) {
		double any = 0, none = 0;
		for (int i = 0; i < 2; i++) { /* from a, b-1 or from a-1, b */
			int64_t before = i == 0 ? a - 1 : a;
			double taken = (double)(i == 0 ? before : k - before);
			if (before < o->first || before > o->last)
				continue;
			double step = share_left(&o->part[i], taken, left);
			any += o->any[before] * step;
			none += o->none[before] * step *
				(1 - chance(o->part[i].relevant, &o->part[i], taken));
		}
		o->any[a] = any;
		o->none[a] = none;
		if ((double)a > o->part[0].sampled || (double)(k + 1 - a) > o->part[1].sampled)
			missing += any;
	}
	o->last++;
	while (o->first < o->last && o->any[o->first] < NOTHING)
		o->first++;
	while (o->last > o->first && o->any[o->last] < NOTHING)
		o->last--;
	return missing;
}

static double first_is_retrieved(struct orders *o, int64_t documents)
{
	double relevant = 0, retrieved = 0, left = (double)documents;
	o->any[0] = o->none[0] = 1;
	for (int64_t k = 0; k < documents; k++, left--) {
		double next_relevant = 0, next_retrieved = 0;
		add_next(o, k, left, &next_relevant, &next_retrieved);
		if (take_one(o, k, left) > TOO_SMALL)
			break;
		relevant += next_relevant;
		retrieved += next_retrieved;
	}
	return retrieved / relevant;
}

static int est_recall_low_bias(const struct topic_view *t, const struct parameters *p,
			       double *value)
{
	(void)p;
	const struct sample_view *s = t->sample;
	struct orders o = { 0 };
	double all = 0, relevant = 0;
	*value = NAN;
	if (s->strata == 0 || s->strata > 2)
		return 0;
	for (size_t i = 0; i < s->strata; i++) {
		const struct divided_stratum *c = &s->stratum[i];
		o.part[i] = (struct part){ (double)c->size, (double)c->sampled,
					   (double)(c->relevant[0] + c->relevant[1]),
					   (double)c->relevant[1] };
		all += o.part[i].size;
		relevant += o.part[i].relevant;
	}
	if (!(relevant > 0))
		return 0;
	size_t room = (size_t)(o.part[0].sampled + o.part[1].sampled) + 3;
	o.any = calloc(2 * room, sizeof *o.any);
	if (o.any == NULL)
		return -1;
	o.none = o.any + room;
	*value = first_is_retrieved(&o, (int64_t)all);
	free(o.any);
	return 0;
}

MEASURES = {
	{
		.abi = MEASURE_ABI,
		.name = "est_recall_low_bias",
		.summary = "estimated recall, nearly without bias, from one or two strata",
		.manual =
			"The probability that the first relevant document in a random order of all\n"
			"documents is retrieved, over all orders that agree with the sample, as far as the\n"
			"sparser sample reaches. est_recall is too high on average if few relevant documents\n"
			"were found among those not retrieved (Webber 2013, section 2.4); this has next to\n"
			"no bias if a random sample as sparse as the sparser one nearly always has a\n"
			"relevant document. Of one stratum, a random sample of everything, it is est_recall.\n"
			"nan with three or more strata, or if nothing relevant was sampled.\n",
		.after = "est_recall",
		.input = INPUT_SAMPLE,
		.score = est_recall_low_bias,
		.example = { .ranking = "1 0 | 1 1 -", .value = 1.0 / 3 },
	},
	MEASURES_END,
};
