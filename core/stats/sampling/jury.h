/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several judges that labelled the same documents, a jury: a class of documents has a class of each
 * judge. Classes stand in an order in which neighbours differ by one step of one judge (a reflected
 * Gray code: Knuth, The Art of Computer Programming 4A, 7.2.1.1). Neighbours are joined if few of
 * their documents are judged (joined_classes.h), the smallest first: so what a judge takes for
 * relevant, which is less than the rest, stays apart from it even if another judge says nothing.
 *
 * Which judges are used in a topic: a useless one that divides the classes of a good one costs more
 * than the 3 % that it may (doc/labels.md, "A jury"). The first is the one whose classes alone
 * leave the least variance of the number of relevant documents,
 *
 *     sum over groups of N^2 (1 - n/N)/n p(1-p) n/(n-1),   p = (r + 1/2)/(n + 1),
 *
 * the next the one with which there is less left than without it, and so on. What was judged
 * decides here, once for all runs and all parts of a topic: chosen anew for each part, intervals
 * cover about 1 % less. One judge is offered for JUDGE_JUDGED judged documents of the topic, in the
 * order of the files, and one is used for as many of a part.
 *
 * And where the classes of each judge are cut in two, for control variates
 * (core/stats/learnt_prior/labelled_mean.h): the classes from a cut on count as relevant. The first
 * cut of grades is at the least grade that is relevant in judgments; the next, and all of words and
 * scores, are those that have nearest to a quarter of the documents above them. Numbers of
 * documents decide, never what was judged.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/stats/sampling/joined_classes.h"

enum { JUDGES_MOST = 6, JUDGE_JUDGED = 20 };

struct jury {
	size_t judges, classes; /* of all judges together */
	const uint16_t *at;	/* by class and judge: the class of the judge, plus 1; 0: none */
	struct {
		size_t classes;
		const double *value; /* grades; nan, or NULL: it has none */
	} judge[JUDGES_MOST];
};

/* The place of a class in the order of them all, which is not dense; `at` as above. */
uint64_t jury_place(const struct jury *j, const uint16_t *at);

/* The judges that are used, the best one first. */
struct jury_order {
	size_t count, judge[JUDGES_MOST];
};

/* Documents of a class, in a stratum. */
struct jury_cell {
	int32_t class_of; /* below 0: they have no label */
	uint32_t stratum; /* cells of one stand together */
	struct class_part part;
	int64_t relevant; /* of the sampled ones; only to choose judges */
};

struct jury_order jury_choose(const struct jury *j, const struct jury_cell *cell, size_t count);

/* The cells of a part of a stratum, joined as by classes_join(), at most JURY_CELLS_MOST of them.
 */
enum { JURY_CELLS_MOST = 256 + 1 };
size_t jury_join(const struct jury *j, const struct jury_order *use, const struct jury_cell *cell,
		 size_t count, uint16_t *group);

struct label_cut {
	size_t judge, from; /* the judge's first class that counts as relevant */
};

/*
 * The first cut of each judge, then the second of each, and so on: at most `most`, the most
 * important first. `size` has the documents of each class. Cuts with no documents above or below
 * are left out. Returns how many there are; `first` of them are the first of a judge.
 */
size_t jury_cuts(const struct jury *j, const int64_t *size, double level, size_t most,
		 struct label_cut *cut, size_t *first);

/* Whether a class counts as relevant. */
static inline bool jury_counts(const struct jury *j, const struct label_cut *cut, size_t class_of)
{
	return j->at[class_of * j->judges + cut->judge] > cut->from;
}
