/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A validation as a picture: recall, precision, F1, richness and elusion with their bounds, and the
 * relevant share of each segment that was sampled.
 */
#pragma once

#include "core/cli/output/plot.h"
#include "core/engine/ask/validate_options.h"

/* Released by the caller in any case. */
int validation_picture(const struct validate_request *q, const struct validation *x,
		       struct picture *out, struct err *e);
