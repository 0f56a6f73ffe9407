/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is printed of the agreement of two judges wherever it is printed: names, counts, warnings.
 */
#pragma once

#include "core/base/warnings.h"
#include "core/stats/topics/two_judges.h"

/* Of the figures, as in records. */
extern const char *const judged_names[JUDGED_FIGURES];

struct judged_count {
	const char *name;
	int64_t count;
};

enum { JUDGED_COUNTS = 6 };
void judged_counts(const struct two_judges *x, struct judged_count *out);

/*
 * Adds a line for each interval that says less than it seems to, or is not there. `who` begins the
 * line: "" or "judges A and B: "; `level` is that of the intervals.
 */
void judged_warn(struct warnings *w, const char *who, const struct judged_all *x, double level);
