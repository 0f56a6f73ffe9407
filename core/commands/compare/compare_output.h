/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A comparison as people read it (table, latex, html) and as programs do (trec, csv, jsonl).
 */
#pragma once

#include "core/base/output.h"
#include "core/commands/compare/compare_options.h"
#include "core/engine/compare/compared_groups.h"
#include "core/output/report.h"
#include "core/stats/interval/choose.h"

/* How to show a comparison, in any form. */
struct comparison_output {
	const struct compare_request *asked;
	const struct run_request *runs;		  /* its part ... */
	const struct comparison_request *request; /* ... and its part over topics */
	bool lower, upper;			  /* bounds that --tail leaves */
	const struct report_origin *origin;
	const struct compared_groups *groups; /* of topics; NULL: there are none */
	const struct gate *gate;	      /* NULL: it is not asked for */
};

static inline struct report_origin compare_origin(const struct compare_request *o,
						  const struct output *out, const char *title)
{
	return (struct report_origin){ .title = title,
				       .asked = &out->asked,
				       .words = run_request_file_words(&o->runs),
				       .warnings = &o->runs.warnings };
}

/* Whether strata are divided by what runs retrieve: --post-stratify, or --labels. */
static inline bool comparison_is_cut(const struct comparison_output *o)
{
	return o->runs->batch.strata.post_stratify || o->runs->batch.labels.file.count > 0;
}

/*
 * The interval of a difference that is shown: the simultaneous one, if there is one, else that of
 * the first method.
 */
static inline struct interval comparison_bounds(const struct over_topics *x,
						const struct comparison_output *o)
{
	return o->request->intervals != NULL ? x->simultaneous : x->interval;
}

/* The name of a method of intervals over topics. */
static inline const char *comparison_method(const struct comparison *c, size_t method)
{
	const struct comparison_request *q = c->request;
	size_t binary = 0; /* the default is another one for scores of 0 and 1 */
	if (q->method[method] != &mean_interval_by_rule)
		return q->method[method]->name;
	for (size_t m = 0; m < c->measures; m++)
		binary += c->pair[0].measure[m].bounds[method].by != NULL &&
			  c->pair[0].measure[m].bounds[method].by->binary;
	if (binary > 0 && binary < c->measures)
		return "t; tango";
	return chosen_method(OF_DIFFERENCE, (struct sample_known){ .binary = binary > 0 });
}

/* How the intervals that are shown are called; `x`: that of one pair, or NULL. */
static inline const char *comparison_bounds_name(const struct comparison *c, size_t measure,
						 const struct comparison_output *o,
						 const struct over_topics *x)
{
	const struct comparison_request *q = o->request;
	enum headline by = comparison_headline(c, measure);
	return q->intervals != NULL ? (by == OF_SETS ? "bonferroni" : q->intervals->name)
	       : x != NULL	    ? x->method
	       : by != BY_TEST	    ? c->pair[0].measure[measure].method
	       : q->methods > 0	    ? comparison_method(c, 0)
				    : "";
}

/* What p is about, if it is not that of the first test. */
static const char *const headline_about[] = {
	[OF_SETS] = "these topics",
	[OF_RANKINGS] = "topics like these",
	[OF_SEEDS] = "topics and seeds",
};

/* By what p is: "t test", or of sets from a sample "bb-learnt, these topics". */
struct test_name {
	char text[80];
};
static inline struct test_name comparison_test(const struct comparison *c, size_t measure)
{
	struct test_name n;
	enum headline by = comparison_headline(c, measure);
	if (by == BY_TEST || by == OF_SEEDS)
		snprintf(n.text, sizeof n.text, "%s test%s",
			 by == OF_SEEDS ? "t" : c->request->test[0]->called,
			 by == OF_SEEDS ? " that counts topics and seeds as random" : "");
	else
		snprintf(n.text, sizeof n.text, "%s, %s", c->pair[0].measure[measure].method,
			 headline_about[by]);
	return n;
}

/* How many topics the tests leave out: those without a value of their own in both runs. */
static inline size_t comparison_left_out(const struct over_topics *x)
{
	return x->topics - x->effect.count;
}

/* Whether a test says anything of estimates: it must not count topics. */
static inline bool comparison_has_test(const struct compared_measure *m,
				       const struct paired_test *t)
{
	return !m->sampled || t->about == NULL;
}

/* For an adjusted p below .05, .01 and .001; with a mark if the check does not confirm it, and with
 * one alone if documents outside the frame decide. */
static inline const char *comparison_stars(const struct over_topics *x)
{
	static const char *const stars[] = { "", "*", "**", "***", "", "*?", "**?", "***?" };
	int count = (x->adjusted < 0.05) + (x->adjusted < 0.01) + (x->adjusted < 0.001);
	return x->depends ? "o" : stars[count + (comparison_is_doubtful(x, 0.05) ? 4 : 0)];
}

