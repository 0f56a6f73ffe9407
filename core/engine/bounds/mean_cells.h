/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The topics of a mean as a prior that is learnt sees them
 * (core/stats/learnt_prior/learnt_cells.h).
 */
#pragma once

#include "core/engine/bounds/set_questions.h"
#include "core/stats/learnt_prior/labelled_mean.h"
#include "core/stats/learnt_prior/learnt_mean.h"
#include "measures/measure.h"

/* The topics as cells, in one block. */
struct mean_cells {
	struct learnt_topic *topic;
	size_t count;
	struct learnt_cell *cell;
};

/* A sum leaves topics without an estimate out, as the mean of the lines does. */
int mean_cells_init(struct mean_cells *x, const struct topics_view *v,
		    const struct learnt_quantity *of, const double *base, struct err *e);
void mean_cells_release(struct mean_cells *x);

/*
 * The mean with labels, of samples whose strata are their cells (`labelled`), as they are asked
 * about; `base` as above.
 */
int mean_of_cells(const struct topics_view *v, const struct set_question *asked,
		  const struct sample_view *labelled, const double *base,
		  const struct learnt_request *r, struct labelled_result *out, struct err *e);
