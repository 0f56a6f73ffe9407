/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simple random samples from the cells of run intersections.
 */
#pragma once

#include "core/data/drawing/drawn_sample.h"

/* Adds what the design draws from the pool, and from the rest of the collection, to the sample. */
int drawing_strata(struct drawing *d, struct err *e);
