/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The posterior densities of two sets by their counts: precision, recall and F, and the utility if
 * it is asked for (Goutte & Gaussier 2005, Figure 1). The second set is dashed.
 */
#pragma once

#include "core/cli/output/plot.h"
#include "core/engine/ask/compare_options.h"

/* Released by the caller in any case. */
int counts_picture(const struct compare_request *q, struct picture *out, struct err *e);
