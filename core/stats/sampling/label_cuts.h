/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where classes of cheap labels are cut in two, for control variates
 * (core/stats/learnt_prior/labelled_mean.h): the classes from a cut on count as relevant.
 *
 * The first cut of grades is at the least grade that is relevant in judgments; the next, and all of
 * words and scores, are those that have nearest to a quarter of the documents above them. Numbers
 * of documents decide, never what was judged.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The first classes of the cuts, the most important one first; at most classes - 1, which `cut` has
 * room for. `size` has the documents of each class, and `value` the grades: nan, or NULL, if they
 * have none. Cuts with no documents above or below are left out. Returns how many there are.
 */
size_t label_cuts(const int64_t *size, const double *value, size_t classes, double level,
		  size_t *cut);
