/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures that say with which probability C(i) a reader goes on from rank i to the next (C/W/L).
 * W(i), the share of attention at rank i, is proportional to C(1) * ... * C(i - 1), and
 *
 *	value = sum over ranks i of W(i) * gain(i)
 *	gain = (grade - min_rel) / (max_rel - min_rel), the grade being kept within the two
 *
 * Moffat, Thomas & Scholer 2013, Users versus models (CIKM); Azzopardi, Thomas & Moffat 2019,
 * cwl_eval (SIGIR). As cwl_eval does, readers look at 1000 ranks at most, which matters to inst and
 * insq: those behind the last document have no gain, but attention.
 */
#include <math.h>

#include "core/stats/discount.h"
#include "measures/measure.h"

enum { DEEPEST = 1000 };

/* Where a reader is. */
struct reading {
	double rank, gain, total; /* total: gained so far, this document included */
	double cutoff;		  /* or inf */
	double extra;		  /* T or p */
};

enum { MIN_REL, MAX_REL, EXTRA };

static double gain_at(const struct topic_view *t, const struct parameters *p, size_t position)
{
	double least = p->setting[MIN_REL], most = p->setting[MAX_REL];
	if (position >= t->retrieved || t->grade[position] == GRADE_UNPOOLED)
		return 0;
	double grade = fmax(t->grade[position], 0);
	return (fmin(fmax(grade, least), most) - least) / (most - least);
}

static double attend(const struct topic_view *t, const struct parameters *p, struct reading *r,
		     double (*goes_on)(const struct reading *r))
{
	double attention = 1, sum = 0, value = 0;
	for (size_t i = 0; i < DEEPEST && attention > 0; i++) {
		r->rank = (double)(i + 1);
		r->gain = gain_at(t, p, i);
		r->total += r->gain;
		sum += attention;
		value += attention * r->gain;
		attention *= r->rank < r->cutoff ? goes_on(r) : 0;
	}
	return value / sum;
}

/* The square of 1 - 1/(rank + wanted): the more is wanted the longer it takes. */
static double square_decay(double rank, double wanted)
{
	double c = (rank + wanted - 1) / (rank + wanted);
	return c * c;
}

static double inst_goes_on(const struct reading *r)
{
	return square_decay(r->rank, r->extra + (r->extra - r->total));
}

static double insq_goes_on(const struct reading *r)
{
	return square_decay(r->rank, 2 * r->extra);
}

static double bpm_goes_on(const struct reading *r)
{
	return r->total < r->extra;
}

static double sdcg_goes_on(const struct reading *r)
{
	return rank_discount(r->rank) / rank_discount(r->rank + 1);
}

static double nerr8_goes_on(const struct reading *r)
{
	return 1 - r->gain;
}

static double nerr9_goes_on(const struct reading *r)
{
	return r->rank / (r->rank + 1) * (1 - r->gain);
}

static double nerr10_goes_on(const struct reading *r)
{
	return r->extra * (1 - r->gain);
}

static double nerr11_goes_on(const struct reading *r)
{
	return square_decay(r->rank, 2 * r->extra) * (1 - r->gain);
}

