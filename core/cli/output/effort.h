/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What recall after so many documents would be if a review had the best order, and a random one:
 * the lines beside which a picture draws the recall of a run.
 *
 * Of a topic with R relevant documents among N, after k documents: min(k, R) / R, and min(k, N) / N
 * in expectation. Over topics, means.
 */
#pragma once

#include "core/engine/evaluate/evaluated.h"

struct effort {
	double perfect, random; /* nan: not known */
};

/* Whether a measure is recall after so many documents, or after a share of all. */
bool effort_is_known(const struct measure *m);

/* Beside one value of such a request. `collection` is -N, or 0. */
struct effort effort_beside(const struct evaluation *x, const struct request *q, size_t value,
			    int64_t collection);
