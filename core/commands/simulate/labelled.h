/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What simulate labels and simulate regression share: kinds of labels, good and bad ones, and lines
 * of what they do beside the line without labels, on the same samples.
 */
#pragma once

#include "core/commands/simulate/simulate.h"
#include "core/commands/simulate/trials.h"

enum label_kind {
	KIND_PERFECT,  /* relevant or not */
	KIND_GOOD,     /* finds 85 of 100 relevant documents, and takes 5 of 100 others for such */
	KIND_WRONG,    /* wrong in 1 of 100 */
	KIND_RANDOM_2, /* of two classes, whatever the document is */
	KIND_RANDOM_5, /* of five */
	KIND_REVERSED, /* always wrong */
	KIND_CONSTANT, /* one class */
	KIND_ADVERSARIAL, /* right only where the first run is wrong */
	KIND_FILE,	  /* those of --labels */
	KINDS,
	NO_LABELS = KINDS,
	WITH_OR_WITHOUT,
};
extern const char *const label_kinds[];

#define OPTION_LABEL_KINDS                                                                        \
	"kind", 0, "NAME,...",                                                                    \
		"Of labels: perfect, good, wrong1%, random2, random5, reversed, constant, "       \
		"adversarial, file (default: all)",                                               \
		NAMES(label_kinds),                                                               \
		.more = "`good` ones find 85 of 100 relevant documents and take 5 of 100 others " \
			"for such; `adversarial` ones are right only where the first run is wrong."

/* The class that a label of this kind (not of a file) gives; u is uniform on (0,1). */
uint16_t label_of_kind(enum label_kind kind, bool relevant, bool shown, double u);

/* All that samples of one size said. */
struct labelled {
	const char *world;
	const char *const *quantities; /* ended by NULL */
	const bool *wanted;	       /* by quantity */
	const bool *tried;	       /* by kind */
	const struct tally *tally;     /* by kind, and within it by quantity */
	int64_t sampled, seed;
	double level;
};

extern const struct record_column labelled_columns[];
extern const size_t labelled_line; /* bytes */

/* A line for each quantity that is wanted, and each kind that was tried, without labels first. */
void labelled_add(struct records *r, const struct labelled *x);
