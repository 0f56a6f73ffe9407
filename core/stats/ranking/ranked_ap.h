/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Average precision of the sample and its parts (Aslam & Pavlu 2008, eq 1, a document counting once
 * in its own precision), for the relevant units only, in their order. With w = 1/probability,
 *
 *     A = sum of w/rank + sum over pairs, f above d, of w_d w_f / rank of d,    R = sum of w
 *
 * and AP = A/R. `gradient` is that of A: 1/rank + above/rank + below.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/ranking/ranking_method.h"

struct ranked_ap {
	size_t units; /* relevant ones */
	size_t *at;   /* places in the sample */
	double *weight;
	double *precision; /* at the rank; 0 if not retrieved */
	double *gradient;
	double numerator, total; /* A and R */
};

/* The caller releases it; on failure nothing is left to release. */
int ranked_ap_init(struct ranked_ap *a, const struct ranked_sample *s, struct err *e);
void ranked_ap_release(struct ranked_ap *a);
