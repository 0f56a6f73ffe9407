/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The work of `plan topics`: power of the sign test, topics and effect sizes for a power, and what
 * uncertain judgments change and cost (Carterette & Smucker 2007, sections 3 and 5).
 */
#pragma once

#include "core/options/lists.h"
#include "core/stats/planning/study_cost.h"

/* The one of the three that follows from the others. */
enum topics_unknown { UNKNOWN_POWER, UNKNOWN_TOPICS, UNKNOWN_EFFECT };

/* What is asked. Each list is one dimension of the sweep. */
struct topics_question {
	enum topics_unknown unknown;
	struct number_list topics, effect, power; /* the unknown one is empty */
	struct number_list alpha;
	bool normal;		      /* the unknown one comes from the normal approximation */
	struct number_list certainty; /* nan: the one that costs least; empty: not asked */
	bool priced;		      /* judgments and costs are asked for */
	struct judgment_model model;
	struct study_prices price;
};

struct topics_line {
	double alpha, wanted; /* level; power that is asked for, nan if it is the unknown */
	double topics;	      /* n, a whole number if it was found */
	double effect;	      /* h */
	double first_topics;  /* smallest n that has the power, if topics are unknown */
	double other;	      /* topics or effect by the other of exact and normal */
	int64_t critical_value;
	double power, normal_power; /* of n topics at h */
	struct study study;	    /* lambda, n', judgments and cost; lambda nan: not asked */
	bool cheapest;		    /* lambda was found */
};

struct topics_answer {
	struct topics_line *line;
	size_t count;
};

/* Release also after a failure. */
int topics_plan(const struct topics_question *q, struct topics_answer *out, struct err *e);
void topics_answer_release(struct topics_answer *a);
