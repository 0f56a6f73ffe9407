/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A warning if measures of complete judgments are asked for, and the judgments are a sample: they
 * would count unjudged documents as not relevant. It names the estimates to use.
 *
 * Apart from run_request.c because it is one warning, with its words.
 */
#pragma once

#include "core/base/warnings.h"
#include "core/data/judgments/judgments.h"
#include "core/engine/request/requests.h"

/* `sizes`: how large the strata are is said elsewhere (-N, --strata). */
void warn_of_complete_measures(const struct request_list *asked, const struct judgments *j,
			       bool sizes, struct warnings *w);
