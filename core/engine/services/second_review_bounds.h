/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds of sets from a sample of which a random part was judged again (--judge=two-phase), by
 * core/stats/interval/two_phase.h.
 *
 * Apart from services.c because the sample has another design than all others there.
 */
#pragma once

#include "measures/measure.h"

/* More than one stratum of what is retrieved, or of what is not, is an error. */
int second_review_bounds(const struct sample_view *s, enum measured_quantity quantity,
			 const struct estimate_request *q, struct estimate *out, struct err *e);
