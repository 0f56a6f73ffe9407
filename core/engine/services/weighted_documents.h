/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The documents of a sample with their weights, as methods see them that need no strata.
 */
#pragma once

#include "core/data/view.h"

/*
 * The first `cutoff` documents of the ranking are retrieved; INFINITY: all. With `retrieved_only`
 * no others. `out` has room for all documents; returns how many there are.
 */
size_t weighted_documents(const struct sample_view *s, int32_t level, double cutoff,
			  bool retrieved_only, struct weighted *out);
