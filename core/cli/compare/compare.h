/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the command compare was asked.
 */
#pragma once

#include "core/cli/compare/print.h"
#include "core/engine/ask/compare_options.h"

/* Checks that the options suit what is compared, compares it and prints. */
int compare_source(struct compare_request *o, const struct output *out, struct err *e);
