/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The z-score file: mean and standard deviation of measures, by topic.
 */
#pragma once

#include "readers/input.h"

struct zscore_record {
	struct slice topic, measure;
	double mean, deviation;
};

typedef int (*zscore_sink)(void *context, const struct zscore_record *r, uint64_t line,
			   struct err *e);

/* Four columns: topic measure mean standard-deviation. */
int zscores_read(const struct input *in, zscore_sink sink, void *context, struct err *e);
