/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What may make the figures of a run other than its owner thinks, without being wrong: scores that
 * are tied, ranks that contradict scores, document numbers that differ from the judged ones in
 * upper and lower case only, hardly any judged documents, the same run twice.
 *
 * All but the last are looked for with complete judgments only. Ties and ranks are warned of if
 * another order could change a conclusion: move a mean by more than a tenth of the half width of
 * its interval, or exchange two runs. Each kind is one warning a call.
 */
#pragma once

#include "core/base/warnings.h"
#include "core/data/joined/join.h"
#include "core/engine/evaluate/evaluated.h"
#include "core/engine/shard/shard.h"

/* A topic of a run as the measures see it. The views are not to be used after traps_look(). */
struct scored_topic {
	const struct run *run;
	const struct run_topic *topic;	   /* NULL: the run lacks it */
	const struct judged_topic *judged; /* NULL: it has no judgments */
	size_t number;			   /* of the judged topic */
	struct join *join[2]; /* of all documents, and of the judged ones, if a request wants it */
	struct topic_view view[2];
};

/*
 * The requests that are scored in other orders, after NULL the first: those that were asked for by
 * their names; of nicknames, which ask for many, only the first. NULL: there are no more.
 */
const struct request *traps_next(const struct request_list *p, const struct request *before);

/* How many values they have: the width of the rows in struct other_orders. */
size_t traps_width(const struct request_list *p);

/* The lowest grade whose rank matters to one of them. */
int32_t traps_least_placed(const struct request_list *p);

/* `several`: there are other runs, that may be the same, or have more judged documents. */
int traps_look(struct found_traps *f, struct evaluation *x, struct scored_topic *t, bool several,
	       struct err *e);

/* Keeps two documents of a topic in which nothing that is judged is retrieved. */
void traps_keep_unmet(struct found_traps *f, const struct join *j,
		      const struct judged_topic *judged);

/* Adds what was found in later topics. */
void traps_add(struct found_traps *f, const struct found_traps *later);

/* Writes what was found; or reads it, and adds it. */
void traps_fields(struct evaluation *x, struct shard_line *l);

/* Warnings about the traps found in runs, when all topics are done.
 */

/* What other orders of the documents do to a mean. */
struct order_effect {
	const struct request_column *column; /* borrowed */
	bool no_best;
	double value, least, most, by_rank;
	/* Its 95 % interval over topics, as --ci has it, and half its width; 0: one topic, or it is
	 * not needed, as by t the orders move the mean too little. */
	struct interval ends;
	double half;
};

/* What to warn of in a run, when its evaluation is gone. */
struct warned_run {
	struct run_counts count;
	struct caution caution[CAUTIONS_MAX];
	const char *design_effects; /* NULL: none */
	const char *path;	    /* borrowed; this and what follows: if traps were looked for */
	size_t topics, tied, ranked;
	struct order_effect *effect; /* of the columns of traps_next() */
	size_t effects;
	struct found_traps found; /* without its other orders */
	struct arena memory;	  /* of lists and texts */
};

int traps_of_run(const struct evaluation *x, int64_t resamples, struct warned_run *out,
		 struct err *e);

/* `digits` are printed; `ties`: whether ties are to be warned of here. */
int traps_warn(const struct warned_run *run, size_t runs, int digits, bool ties, struct warnings *w,
	       struct err *e);
