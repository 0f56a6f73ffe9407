/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How likely the documents of a pool are to matter, by their ranks.
 */
#pragma once

#include "core/data/runs/pool.h"

/*
 * Weight of each document: the sum over the runs of the prior of average precision at its rank
 * (core/stats/sampling/stevens.h), each run with its own length; a run that lacks it adds nothing.
 * (Divided by the number of runs it would be the average of Aslam & Pavlu 2008; only proportions
 * matter.) The sums are formed exactly and rounded once, so that they do not depend on the order of
 * the runs, and documents with the same ranks have the same weight. Working memory comes from
 * `memory`.
 */
int pool_prior(const struct pool *p, double *weight, struct arena *memory, struct err *e);
