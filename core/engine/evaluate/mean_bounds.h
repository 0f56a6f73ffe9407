/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds of means for topics like these: what another sample of topics could have given.
 *
 * Apart from all_topics.c because it sees only the scores of the topics.
 */
#pragma once

#include "core/engine/evaluate/evaluated.h"
#include "core/stats/interval/mean_of_topics.h"

/* Fills the columns of x->overall that are such bounds, and counts those that rest on one topic. */
int mean_bounds(struct evaluation *x, const struct mean_request *m, struct err *e);
