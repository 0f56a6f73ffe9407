/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan control: how large a control set, a random sample of the whole collection, must be to know
 * recall.
 */
#include "core/commands/plan/one_sample_print.h"

static int run(void *request, const struct output *out, struct err *e)
{
	return one_sample_run(request, "recall", out, e);
}

COMMAND = { &control_table, run, NULL };
