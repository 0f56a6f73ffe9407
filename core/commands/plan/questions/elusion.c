/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan elusion: how large a random sample must be, by the probability of reaching a width or a
 * bound.
 */
#include "core/commands/plan/one_sample_print.h"

static int run(void *request, const struct output *out, struct err *e)
{
	return one_sample_run(request, "elusion", out, e);
}

COMMAND = { &elusion_table, run, NULL };
