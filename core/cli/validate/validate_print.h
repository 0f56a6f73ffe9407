/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `validate` prints.
 */
#pragma once

#include "core/cli/output/output.h"
#include "core/engine/ask/validate_options.h"

/* In the format that is asked for; lines, if somebody takes those. */
int validate_print(const struct validate_request *q, const struct validation *x,
		   const struct warnings *warnings, const struct output *out, struct err *e);
