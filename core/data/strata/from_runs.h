/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Strata made by runs: the documents of a topic by which of the runs retrieve them.
 *
 * k runs make up to 2^k cells, nearly all empty. A uthash index maps documents to signatures (a bit
 * for each run, any number of runs), another one signatures to cells. Labels without sizes cut the
 * cells further: given how many documents of a cell were sampled, they are a simple random sample
 * of it.
 *
 * Sizes come from counting, and for the bottom cell, which no run retrieves, from the size of the
 * collection. A bottom of which nothing was sampled is no stratum: the sample could not have it.
 *
 * Apart from strata.c because it is one of the ways to strata.
 */
#pragma once

#include "core/data/strata/strata_building.h"

/* Cells cut by labels. Sizes that are not known are an error. */
int run_cells_of_labels(struct strata_building *b, struct err *e);

/*
 * The cells of all runs, or of those of --pool alone, if n/N of each is the probability of its
 * documents. Returns 1; 0: they are not the strata of the sample; -1: `e` is filled.
 */
int run_cells_of_rates(struct strata_building *b, bool pool_only, struct err *e);
