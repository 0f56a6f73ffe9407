/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A batch at work: what batch_run.c and batch_warnings.c share.
 */
#pragma once

#include "core/data/runs/run.h"
#include "core/engine/evaluate/batch.h"
#include "core/engine/evaluate/traps.h"

/* What the designs of the topics leave open. */
struct class_gap {
	const char *name;
	int64_t size, sampled; /* documents in the strata that labels divide, and judged ones */
};

struct sample_gaps {
	int64_t unsampled, outside; /* documents */
	size_t rated, named;	    /* topics */
	size_t stratified;	    /* topics whose strata are known */
	struct few_digits few_digits;
	struct label_counts labels;
	struct class_gap
		*class_gap; /* of each label of one file; of several files there are none */
	size_t classes;
};

struct batch_work {
	const struct batch *b;
	const struct batch_receiver *receiver;
	struct shard *shard;
	bool *own; /* by topic: it is evaluated here; NULL: all are */
	struct warnings *warnings;
	struct runs runs;	     /* those of --pool too; none if the judgments are a table */
	const struct design *sample; /* NULL: the judgments are complete */
	size_t count;		     /* of runs to evaluate */
	struct evaluated_run *run;   /* of each */
	struct warned_run *warned;   /* of each */
	bool *rates_differ;	     /* of each: design_rates_differ(), which each topic asks for */
	size_t *dropped;	     /* of each file: lines left out */
	int64_t *unsampled;	     /* of each file: see count_unsampled() */
	struct sample_gaps gaps;
	struct buffer *line; /* only in a shard: the lines of each run that are written */
	struct arena memory; /* of all these lists, and of names that are read */
};

/* Warns once for all runs: the cause is the sample, the scores or the method, not a run. */
void batch_warn_of_intervals(const struct batch_work *w);
int batch_warn_of_traps(struct batch_work *w, struct err *e);

/* Lines that --duplicates=first left out of a file. */
void batch_warn_of_duplicates(const struct batch_work *w, size_t file);

/* Topics that a run lacks, unless -c counts them. */
void batch_warn_of_run(const struct batch_work *w, size_t run);

/* Finds what the strata of the sample and its labels leave open, and warns of it. */
int batch_check_sample(struct batch_work *w, const struct design *s, bool table, struct err *e);

/* Warns if the runs retrieve more than the sample was drawn from, and a measure minds. */
int batch_warn_of_frame(struct batch_work *w, const struct design *s, struct err *e);

/*
 * Warns if the judgments name none of a run's documents. Of a production, if the judgments are a
 * sample, that is an error if it cannot be chance: a recall of 0 would be printed. A ranking may
 * retrieve what could not be drawn.
 */
int batch_check_known(const struct batch_work *w, size_t run, struct err *e);
