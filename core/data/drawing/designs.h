/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The designs: what drawing.c calls to add documents to a sample.
 */
#pragma once

#include "core/data/drawing/drawn_sample.h"

/* Stevens' design: adds what it draws from the pool, and from the rest of the collection, to the
 * sample. */
int drawing_stevens(struct drawing *d, struct err *e);

/*
 * Adds `below` documents of drawing_options to the sample, or all that there are, in the stratum
 * "below". Documents that are taken for certain are not among them.
 */
int drawing_below(struct drawing *d, struct err *e);

/* Simple random samples from the cells of run intersections, and from the rest of the collection.
 */
int drawing_strata(struct drawing *d, struct err *e);
