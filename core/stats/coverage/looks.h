/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often an interval covers the truth at every look, while the sample grows.
 */
#pragma once

#include "core/stats/coverage/coverage.h"

/*
 * `looks` looks at samples that grow evenly, in all strata, to what the truth says; q->draws paths.
 * A path is covered if the truth is in the interval at all looks; otherwise the first miss counts
 * as above or below. The width is that at the last look. Fails as coverage_of() does.
 */
int coverage_of_looks(const struct interval_method *m, const struct truth *t,
		      const struct coverage_request *q, int64_t looks, struct coverage *out,
		      struct err *e);
