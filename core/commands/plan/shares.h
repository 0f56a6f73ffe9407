/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `plan richness`, `plan elusion`, `plan precision` and `plan control` share: what one simple
 * random sample will give, and how large it must be. Three of them ask the same of a share of
 * documents, under the names that people use for it.
 */
#pragma once

#include "core/commands/plan/plan.h"

struct share_request {
	const struct share_kind *kind;
	int64_t documents;	       /* from which the sample is drawn */
	struct number_list guess;      /* of what is to be measured */
	struct number_list prevalence; /* of a control set */
	bool yield;		       /* `prevalence` holds numbers of documents */
	struct plan_targets targets;
	struct planning_options options;
	struct allocation_options allocation;
	bool guessed; /* nobody named a guess, and the worst one is taken */
};

extern const struct command_table richness_table, elusion_table, precision_table, control_table;

/* Answers all four. */
int plan_share(void *request, const struct output *out, struct err *e);
