/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Documents that a topic of a run has more than once.
 */
#pragma once

#include "core/data/runs/run.h"

/* The error that a topic has a document twice: the first line that repeats one, and that one's. */
int retrieved_twice(const struct run *run, const struct run_topic *topic, struct err *e);

/*
 * Leaves each document the place in the ranking where it stands first, as CLEF's tar_eval does;
 * `dropped` gets how many lines were left out.
 */
int run_keep_first(struct run *run, size_t *dropped, struct err *e);
