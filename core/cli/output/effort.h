/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recall after k documents if a review went through them in the best order, and in a random order:
 * a picture draws these lines beside the recall of a run.
 *
 * Of a topic with R relevant documents among N, after k documents: min(k, R) / R, and min(k, N) / N
 * in expectation. Over topics, means.
 */
#pragma once

#include "core/engine/evaluate/evaluated.h"

struct effort {
	double perfect, random; /* nan: not known */
};

/* Whether a measure is recall after a number of documents, or after a share of all. */
bool effort_is_known(const struct measure *m);

/* Beside one value of such a request. `collection` is -N, or 0. */
struct effort effort_beside(const struct evaluation *x, const struct request *q, size_t value,
			    int64_t collection);
