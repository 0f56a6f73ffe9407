/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `validate` prints.
 */
#ifndef CLI_VALIDATE_VALIDATE_PRINT_H
#define CLI_VALIDATE_VALIDATE_PRINT_H

#include "core/cli/output/output.h"
#include "core/engine/ask/validate_options.h"

/* In the format that is asked for; lines, if somebody takes those. */
int validate_print(const struct validate_request *q, const struct validation *x,
		   const struct output *out, struct err *e);

#endif
