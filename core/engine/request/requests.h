/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What -m asks for, made into columns: which measures, with which parameters, under which names.
 * Requests by a measure's own name add up (-m P.5 -m P.10 gives both). A nickname asks for default
 * parameters only if none were given for the measure (-m all_trec -m relstring.20).
 */
#pragma once

#include "core/base/arena.h"
#include "core/engine/request/registry.h"
#include "core/stats/topics/mean_interval.h"
#include "readers/judgment_format.h"

enum column_kind { COLUMN_VALUE, COLUMN_ERROR, COLUMN_LOWER, COLUMN_UPPER };

/* What the name of a column begins with, by its kind: "", "se_" ... */
extern const char *const column_prefix[];

/* One line of output for a topic. */
struct request_column {
	const char *name;
	enum column_kind kind;
	size_t value;  /* number of the measure's value that it is, or belongs to */
	size_t method; /* of errors and bounds: place in the request's list of methods, or ... */
	/* ... of bounds by the choice of topics, which only `all` has: NULL, or the method, which
	 * may be the one by rule */
	const struct mean_interval_method *over_topics;
	size_t place; /* of such an interval in the row of them */
	bool hidden;  /* computed, but not asked for */
	/* The request as typed, for a bound that of the measure; NULL: it came from a nickname. The
	 * name for people, if the user's differs from the program's; NULL: `name`. And the number
	 * of the request.
	 */
	const char *asked, *title;
	size_t order;
};

/* Its name for people. */
static inline const char *column_title(const struct request_column *c)
{
	return c->title != NULL ? c->title : c->name;
}

struct request {
	const struct measure *measure;
	struct parameters parameters;
	int32_t level;		/* lowest relevant grade */
	bool judged_only;	/* documents that are not judged are left out */
	bool capped;		/* estimates are kept within what is possible */
	const char *asked_as;	/* the name that was asked for, if it is printed; or NULL */
	enum column_kind shown; /* the value with all that it has; or only columns of this kind */
	struct request_column *column;
	size_t columns;
	size_t values;	     /* how many the measure computes; errors and bounds follow */
	const char **method; /* names of the methods of its bounds */
	size_t methods;
	bool centre;	       /* the methods only say what the mean over topics is */
	size_t first;	       /* its first value in a row of scores */
	size_t first_for_all;  /* the same of what counts for `all`; usually equals `first` */
	size_t first_estimate; /* in a row of estimates: values of the first method, and so on */
	size_t text;	       /* its place in a row of texts (VALUE_TEXT by topic) */
};

/* Which bounds go with estimates and with means over topics. */
struct bounds_asked {
	const struct services *services; /* for measures that must say what they can bound */
	const char *const *method;	 /* names */
	size_t methods;
	const struct mean_interval_method *const *over_topics;
	size_t over_topics_methods;
	const char *centred; /* NULL, or the one whose means over topics are printed, with bounds
				or without */
	bool named; /* the methods are the user's choice: each gives bounds wherever it can */
	bool lower, upper;
	/* --ci: with all that have any; else only if -m ci_lo_... asks for them */
	bool estimates_everywhere, means_everywhere;
};

struct request_list {
	/* For the caller to set: the judgments name no run, so only measures of the judgments alone
	 * can be requested. */
	bool no_run;
	const struct judgment_format *format; /* of the judgments at hand; NULL: not known */
	bool takes_capped;		      /* capped_NAME can be asked for */
	bool trial; /* trying out advice: unknown names get no advice themselves */
	/* requests_ask(), for trials */
	int (*try_to_ask)(struct request_list *p, const struct registry *r, const char *text,
			  struct err *e);
	struct arena memory;
	struct ask *ask; /* as they come, before requests_finish() */
	size_t asks;
	struct request *request; /* in the order of output */
	size_t requests;
	size_t width;	    /* scores of one topic */
	size_t estimates;   /* of one topic */
	size_t mean_bounds; /* intervals by the choice of topics */
	size_t text_width;  /* texts of one topic */
	/* What is asked for needs the judgments to be a sample; documents outside its frame matter
	 * to it; topics are estimated together. And the first measure that needs the judgments to
	 * list all documents of their strata, or NULL. */
	bool sampled, framed, joint;
	const struct measure *pooled;
	bool as_estimates; /* measures of complete judgments are asked for as their estimates */
	bool trec_eval_9;  /* nicknames are those of trec_eval 9 */
	const char *pairs; /* of the parameters at pairs_from, which were asked for last */
	const char *pairs_from;
};

/* A zeroed struct request_list is empty and ready. */
void requests_release(struct request_list *p);

/* The measure, if only one was requested, without a level or other additions: its parameters are
 * NULL if none were given. Else NULL.
 */
const struct measure *requests_only_asked(const struct request_list *p, const char **parameters);

/*
 * Adds one measure: NAME[.PARAMETERS], NAME_PARAMETER as it is printed, a nickname, or a name as
 * ir_measures writes it.
 */
int requests_ask(struct request_list *p, const struct registry *r, const char *text, struct err *e);

/* Adds what the arguments of -m say, each one measure or several with blanks between. */
int requests_ask_all(struct request_list *p, const struct registry *r,
		     const struct text_list *texts, struct err *e);

/* Adds the measures of such arguments to a list, each as requests_ask() takes it. */
int measures_split(const struct text_list *texts, struct arena *memory, struct text_list *list,
		   struct err *e);

/*
 * Makes the requests. `level` is -l, for requests without a level of their own. Measures that the
 * kind of judgments cannot serve are an error.
 */
int requests_finish(struct request_list *p, const struct registry *r,
		    const struct judgment_format *format, int32_t level,
		    const struct bounds_asked *bounds, struct err *e);

/* Drops measures of nicknames that are neither averaged over topics nor a number of topics; named
 * ones are an error.
 */
int requests_keep_averaged(struct request_list *p, const char *why, struct err *e);

/* The measures asked for, each once, in the order of output: for manuals. */
size_t requests_measures(const struct request_list *p, const struct registry *r,
			 const struct measure **list);
