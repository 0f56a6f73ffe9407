/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How much is drawn, from which seed, and how the work is divided: a part of what every simulation
 * is asked.
 */
#pragma once

#include "core/base/output.h"
#include "core/engine/shard/shard.h"

struct effort {
	int64_t samples; /* a simulation says of what; 0: not given */
	uint64_t seed;
	int jobs;
	struct shard *shard;
	struct progress progress;
};
