/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many documents a plan draws from each stratum, as a file that `sample --allocation` reads.
 */
#pragma once

#include "core/commands/plan/plan_options.h"

struct allocated_stratum {
	const char *label;
	int64_t size;
};

/*
 * Nothing is done if no file is asked for. `plans` is how many lines the answer has: a file holds
 * one, and strata without documents are left out.
 */
int allocation_write(const struct allocation_options *o, size_t plans,
		     const struct allocated_stratum *s, size_t count, struct err *e);
