/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of a request that is about judgments and runs, the same for all commands that read them.
 */
#pragma once

#include "core/engine/evaluate/batch.h"
#include "core/options/lists.h"
#include "readers/formats.h"

/* The meaning of a whole number as --level. */
enum whole_level {
	WHOLE_LEVEL_REFUSED, /* as the level of bounds lies between 0 and 1 */
	WHOLE_LEVEL_GRADE,   /* short for --level_for_rel, as in trec_eval */
	WHOLE_LEVEL_TAKEN,   /* that, and there is one */
};

struct run_request {
	struct batch batch; /* as far as options decide it */
	struct shard shard; /* of an evaluation */
	struct text_list measure, plugin, file;
	struct text_list topic;	 /* those that count, together with those of the file; empty: all */
	const char *only_topics; /* a file, or NULL */
	const char *topic_groups; /* a file, or NULL */
	const char *system_of;	  /* likewise */
	const char *judgment_format, *run_format;
	struct formats formats;	       /* the same, found, with what is said of columns */
	struct judgment_format people; /* of the judgments, with --drawn-from=labels */
	double level;		       /* of bounds */
	enum tail tail;
	struct method_list methods;
	struct number_list cuts; /* of scores that are labels */
	bool with_ci;		 /* bounds are wanted, by these methods or by the default ones */
	const char *judge;	 /* whose judgments count, or "first" or "last"; NULL: all */
	bool partial;		 /* rows without a relevance are left out */
	const char *drawn;	 /* the sample that the judgments must be of, or NULL */
	enum whole_level whole_level;
	/* --gray, --outside or --topics was given, even with its default. Complete judgments do not
	 * have these: bounds of their means are not about "these" topics. */
	bool estimate_options;
	bool show_strata; /* the strata are wanted instead of an evaluation */
	bool topics;	  /* -q */
	bool no_summary;  /* -n */
	int digits;
	bool digits_given;
	bool quiet;		  /* warnings are not wanted */
	struct warnings warnings; /* of what was found */
};

/* Sets the defaults. */
void run_request_init(struct run_request *o);

/* How many files that the request names are standard input. */
int run_request_count_stdin(const struct run_request *o);

/* Methods that --ci names are those of the program or of a plugin. */
int run_request_check_methods(const struct run_request *o, const struct registry *r, struct err *e);

/*
 * Finds the formats and checks the options against them; the batch gets its files, behind that of
 * the judgments. NULL: `e` is filled.
 */
const struct judgment_format *run_request_formats(struct run_request *o, struct err *e);

/* The format of the judgments as they begin; NULL: they cannot be looked at yet. */
const struct judgment_format *run_request_at_hand(const struct run_request *o);

/* How many of `file` are files: with a table of strata the others are names of runs in it. */
size_t run_request_file_words(const struct run_request *o);

/* Whether only some topics are wanted, and which. */
bool run_request_chooses_topics(const struct run_request *o);
int run_request_topics(const struct run_request *o, struct chosen_topics *c, struct err *e);

/* Reads the judgments, the first of the files, and chooses topics. */
int run_request_read(struct run_request *o, struct judgments *j, struct err *e);

/* Asks for warnings about misleading figures (traps.h), about ties only if the runs are not
 * `compared`. To be called after run_request_ready(). */
void run_request_look_for_traps(struct run_request *o, bool compared);

/* Reads the groups of the chosen topics; without --topic-groups there are none of them. */
int run_request_groups(struct run_request *o, const struct judgments *j, struct topic_groups *g,
		       struct err *e);

/* Gives the batch its plan and judgments, and rejects what cannot be combined. `pairs`: strata are
 * needed even if the plan does not need them.
 */
int run_request_ready(struct run_request *o, const struct request_list *asked,
		      const struct judgments *j, bool pairs, struct err *e);

/*
 * A plan for one measure that is averaged over topics: the one named, or if `name` is NULL, the
 * usual one for these judgments.
 */
int run_request_one_measure(const struct run_request *o, struct request_list *asked,
			    const struct registry *r, const struct judgments *j, const char *name,
			    const struct bounds_asked *bounds, struct err *e);

/* Whether a part of the documents was judged again, and the judgments count as such. */
static inline bool run_request_two_phase(const struct run_request *o)
{
	return o->judge != NULL && strcmp(o->judge, JUDGE_TWO_PHASE) == 0;
}

/* The methods for bounds: those named, or else the defaults for these judgments. */
int run_request_bounds(struct run_request *o, const struct judgments *j, struct bounds_asked *asked,
		       struct err *e);
