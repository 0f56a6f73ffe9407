/*
 * How to write a measure of a pair of runs.
 *
 * A family is one file in measures/compare/, which ends with one `PAIR_MEASURE = { ... };`; the
 * build collects the folder into the registry. It sees all topics of both runs, joined, and adds
 * figures: by topic, for all topics and for the topics pooled into one. It does not print, open
 * files, or keep anything between calls, and may be called from
 * several threads at once.
 */
#ifndef MEASURES_PAIR_H
#define MEASURES_PAIR_H

#include "core/base/err.h"
#include "core/data/view.h"
#include "core/stats/independent/confusion.h"
#include "core/stats/interval/interval.h"
#include "core/stats/shared/shared_posterior.h"

/* A document that at least one of the two runs retrieves. */
struct pair_document {
	int32_t grade;	  /* below 0: unjudged */
	uint32_t rank[2]; /* in each run, from 1; 0: not retrieved */
};

struct pair_topic {
	const char *name;
	/* Plain judgments. */
	const struct pair_document *document;
	size_t documents;
	int64_t relevant;	   /* R: all that are judged so, retrieved or not */
	int64_t judged;		   /* documents judged relevant or not */
	struct confusion count[2]; /* of each run; unjudged documents count as not relevant */
	int64_t right[2];	   /* documents that only this run is right about */
	int64_t same;		   /* documents that both or neither is right about */
	/* A sample with strata. */
	const struct shared_cell *cell;
	size_t cells;
};

struct pair_view {
	const char *run[2];
	const struct pair_topic *topic; /* those that both runs have, in the order of their names */
	size_t topics;
	int32_t level;		 /* -l: the least grade that is relevant */
	int64_t collection_size; /* -N, or 0 */
};

/* What the options say. */
struct pair_request {
	struct interval_request interval; /* its ends, draws, seed, beta, gray */
	const struct interval_method
		*method;      /* whose prior strata have; NULL: none of those named */
	double prior;	      /* --prior: lambda, alpha */
	double prob_relevant; /* --prob-rel: of an unjudged document */
	bool topics;	      /* -q: the figures of each topic are wanted */
};

struct pair_measure;

struct figure {
	const struct pair_measure *family; /* set by the caller of compare() */
	const char *topic;		   /* NULL: all topics */
	bool micro;			   /* of all topics pooled: printed with micro_ in front */
	const char *name;		   /* static */
	const char *row, *column; /* its place in a table for people; NULL: not shown there */
	bool headline;		  /* shown also where many pairs have one line each */
	bool integer;
	double value;
	const char *method; /* of a bound, or NULL */
	int64_t draws;	    /* that it took */
};

/* Grows; `failed` where memory ran out. */
struct figures {
	struct figure *figure;
	size_t count, room;
	bool failed;
};

void figures_add(struct figures *f, const struct figure *x);
void figures_release(struct figures *f);

enum pair_input {
	PAIR_DOCUMENTS, /* plain judgments */
	PAIR_STRATA,	/* a sample with strata */
};

struct pair_measure {
	const char *name;    /* as in -m NAME */
	const char *summary; /* one line */
	const char *title;   /* above its table for people: what is asked */
	const char *manual;  /* what is asked and answered, formula, source */
	const char *figures; /* names of what it adds, for -m and for manuals */
	enum pair_input input;
	bool by_default; /* belongs to what is said when nothing is asked for */
	int (*compare)(const struct pair_view *v, const struct pair_request *q, struct figures *out,
		       struct err *e);
};

/* The build defines PAIR_SYMBOL per file, from the file's name. */
#define PAIR_MEASURE const struct pair_measure PAIR_SYMBOL

/* The registry, in the order of files, ended by NULL. */
extern const struct pair_measure *const pair_measures[];

#endif
