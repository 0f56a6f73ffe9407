/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The measures of simulate sampling: each with what estimates it from a sample.
 *
 * Apart from pool_or_sample_types.h because it is the list of measures, and judges nothing.
 */
#pragma once

#include "core/engine/request/requests.h"

/* Two plans with one request each, and as many columns in one as in the other. */
struct simulated_measure {
	struct request_list actual;   /* from all judgments, or from a pool */
	struct request_list estimate; /* from a sample */
	const char *const *as;	      /* names of the columns, as they were asked for */
};

struct simulated_measures {
	struct simulated_measure *measure;
	size_t count;
	struct arena memory;
};

/*
 * What the arguments of -m ask for: map, Rprec or P.K,..., by any of their names; or the name of an
 * estimate, which says how to estimate the measure if there are several ways. On failure nothing
 * is left to release.
 */
int simulated_measures_init(struct simulated_measures *s, const struct registry *registry,
			    const struct text_list *texts, int32_t level, struct err *e);
void simulated_measures_release(struct simulated_measures *s);
