/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Preferences fulfilled by a ranking. Carterette, Bennett, Chickering & Dumais 2008, Here or there:
 * preference judgments for relevance.
 *
 * Each comes in three variants, by which preferences A > B are looked at: all of them; _ret, those
 * with both documents retrieved; _imp, those with at least one retrieved.
 */
#include "measures/measure.h"

enum variant { ALL = PAIR_NEITHER, IMPLIED = PAIR_ONE, RETRIEVED = PAIR_BOTH };

/* Kinds are ordered so that each variant looks at those up to its own. */
static double up_to(const int64_t *by_kind, enum variant variant)
{
	int64_t sum = 0;
	for (int kind = 0; kind <= (int)variant; kind++)
		sum += by_kind[kind];
	return (double)sum;
}

static double ratio(double part, double whole)
{
	return whole > 0 ? part / whole : 0;
}

/* The preferences of all groups, or those that are fulfilled. */
static double count(const struct topic_view *t, bool fulfilled, enum variant variant)
{
	double sum = 0;
	for (size_t g = 0; g < t->preferences->groups; g++) {
		const struct preference_counts *c = &t->preferences->group[g];
		sum += up_to(fulfilled ? c->fulfilled : c->pairs, variant);
	}
	return sum;
}

static double simple(const struct topic_view *t, enum variant variant)
{
	return ratio(count(t, true, variant), count(t, false, variant));
}

static double by_group(const struct topic_view *t, enum variant variant)
{
	double sum = 0;
	for (size_t g = 0; g < t->preferences->groups; g++)
		sum += ratio(up_to(t->preferences->group[g].fulfilled, variant),
			     up_to(t->preferences->group[g].pairs, variant));
	return sum / (double)t->preferences->groups;
}

static double by_pair(const struct topic_view *t, enum variant variant)
{
	double votes = 0;
	for (int kind = 0; kind <= (int)variant; kind++)
		votes += t->preferences->votes[kind];
	return ratio(votes, up_to(t->preferences->pairs, variant));
}

/*
 * The ratio of one group with as many non-relevant documents as relevant ones. Missing ones are
 * supposed not to be retrieved; where there are too many, the first ones in the ranking are kept,
 * and then every retrieved document is expected above them (so trec_eval counts).
 */
static double balanced(const struct preference_counts *c, enum variant variant)
{
	int which = variant == RETRIEVED ? COUNT_RETRIEVED : COUNT_ALL;
	double relevant = (double)c->relevant[which], nonrelevant = (double)c->nonrelevant[which];
	double fulfilled = up_to(c->fulfilled, variant), possible = up_to(c->pairs, variant);
	if (nonrelevant < relevant) {
		fulfilled += (relevant - nonrelevant) * (double)c->relevant[COUNT_RETRIEVED];
		possible += (relevant - nonrelevant) * (double)c->relevant[COUNT_ALL];
	} else if (nonrelevant > relevant && c->one_subgroup) {
		fulfilled =
			(double)(c->relevant_fulfilled[which] + c->above_first_nonrelevant[which]);
		possible = (double)c->relevant_pairs[which] + relevant * (relevant + nonrelevant);
	}
	return possible > 0 ? fulfilled / possible : -1;
}

static double by_balanced_group(const struct topic_view *t, enum variant variant)
{
	double sum = 0;
	for (size_t g = 0; g < t->preferences->groups; g++) {
		double value = balanced(&t->preferences->group[g], variant);
		if (value < 0) /* a group without any relevant document */
			return 0;
		sum += value;
	}
	return sum / (double)t->preferences->groups;
}

MEASURE_VALUE(possible, count(t, false, ALL))
MEASURE_VALUE(fulfilled, count(t, true, ALL))
MEASURE_VALUE(fulfilled_ret, count(t, true, RETRIEVED))
MEASURE_VALUE(simp, simple(t, ALL))
MEASURE_VALUE(simp_ret, simple(t, RETRIEVED))
MEASURE_VALUE(simp_imp, simple(t, IMPLIED))
MEASURE_VALUE(pair, by_pair(t, ALL))
MEASURE_VALUE(pair_ret, by_pair(t, RETRIEVED))
MEASURE_VALUE(pair_imp, by_pair(t, IMPLIED))
MEASURE_VALUE(avgjg, by_group(t, ALL))
MEASURE_VALUE(avgjg_ret, by_group(t, RETRIEVED))
MEASURE_VALUE(avgjg_imp, by_group(t, IMPLIED))
MEASURE_VALUE(avgjg_rnonrel, by_balanced_group(t, ALL))
MEASURE_VALUE(avgjg_rnonrel_ret, by_balanced_group(t, RETRIEVED))

#define PREFERENCES(NAME, MEMBERS, SUMMARY, MANUAL, SCORE_FUNCTION)             \
	.abi = MEASURE_ABI, .name = NAME, .summary = SUMMARY, .manual = MANUAL, \
	.members = MEMBERS, .input = INPUT_PREFERENCES, .score = SCORE_FUNCTION

#define COUNT .value = VALUE_INTEGER, .aggregate = AGGREGATE_SUM, .no_best = true

