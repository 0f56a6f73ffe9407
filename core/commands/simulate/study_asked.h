/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What simulate confidence and simulate study share: pools of judged runs that are judged deeper
 * and deeper (Carterette & Smucker 2007).
 */
#pragma once

#include "core/commands/simulate/simulate.h"
#include "core/commands/simulate/study_simulation.h"

struct study_asked {
	struct study_simulation study;
	struct file_options files;
	struct answer_options answer;
};

#define OPTION_DEPTH                                                                       \
	"depth", 0, "N", "Depth of the deepest pool, at which rankings end (default 100)", \
		WHOLE(1, 1000000)

void study_asked_init(struct study_asked *q, int64_t samples);

/* When all options are set. */
int study_asked_check(struct study_asked *q, struct err *e);

/* Computes, prints and draws; also says how many pilots were left out. */
typedef int study_answer(const void *request, const struct pilot_data *d, int64_t *unplanned,
			 struct buffer *b, struct picture *picture, struct err *e);

/* Reads the files, and answers a request that begins with a struct study_asked. */
int simulate_study(struct study_asked *q, study_answer *answer, const struct output *out,
		   struct err *e);
