/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mode of the parameters of topic_effects.h: Newton's method with a damping that grows until
 * the density does not fall (Levenberg 1944), second derivatives from differences of the gradient.
 */
#pragma once

#include "core/stats/hierarchy/topic_effects.h"

/*
 * From the values in `parameter`. l receives Cholesky's factor of minus the second derivatives at
 * the mode, made rounder where they are not positive definite. -1: it cannot be.
 */
int effects_mode(struct effects *m, double *parameter, double l[MATRIX_MOST][MATRIX_MOST]);
