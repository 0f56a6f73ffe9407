/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `plan richness`, `plan elusion`, `plan precision` and `plan control` share: what one simple
 * random sample will give, and how large it must be.
 */
#pragma once

#include "core/commands/plan/plan.h"
#include "core/stats/planning/sample_size.h"

/* What makes a question one of the four. */
struct one_sample_kind {
	const char *what;	       /* is to be known: "richness" */
	enum quantity quantity;	       /* yield, precision; recall: a control set */
	const char *documents, *guess; /* the options that must be given */
	double worst; /* the guess that is taken if none is given; 0: there is none */
};

struct one_sample_request {
	const struct one_sample_kind *kind;
	int64_t documents;	       /* from which the sample is drawn */
	struct number_list guess;      /* of what is to be measured */
	struct number_list prevalence; /* of a control set */
	bool yield;		       /* `prevalence` holds numbers of documents */
	struct plan_targets targets;
	struct planning_options options;
	struct allocation_options allocation;
	const char *run; /* stratum of the allocation; NULL: - */
	int64_t samples; /* of a control set */
	uint64_t seed;
	bool prevalence_given;
	bool guessed; /* nobody named a guess, and the worst one is taken */
};

/* For the tables. */
#define ONE_SAMPLE_AT(member) OPTION_AT(struct one_sample_request, member)
#define ONE_SAMPLE_COLLECTION                                            \
	"collection", 'N', "N", "Number of documents in the collection", \
		WHOLE(1, INT64_C(1000000000000)), ONE_SAMPLE_AT(documents)

/* The table of a question, from its `kind` and its `options`. */
#define ONE_SAMPLE_TABLE(question, about, sentence, checked_by)       \
	static void init(void *request)                               \
	{                                                             \
		((struct one_sample_request *)request)->kind = &kind; \
	}                                                             \
	static const struct command_table table = {                   \
		.name = "plan " question,                             \
		.summary = about,                                     \
		.doc = sentence,                                      \
		.notes = NOTE_OF_LISTS PLAN_EXIT_STATUS,              \
		.option = options,                                    \
		.size = sizeof(struct one_sample_request),            \
		.init = init,                                         \
		.check = checked_by,                                  \
	}

int one_sample_check(void *request, struct err *e);
int one_sample_run(void *request, const struct output *out, struct err *e);
