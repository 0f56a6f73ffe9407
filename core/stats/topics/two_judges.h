/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far two judges agree on the documents that both judged: the share that they judge alike, and
 * kappa, the agreement beyond chance; and how sure these are.
 *
 *     share = p = (documents relevant to both + to neither) / documents
 *     kappa = (p - q)/(1 - q)
 *
 * where q is the share of two judges who say "relevant" as often as these, but independently (Cohen
 * 1960, A coefficient of agreement for nominal scales). The documents of all topics are pooled.
 *
 * Over topics they have the intervals of topic_jackknife.h, in the range from 0 of the share, and
 * from -1 of kappa, to 1.
 *
 * Over documents, as if all were drawn one by one: of the share Clopper and Pearson's interval, of
 * kappa a normal one with the standard error of the delta method (Fleiss, Cohen & Everitt 1969,
 * Large sample standard errors of kappa and weighted kappa, eq. 13). If all or none are judged
 * alike, that error is 0; then the ends are (s - q)/(1 - q), s being those of the share.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/stats/topics/topic_jackknife.h"

/* The documents that two judges judged, by what A and then B say of them. Those that are gray to
 * one of them are counted apart. */
struct two_judges {
	int64_t count[2][2]; /* 1: relevant */
	int64_t gray;
};

/* Adds a document by the grades that A and B give it; `level` is the least one that is relevant. */
void two_judges_count(struct two_judges *x, double a, double b, int32_t level);

/* The documents that both assessed. */
int64_t two_judges_documents(const struct two_judges *x);

/* How many documents either judge calls relevant; with few of them kappa says little. */
int64_t two_judges_relevant(const struct two_judges *x);
bool two_judges_are_lopsided(const struct two_judges *x);

enum judged_figure { JUDGED_SHARE, JUDGED_KAPPA, JUDGED_FIGURES };

/* nan: of no documents; kappa also if both say the same of every document, always the same. */
double two_judges_figure(const struct two_judges *x, enum judged_figure which);

/* All topics together. */
struct judged_all {
	struct two_judges sum;
	size_t topics;	  /* in which both assessed a document */
	bool over_topics; /* the intervals */
	struct judged_alike figure[JUDGED_FIGURES];
};

/* Intervals are over topics if there are several of them, and not `over_documents`. */
struct judged_all judged_all(const struct two_judges *topic, size_t topics, bool over_documents,
			     const struct ends *ends);
