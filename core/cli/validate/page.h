/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A validation as a page of HTML: the table, what it means, and the sentences for a report.
 */
#pragma once

#include "core/base/buffer.h"
#include "core/base/warnings.h"
#include "core/engine/ask/validate_options.h"

int validation_page(struct buffer *b, const struct validate_request *q, const struct validation *x,
		    const struct warnings *warnings, struct err *e);
