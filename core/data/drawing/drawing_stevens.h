/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stevens' design on the prior of average precision (Aslam & Pavlu 2008, section 2.4).
 */
#pragma once

#include "core/data/drawing/drawn_sample.h"

/* Adds what the design draws from the pool, and from the rest of the collection, to the sample. */
int drawing_stevens(struct drawing *d, struct err *e);
