/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How much a run retrieves outside the frame of the sample, over all topics: counted where it can
 * be, and elsewhere estimated, with a test whether it is chance (core/stats/sampling/frame_test.h).
 */
#pragma once

#include "core/base/warnings.h"
#include "core/engine/evaluate/evaluated.h"

/* A run within the frame is warned of with at most this probability. */
#define FRAME_ALARM 0.01

/* Whether a measure is asked for to which documents outside the frame matter. */
static inline bool requests_need_frame(const struct request_list *asked)
{
	for (size_t i = 0; i < asked->requests; i++)
		if (asked->request[i].measure->needs_frame)
			return true;
	return false;
}

/* Fills x->outside for the topics that have samples. */
int outside_frame_find(struct evaluation *x, struct err *e);

/* Warns of one run, if what it retrieves outside matters to what is asked for. */
void outside_frame_warn(const char *run, const struct outside_frame *x, enum outside as,
			struct warnings *w);