/* One that reads to the end, and one with cutoffs; both have T or p, or neither. */
#define TO_THE_END(NAME)                                                                       \
	static int NAME(const struct topic_view *t, const struct parameters *p, double *value) \
	{                                                                                      \
		struct reading r = { .cutoff = INFINITY, .extra = p->setting[EXTRA] };         \
		*value = attend(t, p, &r, NAME##_goes_on);                                     \
		return 0;                                                                      \
	}
#define DOWN_TO(NAME, EXTRA_SETTING)                                                           \
	static int NAME(const struct topic_view *t, const struct parameters *p, double *value) \
	{                                                                                      \
		for (size_t k = 0; k < p->count; k++) {                                        \
			struct reading r = { .cutoff = p->value[k], .extra = EXTRA_SETTING };  \
			value[k] = attend(t, p, &r, NAME##_goes_on);                           \
		}                                                                              \
		return 0;                                                                      \
	}

TO_THE_END(inst)
TO_THE_END(insq)
DOWN_TO(bpm, p->setting[EXTRA])
DOWN_TO(sdcg, 0)
DOWN_TO(nerr8, 0)
DOWN_TO(nerr9, 0)
TO_THE_END(nerr10)
TO_THE_END(nerr11)

static const char *check_scale(const struct parameters *p)
{
	return p->setting[MIN_REL] < p->setting[MAX_REL] ? NULL : "takes min_rel below max_rel";
}

static const char *check_wanted(const struct parameters *p)
{
	return p->setting[EXTRA] > 0 ? check_scale(p) : "takes T above 0";
}

static const char *check_persistence(const struct parameters *p)
{
	bool good = p->setting[EXTRA] > 0 && p->setting[EXTRA] < 1;
	return good ? check_scale(p) : "takes p above 0 and below 1";
}

#define SCALE                                                                             \
	"Gains are (grade - min_rel) / (max_rel - min_rel) with grades kept within the\n" \
	"two; max_rel, the highest grade of the scale, must be given, min_rel is 0.\n"
#define DOWN_TO_1000 "Attention ends at rank 1000, as in cwl_eval.\n"

#define FAMILY .abi = MEASURE_ABI, .graded = true
#define CUT    .kind = PARAMETERS_CUTOFFS, .defaults = "10"

MEASURES = {
	{
		FAMILY,
		.name = "inst",
		.summary = "INST: gain per document of a reader who wants a gain of T",
		.manual =
			"The mean gain by attention, which from rank i on goes down by the square of\n"
			"1 - 1/(i + T + T_i), T_i being what is still missing to T (1). Moffat, Bailey,\n"
			"Scholer & Thomas 2015.\n" SCALE DOWN_TO_1000,
		.alias = "INST",
		.after = "rbp_level",
		.settings = "min_rel=0 max_rel= T=1",
		.score = inst,
		.check = check_wanted,
		/* with T = 1/2 and T_1 = -1/2 the first document, of gain 1, is the last one read
		 */
		.example = { .ranking = "1 0 1", .parameters = "T=0.5,max_rel=1", .value = 1 },
	},
	{
		FAMILY,
		.name = "insq",
		.summary = "INSQ: as inst, of a reader who ignores what was found",
		.manual =
			"The mean gain by attention, which from rank i on goes down by the square of\n"
			"1 - 1/(i + 2T), T being 1. Moffat, Scholer & Thomas 2012.\n" SCALE
				DOWN_TO_1000,
		.alias = "INSQ",
		.settings = "min_rel=0 max_rel= T=1",
		.score = insq,
		.check = check_wanted,
		/* attention at rank i is 4/(i + 1)^2: 1 over its sum from i = 1 to 1000 */
		.example = { .ranking = "1 0 0",
			     .parameters = "max_rel=1",
			     .value = 0.388237602814293 },
	},
	{
		FAMILY,
		.name = "bpm",
		.summary =
			"Bejeweled player model: gain per document down to a gain of T, or rank k",
		.manual =
			"A reader stops when the gains add up to T (1), or at rank k: the gain so far\n"
			"divided by that rank. The static form of Zhang and others 2017.\n" SCALE,
		.alias = "BPM@",
		CUT,
		.settings = "min_rel=0 max_rel= T=1",
		.score = bpm,
		.check = check_wanted,
		/* the gain is 1 at rank 3 */
		.example = { .ranking = "1 0 1 2", .parameters = "10,max_rel=2", .value = 1.0 / 3 },
	},
	{
		FAMILY,
		.name = "sdcg",
		.summary = "scaled discounted cumulated gain in the top k",
		.manual =
			"Sum over the first k ranks of gain / log2(rank + 1), divided by the same sum with\n"
			"gains of 1: a full list of the best documents has 1. Moffat, Bailey, Scholer &\n"
			"Thomas 2015.\n" SCALE,
		.alias = "SDCG@",
		CUT,
		.settings = "min_rel=0 max_rel=",
		.score = sdcg,
		.check = check_scale,
		/* (1/2 + 1/log2(4)) / (1 + 1/log2(3) + 1/log2(4)) */
		.example = { .ranking = "1 0 2",
			     .parameters = "3,max_rel=2",
			     .value = 1 / (1.5 + 1 / 1.5849625007211562) },
	},
	{
		FAMILY,
		.name = "nerr8",
		.summary = "nearly expected reciprocal rank, equation 8",
		.manual =
			"The mean gain by attention, which goes down by 1 - gain from each rank to the\n"
			"next and ends at rank k. Azzopardi, Mackenzie & Moffat 2021, equation 8.\n" SCALE,
		.alias = "NERR8@",
		CUT,
		.settings = "min_rel=0 max_rel=",
		.score = nerr8,
		.check = check_scale,
		/* attention 1, 1/2 and then nothing: (1/2 + 1/2) / (3/2) */
		.example = { .ranking = "1 2 1", .parameters = "max_rel=2", .value = 2.0 / 3 },
	},
	{
		FAMILY,
		.name = "nerr9",
		.summary = "nearly expected reciprocal rank, equation 9",
		.manual =
			"The mean gain by attention, which goes down by (1 - gain) * i/(i + 1) from rank i\n"
			"to the next and ends at rank k. Azzopardi, Mackenzie & Moffat 2021, equation 9.\n" SCALE,
		.alias = "NERR9@",
		CUT,
		.settings = "min_rel=0 max_rel=",
		.score = nerr9,
		.check = check_scale,
		/* attention 1, 1/4 and then nothing: (1/2 + 1/4) / (5/4) */
		.example = { .ranking = "1 2 1", .parameters = "max_rel=2", .value = 3.0 / 5 },
	},
	{
		FAMILY,
		.name = "nerr10",
		.summary = "nearly expected reciprocal rank, equation 10",
		.manual =
			"The mean gain by attention, which goes down by p (1 - gain) from each rank to the\n"
			"next, p being 0.9. Azzopardi, Mackenzie & Moffat 2021, equation 10.\n" SCALE
				DOWN_TO_1000,
		.alias = "NERR10",
		.settings = "min_rel=0 max_rel= p=0.9",
		.score = nerr10,
		.check = check_persistence,
		/* attention 1, 1/4 and then nothing */
		.example = { .ranking = "1 2 1",
			     .parameters = "max_rel=2,p=0.5",
			     .value = 3.0 / 5 },
	},
	{
		FAMILY,
		.name = "nerr11",
		.summary = "nearly expected reciprocal rank, equation 11",
		.manual =
			"As insq, attention going down by 1 - gain as well from each rank to the next.\n"
			"Azzopardi, Mackenzie & Moffat 2021, equation 11.\n" SCALE DOWN_TO_1000,
		.alias = "NERR11",
		.settings = "min_rel=0 max_rel= T=1",
		.score = nerr11,
		.check = check_wanted,
		/* attention 1, (2/3)^2 / 2 = 2/9 and then nothing: (1/2 + 2/9) / (11/9) */
		.example = { .ranking = "1 2 1", .parameters = "max_rel=2", .value = 13.0 / 22 },
	},
	MEASURES_END,
};
