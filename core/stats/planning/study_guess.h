/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a study is planned with: how many documents there are and how many of them are retrieved,
 * which is known, and how many are relevant, which is guessed. With N documents, N1 of them
 * retrieved, R relevant and R1 both,
 *
 *     prevalence = R/N,   recall = R1/R,   precision = R1/N1.
 *
 * Any two of these three determine R and R1; all three determine N1 too.
 */
#pragma once

#include "core/base/err.h"

struct guess {
	int64_t collection;
	int64_t retrieved;		      /* 0: not given */
	double prevalence, recall, precision; /* nan: not given */
};

struct guessed {
	int64_t collection, retrieved;	      /* N, N1 */
	int64_t relevant, relevant_retrieved; /* R, R1 */
};

/*
 * Whole documents. Fails, as wrong usage, if numbers are missing, if they contradict each other
 * (the message says how; three shares and a number of retrieved documents must agree to one
 * document), or where less than one relevant document is retrieved or nothing is left unretrieved.
 */
int guess_resolve(const struct guess *g, struct guessed *out, struct err *e);
