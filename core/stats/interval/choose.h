/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which interval a quantity has if none is named: one rule, which all commands ask, and which
 * `help methods` prints.
 *
 * It is a table of conditions, the first that holds decides. So far it is about means over topics,
 * the topics being a sample, and about differences of such means.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* With more topics than this the means of resampled topics are as good as normal. */
enum { RESAMPLED_TOPICS_MOST = 10000 };

/* What decides on the interval of a mean. */
struct mean_facts {
	size_t topics;	 /* that have a value */
	bool difference; /* of two runs, topic by topic */
	bool constant;	 /* two topics or more have a value, and all the same one */
	bool limited;	 /* values have a least one, and none lies below it */
	bool resampled;	 /* resampled means say how sure the mean is; false: they were tried */
};

struct mean_rule {
	const char *of;	       /* a mean over topics, or a difference; "": as before */
	const char *judgments; /* the condition in words; those of earlier rules do not hold */
	const char *method;    /* its name */
	bool (*holds)(const struct mean_facts *f);
};

/* The rules in their order, ended by one without a method. */
extern const struct mean_rule mean_rules[];

/* The name of the method. There is always one, though it may have no interval for the values. */
const char *choose_mean(const struct mean_facts *f);
