/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How to write a measure.
 *
 * A family of measures is one file that ends with one array:
 *
 *	MEASURES = {
 *		{
 *			.abi = MEASURE_ABI,
 *			.name = "recip_rank",
 *			...
 *		},
 *		MEASURES_END,
 *	};
 * In a folder of measures/ the file is built into the program; compiled alone it is a shared object
 * for --plugin (doc/writing-a-measure.md). A measure only computes: it
 * gets a read-only view of one topic and writes numbers; it does not print, open files, or keep
 * anything between calls. It may be called from several threads at once.
 *
 * This header and those it includes, with measures/pair.h for measures of two runs, are the whole
 * plugin interface.
 */
#pragma once

#include "measures/services.h"

/* What a measure was built for: see services.h. */
#define MEASURE_ABI INTERFACE_OF(struct measure)

/*
 * What follows the first '.' of `-m NAME.PARAMETERS`, and how the columns are then named. A measure
 * with settings takes pairs such as alpha=0.5 among them.
 */
enum parameter_kind {
	PARAMETERS_NONE,      /* none are taken; one column NAME */
	PARAMETERS_CUTOFFS,   /* whole numbers above 0; a column NAME_5 for each */
	PARAMETERS_FRACTIONS, /* numbers of 0 or more; a column NAME_0.20 for each */
	PARAMETERS_PERCENTS,  /* numbers above 0, up to 100; a column NAME_10% for each */
	PARAMETERS_NUMBERS,   /* a list of numbers for one column: NAME_ and the list as given, or
				 NAME */
	PARAMETERS_GAINS,     /* pairs such as 1=0.5,2=1 for one column, named the same way */
};

/* A pair whose name is a whole number: documents of `grade` are worth `value`. */
struct gain {
	int32_t grade;
	double value;
};

struct parameters {
	size_t count;		 /* cutoffs, fractions, percents or numbers */
	const double *value;	 /* all but numbers are sorted and all different */
	size_t gains;		 /* pairs with a whole number as name ... */
	const struct gain *gain; /* ... by falling value */
	const double *setting;	 /* one for each of the measure's settings, in their order */
};

/* How the values of the topics become the value of `all`. */
enum aggregate {
	AGGREGATE_MEAN,
	AGGREGATE_SUM,
	AGGREGATE_GEOMETRIC, /* values are logarithms: exp of their mean; no line for a topic */
	AGGREGATE_COUNT,     /* the number of topics; no line for a topic */
	AGGREGATE_NONE,	     /* no line for `all` */
	AGGREGATE_RUN,	     /* a text that is the same for all topics; no line for a topic */
};

/* A score function returns these if the topic has a grade above the highest that it accepts, if the
 * run has a score that it does not accept, or if a document of the run must be in the judgments and
 * is not.
 */
enum { SCORE_GRADE_TOO_HIGH = -2, SCORE_NOT_TAKEN = -3, SCORE_NOT_LISTED = -4 };

enum value_kind { VALUE_REAL, VALUE_INTEGER, VALUE_TEXT };

/* Which judgments a measure needs. */
enum measure_input {
	INPUT_GRADES,	   /* -R qrels and other formats with one grade per document */
	INPUT_GROUPS,	   /* -R qrels_jg, diversity */
	INPUT_PREFERENCES, /* -R prefs, qrels_prefs */
	INPUT_SAMPLE,	   /* -R probs, prels, strata, csv, table: t->sample */
	INPUT_POOL,	   /* -R strata, csv: t->sample->whole is true */
	INPUT_SUBTOPICS,   /* -R diversity: groups that share one ranking */
	INPUT_ANY,
};

/* If left out, both ends are 0, which means from 0 to 1, or from 0 upwards if values are summed
 * over topics. Infinite: no limit. */
struct range {
	double least, most;
};

/* A ranking small enough to work out by hand, which the tests do for every measure. */
struct measure_example {
	/*
	 * Grades from the first rank on, '.' for a document that is not among the judgments and '-'
	 * for one with a negative judgment; after '|', the judged documents that are not retrieved.
	 * INPUT_SUBTOPICS has letters instead of a grade: the sub-topics that find it relevant.
	 * With `scores`, 2:0.5 has grade 2 and score 0.5.
	 */
	const char *ranking;
	const char *parameters; /* NULL: the defaults */
	double value;		/* of the first column */
	const char *text;	/* instead of `value` for VALUE_TEXT */
};

struct measure {
	int abi; /* MEASURE_ABI; first, so that it is read before anything else */
	const char *name;
	const char *summary; /* one line */
	const char *manual;  /* definition, source, edge cases */
	const char *members; /* nicknames that it belongs to: "official all_trec" */
	/*
	 * Names in ir_measures, ranx and BEIR, separated by blanks: "AP"; "AP@" with a cutoff,
	 * "IPrec@recall" with one that may be given as recall=, too; "nDCG(dcg='exp-log2')" with
	 * this setting; "NumRet(rel)" with a level, which other names take without saying so;
	 * "RBP=p=0.8" with parameters that differ from the defaults. May be NULL.
	 */
	const char *alias;
	/* The measure that it follows in the output. NULL: the one before it in the file; for the
	 * first in a file, the last one so far.
	 */
	const char *after;
	bool graded;  /* it ignores the lowest relevant grade (-l) */
	bool ranking; /* of a sample: the order of the documents matters, so topics cannot be pooled
			 (--micro) */
	bool no_run;  /* of a sample: it is about the judgments alone */
	bool ranks;   /* of a sample: it is nan for a table of strata, which has no ranks */
	enum measure_input input;
	enum parameter_kind kind;
	const char *defaults; /* parameters if none are given, or NULL */
	/* Names and defaults: "alpha=0.5 beta=0.5"; "max_rel=" has none and must be given. Or NULL.
	 */
	const char *settings;
	bool gains; /* besides cutoffs, pairs such as 1=0.5; PARAMETERS_GAINS has them anyway */
	enum value_kind value;
	enum aggregate aggregate;
	struct range range; /* of its values; left out: from 0 to 1 */
	bool lower_better;  /* lower values are better */