/* Examples: one group; grades are levels. "1 0 | 1": 1 > 0 at ranks 1, 2, and 1 (missing) > 0. */
MEASURES = {
	{
		PREFERENCES("prefs_num_prefs_poss", "all_prefs prefs", "number of preferences",
			    "All preferences of all groups. Summed.\n", possible),
		.after = "num_nonrel_judged_ret",
		COUNT,
		.example = { .ranking = "1 0 | 1", .value = 2 },
	},
	{
		PREFERENCES(
			"prefs_num_prefs_ful", "all_prefs prefs", "number of preferences fulfilled",
			"A > B is fulfilled if A stands above B, or only A is retrieved. Summed.\n",
			fulfilled),
		COUNT,
		.example = { .ranking = "1 0 | 1", .value = 1 },
	},
	{
		PREFERENCES("prefs_num_prefs_ful_ret", "all_prefs prefs",
			    "number of preferences fulfilled, both documents retrieved",
			    "Fulfilled preferences with both documents retrieved. Summed.\n",
			    fulfilled_ret),
		COUNT,
		.example = { .ranking = "1 | 1 0", .value = 0 },
	},
	{
		PREFERENCES("prefs_simp", "all_prefs prefs", "share of preferences fulfilled",
			    "Fulfilled over possible preferences, all groups together. 0 if there\n"
			    "are none.\n",
			    simp),
		.example = { .ranking = "1 0 | 1", .value = 0.5 },
	},
	{
		PREFERENCES(
			"prefs_pair", "all_prefs prefs",
			"share of preferences fulfilled, averaged over pairs of documents",
			"For each pair of documents on which a group has a preference: the share of\n"
			"those groups that agree with the ranking; averaged over the pairs.\n",
			pair),
		.example = { .ranking = "1 0 | 1", .value = 0.5 },
	},
	{
		PREFERENCES(
			"prefs_avgjg", "all_prefs prefs",
			"share of preferences fulfilled, averaged over judgment groups",
			"prefs_simp for each group, averaged; a group without preferences has 0.\n",
			avgjg),
		.example = { .ranking = "1 0 | 1", .value = 0.5 },
	},
	{
		PREFERENCES(
			"prefs_avgjg_Rnonrel", "all_prefs",
			"prefs_avgjg with as many non-relevant documents as relevant ones",
			"As prefs_avgjg, the number of documents of level 0 in each group being made\n"
			"equal to R, that of documents above 0: missing ones are added as not\n"
			"retrieved, of too many the first R in the ranking are kept. 0 if a group\n"
			"has no document above level 0.\n",
			avgjg_rnonrel),
		/* R = 2, one of them retrieved; one non-relevant is added: (1 + 1) / (2 + 2) */
		.example = { .ranking = "1 0 | 1", .value = 0.5 },
	},
	{
		PREFERENCES("prefs_simp_ret", "all_prefs",
			    "prefs_simp over pairs with both documents retrieved",
			    "As prefs_simp, for preferences with both documents retrieved.\n",
			    simp_ret),
		.example = { .ranking = "1 0 | 1", .value = 1 },
	},
	{
		PREFERENCES("prefs_pair_ret", "all_prefs",
			    "prefs_pair over pairs with both documents retrieved",
			    "As prefs_pair, for preferences with both documents retrieved.\n",
			    pair_ret),
		.example = { .ranking = "1 0 | 1", .value = 1 },
	},
	{
		PREFERENCES("prefs_avgjg_ret", "all_prefs",
			    "prefs_avgjg over pairs with both documents retrieved",
			    "As prefs_avgjg, for preferences with both documents retrieved.\n",
			    avgjg_ret),
		.example = { .ranking = "1 0 | 1", .value = 1 },
	},
	{
		PREFERENCES("prefs_avgjg_Rnonrel_ret", "all_prefs",
			    "prefs_avgjg_Rnonrel over pairs with both documents retrieved",
			    "As prefs_avgjg_Rnonrel, for retrieved documents.\n",
			    avgjg_rnonrel_ret),
		.example = { .ranking = "1 0 | 1", .value = 1 },
	},
	{
		PREFERENCES(
			"prefs_simp_imp", "all_prefs",
			"prefs_simp over pairs with at least one document retrieved",
			"As prefs_simp, for preferences with at least one document retrieved.\n",
			simp_imp),
		.example = { .ranking = "1 | 1 0", .value = 1 },
	},
	{
		PREFERENCES(
			"prefs_pair_imp", "all_prefs",
			"prefs_pair over pairs with at least one document retrieved",
			"As prefs_pair, for preferences with at least one document retrieved.\n",
			pair_imp),
		.example = { .ranking = "1 | 1 0", .value = 1 },
	},
	{
		PREFERENCES(
			"prefs_avgjg_imp", "all_prefs",
			"prefs_avgjg over pairs with at least one document retrieved",
			"As prefs_avgjg, for preferences with at least one document retrieved.\n",
			avgjg_imp),
		.example = { .ranking = "1 | 1 0", .value = 1 },
	},
	MEASURES_END,
};
