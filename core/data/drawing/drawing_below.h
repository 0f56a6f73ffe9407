/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The residual stratum: a simple random sample of what the runs retrieve below the documents that
 * Stevens' design draws from, so that the sample stands for all documents of the runs.
 */
#pragma once

#include "core/data/drawing/drawn_sample.h"

/*
 * Adds `below` documents of drawing_options to the sample, or all that there are, in the stratum
 * "below". Documents that are taken for certain are not among them.
 */
int drawing_below(struct drawing *d, struct err *e);
