/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the judgments say of the strata that they name: sizes, and how often buckets were picked.
 * Each row repeats it, and the rows must agree.
 *
 * Apart from judgments.h because only sampled judgments name strata.
 */
#pragma once

#include <stdint.h>

#include "core/data/judgments/names.h"
#include "readers/input.h"

struct given_stratum {
	uint32_t topic; /* number; while reading, of the segment */
	uint32_t label; /* as struct judgment.part */
	int64_t size;
	int64_t picks;	/* 0: not drawn so */
	int64_t rows;	/* judgments of it */
	const char *at; /* where the first row that says so stands in the input */
};

struct given_strata {
	struct given_stratum *given; /* when checked, in the order of topic and label, each once */
	size_t count, room;
	bool picked; /* any has picks */
};

int given_strata_add(struct given_strata *g, const struct given_stratum *x, struct err *e);

/*
 * Puts them in order, one for each topic and label. A stratum with two sizes, two numbers of picks
 * or more rows than documents, and a topic with two numbers of picks are errors.
 */
int given_strata_check(struct given_strata *g, const struct input *in, const struct names *topics,
		       const struct names *labels, struct err *e);

/* NULL: nothing is said of it. */
const struct given_stratum *given_strata_find(const struct given_strata *g, size_t topic,
					      uint32_t label);

void given_strata_release(struct given_strata *g);
