/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Means and standard deviations by topic and measure, for -Z. The file has four columns: topic,
 * measure, mean, standard deviation.
 */
#pragma once

#include "core/data/judgments/names.h"
#include "readers/input.h"

struct zscores {
	struct name_pairs of;  /* a topic and a measure */
	struct zscore *zscore; /* by number of the pair */
	size_t room;
};

/* On failure nothing is left to release. */
int zscores_load(struct zscores *z, const char *path, struct err *e);

/* The same from an input, which may be released afterwards. */
int zscores_read(struct zscores *z, const struct input *in, struct err *e);
void zscores_release(struct zscores *z);

/*
 * (value - mean) / deviation. As in trec_eval, -1000000 if the file lacks the topic and measure
 * or if the deviation is 0 and the value is not the mean; 0 if it is.
 */
double zscore_of(const struct zscores *z, const char *topic, const char *measure, double value);
