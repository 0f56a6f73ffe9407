/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sample of a topic in one run's ranking, as core/stats/ranking/ranking_method.h sees it.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/data/view.h"
#include "core/stats/ranking/ranking_method.h"

struct ranked_view {
	struct ranked_sample sample;
	struct arena memory; /* of its lists */
};

/*
 * Buckets are the strata that the judgments name, where they have sizes and give probabilities, or
 * the cells that the weights come from; elsewhere the design is not known. The caller releases the
 * memory; on failure nothing is left to release.
 */
int ranked_view_init(struct ranked_view *v, const struct topic_view *t, struct err *e);
