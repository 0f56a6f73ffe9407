/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A second review of a random part of a sample, whose word counts (--judge=two-phase).
 *
 * n documents were drawn from a stratum of N. The first review codes n1 of them relevant and n0
 * not; m1 and m0 of these were drawn at random and reviewed again. A document of the second review
 * stands for N/n * n1/m1 documents, or N/n * n0/m0, and those that it did not see stand for
 * nothing (core/stats/interval/two_phase.h).
 */
#pragma once

#include "core/data/strata/sample_weights.h"

/*
 * As sample_join_strata(), of a sample with or without a second review. With one, the view has the
 * documents that were reviewed again. A stratum that the run cuts, or of which a code was never
 * reviewed again, is an error.
 */
int second_review_strata(struct sample_join *x, const struct sample *s, size_t topic, size_t run,
			 int32_t level, struct err *e);
