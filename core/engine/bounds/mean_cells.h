/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The topics of a mean as a prior that is learnt sees them
 * (core/stats/learnt_prior/learnt_cells.h).
 */
#pragma once

#include "core/engine/bounds/set_questions.h"
#include "core/stats/learnt_prior/labelled_mean.h"

/*
 * The mean without labels; a sum leaves topics without an estimate out, as the mean of the lines
 * does. `base` is what a yield of each topic is divided by; NULL: nothing.
 */
int mean_of_strata(const struct topics_view *v, const double *base, const struct learnt_request *r,
		   struct learnt_result *out, struct err *e);

/*
 * The mean with labels, of samples whose strata are their cells (`labelled`), as they are asked
 * about; `base` as above.
 */
int mean_of_cells(const struct topics_view *v, const struct set_question *asked,
		  const struct sample_view *labelled, const double *base,
		  const struct learnt_request *r, struct labelled_memo *memo,
		  struct labelled_result *out, struct err *e);
