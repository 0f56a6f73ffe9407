/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simple random samples from the cells of run intersections.
 */
#ifndef DATA_DRAWING_DRAWING_STRATA_H
#define DATA_DRAWING_DRAWING_STRATA_H

#include "core/data/drawing/drawn_sample.h"

/* Adds what the design draws from the pool, and from the rest of the collection, to the sample. */
int drawing_strata(struct drawing *d, struct err *e);

#endif
