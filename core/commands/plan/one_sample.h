/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `plan richness`, `plan elusion`, `plan precision` and `plan control` share: what one simple
 * random sample will give, and how large it must be.
 */
#pragma once

#include "core/commands/plan/plan.h"
#include "core/stats/planning/one_sample.h"

struct one_sample_question {
	enum quantity quantity;	       /* yield, precision; recall: a control set */
	int64_t documents;	       /* from which the sample is drawn */
	struct number_list guess;      /* of what is to be measured */
	struct number_list prevalence; /* of a control set */
	bool yield;		       /* `prevalence` holds numbers of documents */
	struct plan_targets targets;
};

struct one_sample_request {
	struct one_sample_question question;
	struct planning_options options;
	struct allocation_options allocation;
	const char *run; /* stratum of the allocation */
	bool prevalence_given;
};

/* For the tables. */
#define ONE_SAMPLE_AT(member) OPTION_AT(struct one_sample_request, member)
#define ONE_SAMPLE_COLLECTION                                            \
	"collection", 'N', "N", "Number of documents in the collection", \
		WHOLE(1, INT64_C(1000000000000)), ONE_SAMPLE_AT(question.documents)

/* A question about one sample; `documents` and `guess` are the options that must be given. */
void one_sample_init(struct one_sample_request *q, enum quantity quantity, enum tail tail);
int one_sample_check(struct one_sample_request *c, const char *documents, const char *guess,
		     struct err *e);

/* `what` is to be known: "richness". */
int one_sample_run(struct one_sample_request *q, const char *what, const struct output *out,
		   struct err *e);