	/*
	 * Writes one value for each column. For VALUE_TEXT, `text` is used instead. Returns 0, -1
	 * if memory ran out, or SCORE_GRADE_TOO_HIGH and so on, which end the evaluation with an
	 * error.
	 */
	int (*score)(const struct topic_view *t, const struct parameters *p, double *value);

	/* What the topic adds to `all`, if it differs from `score`; else NULL. */
	int (*score_for_all)(const struct topic_view *t, const struct parameters *p, double *value);

	/* At most `room` bytes with the NUL; returns how many it needs without the NUL. */
	size_t (*text)(const struct topic_view *t, const struct parameters *p, char *to,
		       size_t room);

	/* NULL if the parameters are valid, else a complaint such as "takes exactly 4 numbers". May
	 * be NULL. */
	const char *(*check)(const struct parameters *p);

	/*
	 * Estimates from samples only. What it estimates, if the program has bounds for that: the
	 * next functions may then be left out.
	 */
	enum measured_quantity quantity;
	/* Its uncertainty: fills one `struct estimate` for each column (estimate_at()), whose
	 * `value` is already set, with bounds by the method that `q` names. Methods are those that
	 * `bounded_by` accepts, and its own, which is then also the default of --ci. NULL: the
	 * program's bounds of `quantity`, or none.
	 */
	int (*estimate)(const struct topic_view *t, const struct parameters *p,
			const struct estimate_request *q, struct estimate *out, struct err *e);
	bool (*bounded_by)(const struct services *s, const struct parameters *p,
			   const char *method);
	const char *method;
	bool shows_error; /* its standard errors are printed (se_NAME) */
	bool corrected;	  /* `bias` has been subtracted from the value */
	/* The same for all topics: fills `out`, whose `value` is already the mean. NULL: by
	 * `quantity`, or else mean_of_errors().
	 */
	int (*summarise)(const struct topics_view *v, const struct parameters *p,
			 const struct estimate_request *q, struct estimate *out, struct err *e);
	/* The measure of complete judgments that it estimates, with the same parameters; or NULL.
	 */
	const char *estimates;
	/* If it needs complete judgments, the estimate to use instead for a sample, followed by a
	 * blank and what that needs; NULL: there is none. */
	const char *if_sampled;
	bool needs_frame; /* of a sample: it depends on retrieved documents that could not be drawn
			   */
	bool any_judgments; /* it ignores unjudged documents, so a sample will do */

	struct measure_example example;
	bool no_best; /* no value is better than another: counts, shares of judged documents */
	bool scores;  /* it looks at the scores of the run: t->score */
	bool capped;  /* capped_NAME can be asked for: it looks at t->sample->capped */
};

/* Is a document of the sample judged, and relevant? */
static inline bool document_is_relevant(const struct topic_view *t,
					const struct sampled_document *d)
{
	return d->grade >= 0 && d->grade >= t->level;
}

/* A score function with one column, from an expression in `t` and `p`. */
#define MEASURE_VALUE(name, expression)                                                    \
	static int name(__attribute__((unused)) const struct topic_view *t,                \
			__attribute__((unused)) const struct parameters *p, double *value) \
	{                                                                                  \
		*value = (expression);                                                     \
		return 0;                                                                  \
	}

/* A score function with a value for each cutoff, from an expression in `t` and the cutoff `k`. */
#define MEASURE_AT(name, expression)                                                           \
	static int name(const struct topic_view *t, const struct parameters *p, double *value) \
	{                                                                                      \
		for (size_t i = 0; i < p->count; i++) {                                        \
			double k = p->value[i];                                                \
			value[i] = (expression);                                               \
		}                                                                              \
		return 0;                                                                      \
	}

/* A score function that is a call of another, with `t`, `p` and `value`. */
#define MEASURE_SCORE(name, call)                                                          \
	static int name(const struct topic_view *t,                                        \
			__attribute__((unused)) const struct parameters *p, double *value) \
	{                                                                                  \
		return call;                                                               \
	}

/* The cutoffs of trec_eval, unless others are given. */
#define USUAL_CUTOFFS .kind = PARAMETERS_CUTOFFS, .defaults = "5,10,15,20,30,100,200,500,1000"

/* The build defines UNIT_SYMBOL for each file of measures/; a plugin has this name. */
#ifdef UNIT_SYMBOL
#define MEASURES_SYMBOL UNIT_SYMBOL
#else
#define MEASURES_SYMBOL strat_eval_measures
#endif
#define MEASURES                                       \
	extern const struct measure MEASURES_SYMBOL[]; \
	const struct measure MEASURES_SYMBOL[]
#define MEASURES_END     \
	{                \
		.abi = 0 \
	}
