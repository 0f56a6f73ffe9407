/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Average precision with two corrections, if the design is known: terms of pairs are divided by the
 * probability of the pair, and the ratio is corrected as Beale (1962) does,
 *
 *     A'/R (1 + cov(A',R)/(A' R)) / (1 + var(R)/R^2)
 *
 * with the Horvitz-Thompson estimates of (co)variance; that of A' is linearised. nan if nothing
 * relevant was sampled, or the design is not known.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/ranking/ranked_sample.h"

int ranked_ap_beale(const struct ranked_sample *s, double *value, struct err *e);
