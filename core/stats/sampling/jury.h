/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several judges that labelled the same documents, a jury: a class of documents has a class of each
 * judge. Classes stand in an order in which neighbours differ by one step of one judge (a reflected
 * Gray code: Knuth, The Art of Computer Programming 4A, 7.2.1.1). Neighbours are joined if few of
 * their documents are judged (joined_classes.h), the smallest first: so what a judge takes for
 * relevant, which is less than the rest, stays apart from it even if another judge says nothing.
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

enum { JUDGES_MOST = 6 };

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
