/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the command stop prints and draws; see core/engine/stop/stop_review.h.
 */
#pragma once

#include "core/base/buffer.h"
#include "core/cli/output/plot.h"
#include "core/engine/ask/stop_options.h"

void stop_print(struct buffer *b, const struct stop_request *q, const struct stop_answer *a);

/* The curve of what is found, p of the rules that have one, and where rules stop. */
int stop_draw(struct picture *out, const struct stop_request *q, const struct stop_case *x,
	      struct err *e);