/* How many pairs have such a mark. */
static inline size_t comparison_doubtful(const struct comparison *c, size_t measure)
{
	size_t count = 0;
	for (size_t i = 0; i < c->pairs; i++)
		count += comparison_is_doubtful(&c->pair[i].measure[measure], 0.05);
	return count;
}

/* Behind "significant", if systems are compared: tests over topics take their runs as given. */
static inline const char *comparison_for_runs(const struct comparison *c, size_t measure)
{
	return c->spread != NULL && comparison_headline(c, measure) != OF_SEEDS ? " for these runs"
										: "";
}

/* The ends that --tail leaves, as a table calls them. */
static inline const char *comparison_ends(const struct comparison_output *o)
{
	return o->lower && o->upper ? "from, to" : o->lower ? "from" : "to";
}

/* Whether some runs have topics that others have not. */
bool comparison_topics_differ(const struct comparison *c, size_t measure);

/* Of estimates from a sample: what interval and p are about, and tests over topics. */
void comparison_note_sampled(struct report *out, const struct comparison *c, size_t measure,
			     const struct comparison_output *o);

/* What formats say alike: runs of which nothing is claimed, topics that some runs lack, a measure
 * of which less is better, what ranks and systems are. */
void comparison_note_unmet(struct report *out, const struct comparison *c);
void comparison_note_topics(struct report *out);
void comparison_note_direction(struct report *out, const struct compared_measure *m);
void comparison_note_ranks(struct report *out, const struct comparison_output *o);
void comparison_note_systems(struct report *out, const struct comparison *c, size_t measure);
/* Several measures: p is not adjusted for their number. And runs that lack hard topics. */
void comparison_note_measures(struct report *out, const struct comparison *c,
			      const struct comparison_output *o);
void comparison_note_other_topics(struct report *out, const struct comparison *c, size_t measure);
/* What the check of shrunk-t does not confirm, at .05, by this measure; nothing if it confirms
 * all. */
void comparison_note_check(struct report *out, const struct comparison *c, size_t measure,
			   const struct comparison_output *o);

/*
 * Prints in the format that is asked for, and warns of what has no answer. `receiver` gets lines
 * instead of the buffer; NULL: nobody does.
 */
int comparison_print(struct buffer *b, const struct comparison *c,
		     const struct comparison_output *o, const struct output *receiver,
		     struct warnings *w, struct err *e);

/* Whether the table has no lines of tests: two runs, and one topic. */
bool comparison_is_bare(const struct comparison *c, const struct comparison_output *o);

/* What its numbers over topics do not say, or say too surely; comparison_print() calls it. */
void comparison_warn(const struct comparison *c, const struct comparison_output *o,
		     bool tests_shown, struct warnings *w);

/* All formats for people; comparison_print() calls it. */
int comparison_report(struct buffer *b, const struct comparison *c,
		      const struct comparison_output *o, struct err *e);

/* Which runs the first pair is of. */
void comparison_name_pair(struct report *out, const struct comparison *c);

/* Its parts over topics; `picture` has a plot for each measure, or is NULL. */
void comparison_over_topics(struct report *out, const struct comparison *c,
			    const struct comparison_output *o, const struct picture *picture);
/* The same of each group of topics, and the means over groups. Nothing if there are no groups. */
void comparison_groups(struct report *out, const struct comparison *c,
		       const struct comparison_output *o);
/* The topics that both runs of a pair have, for each measure, the largest difference first. */
void comparison_by_topic(struct report *out, const struct comparison *c,
			 const struct comparison_output *o);
/* Systems that have several runs each: how far these differ. Nothing if runs are compared. */
void comparison_systems_table(struct report *out, const struct comparison *c,
			      const struct comparison_output *o);
/* The verdict of --gate, and its bounds. Nothing if there is none. */
void comparison_gate(struct report *out, const struct comparison *c,
		     const struct comparison_output *o);
/* For a paper: runs by measures. */
void comparison_paper(struct report *out, const struct comparison *c,
		      const struct comparison_output *o);

/* Sentences to copy. */
void comparison_sentences(struct buffer *b, const struct comparison *c,
			  const struct comparison_output *o);

/*
 * A plot for each measure. Two runs: the differences by topic, sorted, with their mean and its
 * interval. Several: means with their intervals, and letters for those between which no significant
 * difference was found. With a baseline: the intervals of the differences. Released by the caller
 * in any case.
 */
int comparison_picture(const struct comparison *c, const struct comparison_output *o,
		       struct picture *out, struct err *e);

/*
 * The posterior densities of two sets by their counts: precision, recall and F, and the utility if
 * it is asked for (Goutte & Gaussier 2005, Figure 1). The second set is dashed. Released by the
 * caller in any case.
 */
int counts_picture(const struct compare_request *q, struct picture *out, struct err *e);

/*
 * compare --matrix=FILE --judged-matrix=FILE: scores by labels for all topics, by people for some.
 */
int compare_powered(struct compare_request *o, const struct output *out, struct err *e);
