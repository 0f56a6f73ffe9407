/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `plan topics` and `plan pilot` share: power of the sign test, topics and effect sizes for a
 * power, and what uncertain judgments change and cost (Carterette & Smucker 2007, sections 3 and
 * 5).
 */
#pragma once

#include "core/commands/plan/plan.h"
#include "core/stats/planning/study_cost.h"

/* The one of the three that follows from the others. */
enum topics_unknown { UNKNOWN_POWER, UNKNOWN_TOPICS, UNKNOWN_EFFECT };

/*
 * Topics, power and costs, as `plan topics` and `plan pilot` ask for them. Each list is one
 * dimension of the sweep.
 */
struct topics_options {
	enum topics_unknown unknown;
	struct number_list topics, effect, power; /* the unknown one is empty */
	struct number_list alpha;
	enum tail tail;		      /* both: half of the level on either side */
	struct number_list certainty; /* nan: the one that costs least; empty: not asked */
	bool priced;		      /* judgments and costs are asked for */
	struct judgment_model model;
	struct study_prices price;
};

extern const struct command_option topics_options[];

/* Two of them are, and the third follows. */
#define TWO_OF_THREE "two of --topics, --effect and --power are needed, and only two"
#define TWO_OF_THREE_RULES                                                             \
	{ "topics", .needs = "effect|power", .says = TWO_OF_THREE },                   \
		{ "effect", .needs = "topics|power", .says = TWO_OF_THREE },           \
		{ "power", .needs = "topics|effect", .says = TWO_OF_THREE },           \
	{                                                                              \
		"topics", .with = "effect", .excludes = "power", .says = TWO_OF_THREE, \
	}

/* When all options are set; `priced` says whether there is, or will be, a model of judgments. */
void topics_options_ready(struct topics_options *q);

/* The answer as lines, and its picture if one is asked for. */
int topics_plan(const struct topics_options *q, struct report *out, struct picture *picture,
		struct err *e);
