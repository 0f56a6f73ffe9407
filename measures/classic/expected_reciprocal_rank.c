/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Expected reciprocal rank: a reader stops at a document of grade g with probability
 *
 *	R(g) = (2^g - 1) / 2^max
 *	ERR = sum over ranks i of 1/i * R(g_i) * product over j < i of (1 - R(g_j))
 *
 * Chapelle, Metzler, Zhang & Grinspan 2009, Expected reciprocal rank for graded relevance (CIKM),
 * equation 4.
 */
#include "measures/gains.h"

/* What a reader has found and who is still reading. */
struct cascade {
	double found, reading;
};

static void cascade_read(struct cascade *c, double grade, double max, size_t position)
{
	double stops = grade > 0 ? exp2(grade - max) - exp2(-max) : 0;
	c->found += c->reading * stops / (double)(position + 1);
	c->reading *= 1 - stops;
}

/* The ranking and the ideal one, down to each cutoff. */
static int expected(const struct topic_view *t, const struct parameters *p, bool normalised,
		    double *value)
{
	static const struct parameters no_gains = { 0 };
	struct ideal ideal = ideal_start(t, &no_gains);
	struct cascade run = { 0, 1 }, best = { 0, 1 };
	double max = p->setting[0];
	size_t i = 0, columns = p->count > 0 ? p->count : 1;
	if (ideal.gain > max)
		return SCORE_GRADE_TOO_HIGH;
	for (size_t k = 0; k < columns; k++) {
		double cutoff = p->count > 0 ? p->value[k] : INFINITY;
		for (; (double)i < cutoff && (i < t->retrieved || ideal.count > 0); i++) {
			cascade_read(&best, ideal_next(&ideal), max, i);
			if (i < t->retrieved)
				cascade_read(&run, t->grade[i], max, i);
		}
		double whole = normalised ? best.found : 1;
		value[k] = whole > 0 ? run.found / whole : 0;
	}
	return 0;
}

MEASURE_SCORE(err, expected(t, p, false, value))
MEASURE_SCORE(nerr, expected(t, p, true, value))

static const char *check_highest_grade(const struct parameters *p)
{
	return p->setting[0] >= 1 ? NULL : "takes max of 1 or more, the highest grade";
}

MEASURES = {
	{
		.abi = MEASURE_ABI,
		.name = "err",
		.summary = "expected reciprocal rank",
		.manual =
			"Sum over ranks i of 1/i times the probability that a reader stops there: R at\n"
			"rank i times the product of 1 - R above it, with R = (2^grade - 1) / 2^max. Of the\n"
			"first k documents (-m err.20), or of all. max is the highest grade of the scale,\n"
			"4 as in gdeval and ir_measures, or -m err.20,max=3; a topic with a higher grade is\n"
			"an error. Chapelle and others 2009.\n",
		.alias = "ERR ERR@",
		.graded = true,
		.after = "judged",
		.kind = PARAMETERS_CUTOFFS,
		.settings = "max=4",
		.score = err,
		.check = check_highest_grade,
		/* R = 1/4, 3/4: 1/4 + 3/4 * 3/4 / 2 */
		.example = { .ranking = "1 2", .parameters = "max=2", .value = 17.0 / 32 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "nerr",
		.summary = "expected reciprocal rank over that of the best possible ranking",
		.manual =
			"err divided by the err of all judged documents by falling grade, down to the same\n"
			"rank. 0 if no grade is above 0.\n",
		.graded = true,
		.kind = PARAMETERS_CUTOFFS,
		.settings = "max=4",
		.score = nerr,
		.check = check_highest_grade,
		/* best: 3/4 + 1/4 * 1/4 / 2 = 25/32 */
		.example = { .ranking = "1 2", .parameters = "max=2", .value = 17.0 / 25 },
	},
	MEASURES_END,
};
