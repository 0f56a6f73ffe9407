/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan richness, elusion, precision and control: the answer, and what is printed.
 */
#pragma once

#include "core/commands/plan/plan.h"

/* `what` is to be known: "richness". */
int one_sample_run(struct one_sample_request *q, const char *what, const struct output *out,
		   struct err *e);
