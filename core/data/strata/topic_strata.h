/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Strata as they are formed from judgments and runs, topic by topic: see strata.h.
 */
#pragma once

#include "core/data/judgments/judgments.h"
#include "core/data/labels/labels.h"
#include "core/data/runs/run.h"
#include "core/stats/stratum.h"

enum design_source {
	SOURCE_NONE, /* no strata are known; documents have their probabilities */
	SOURCE_FILE,
	SOURCE_PROBABILITIES,
	SOURCE_LABELS,
};

/* What splits the strata of a design further. */
enum design_split { SPLIT_NONE, SPLIT_BY_RUN, SPLIT_BY_LABELS };

/* Its name, and whether each run splits the strata, or labels and each run. */
static inline const char *source_name(enum design_source source, enum design_split split)
{
	static const char *const name[][3] = {
		[SOURCE_NONE] = { "none", "none", "none" },
		[SOURCE_FILE] = { "file", "file+post-stratified", "file+labels" },
		[SOURCE_PROBABILITIES] = { "probabilities", "probabilities+post-stratified",
					   "probabilities+labels" },
		[SOURCE_LABELS] = { "labels", "labels+post-stratified", "labels+labels" },
	};
	return name[source][split];
}

/* Some documents of a stratum, and how many of them were sampled. */
struct stratum_part {
	int64_t size, sampled, relevant, gray; /* as in struct design_stratum */
};

/* A stratum. */
struct design_stratum {
	const uint64_t *signature;	      /* a bit for each run that retrieves all of it, struct
						 strata.words words; NULL: a run may cut it */
	const struct stratum_part *retrieved; /* by run, if that is known: what it retrieves */
	const char *label;		      /* NULL: none */
	int64_t size;			      /* N */
	int64_t sampled;		      /* n, gray ones too */
	int64_t relevant;		      /* r */
	int64_t gray;			      /* sampled but not assessable */
	int64_t label_size; /* of all cells of its label, if that is given; else 0 */
	/* Divided by cheap labels: cells of one stratum of the design stand together. */
	uint32_t family;  /* number of that stratum, plus 1; 0: it is not divided */
	int32_t class_of; /* of its documents, or LABEL_NONE */
};

/* A document that a run retrieves and the judgments do not list. */
struct unlisted_document {
	int32_t place; /* of its stratum in the topic */
	uint64_t *by;  /* the runs that retrieve it, as a signature */
};

struct topic_strata {
	const char *name;
	enum design_source source;
	struct design_stratum *stratum; /* bottom last, else in the order in which they were met */
	size_t count;
	int64_t outside; /* documents of the collection that could not be drawn */
	bool complete;	 /* the strata are the whole collection (-N) */
	bool by_rate;	 /* the strata are documents of one probability */
	/* Set by --post-stratify if pairs are wanted. */
	const struct unlisted_document *unlisted;
	size_t unlisted_documents;
	struct jury_order judges; /* whose classes are used, if labels divide the strata */
};

/* How labels and samples fit together, over all topics. */
struct label_counts {
	int64_t documents, unlabelled; /* in the strata; topics without labels count nothing here */
	int64_t outside;	       /* labelled documents in no stratum */
	int64_t judged, judged_labelled;
	size_t topics_without; /* any label */
};

struct strata {
	struct arena memory;
	const char **run; /* names, by bit */
	size_t runs;
	size_t pools; /* how many of them, the last ones, are there for the strata only */
	bool no_run;  /* a table names none: there is one, "-", that retrieves nothing */
	size_t words;
	struct topic_strata *topic; /* by number of the judged topic; of a table, in its order */
	size_t topics;
	uint64_t *by; /* of each judgment: the runs that retrieve it, as a signature; or NULL */
	bool post_stratified;	   /* what a run retrieves of a stratum, and the rest, are strata */
	bool labelled;		   /* and so are the classes of labels */
	const char **class_name;   /* of these, and */
	const double *class_value; /* the grade of each; nan: words, and bands of scores */
	size_t classes;
	struct jury jury;		       /* of what classes are made */
	const char **judge_class[JUDGES_MOST]; /* names of the classes of each judge */
	struct label_variates variates;	       /* for means over topics */
	struct cut_judge {
		size_t judge;	 /* number of the file */
		const char *cut; /* its least class that counts as relevant */
	} judge[JUDGES_MOST];	 /* of the first variates */
	struct label_counts labels;
};

struct strata_options {
	int32_t level;		 /* least grade that is relevant */
	int64_t collection_size; /* 0: not given */
	const char *sizes;	 /* file of stratum sizes (--strata), or NULL */
	size_t pools;		 /* number of runs, at the end, that only form strata */
	bool partial;		 /* fewer documents are judged than were drawn */
	const bool *only;	 /* by topic: its strata are wanted; NULL: all are */
	bool without_runs;	 /* those that can be known without runs are wanted only */
	bool pairs;		 /* which runs retrieve each judged document is wanted */
	bool listed;	    /* all documents of the strata are, if none was left undrawn, too */
	bool post_stratify; /* how much of each stratum a run retrieves must be known */
	const struct labels *labels; /* classes divide the strata, too; NULL: there are none */
};

/* Zeroed ones may be released too. */
void strata_release(struct strata *s);

/* The error that a stratum of a topic, in the judgments of a file, is smaller than its sample. */
int size_too_small(const char *path, const char *topic, const struct design_stratum *c,
		   struct err *e);

/* The error that strata have more documents than the collection (-N). */
int strata_too_large(int64_t collection_size, const char *topic, int64_t sum, struct err *e);

/*
 * Equal in topics whose strata are of one kind: retrieved by the same runs, of the same label; else
 * of the same place in the topic.
 */
uint32_t stratum_class(const struct strata *s, const struct topic_strata *t, size_t place);

/* What a run retrieves of a stratum (1), where that is known, or does not (0). */
struct stratum_part stratum_side(const struct design_stratum *c, size_t run, int side);

static inline enum design_split strata_split(const struct strata *s)
{
	return s->labelled ? SPLIT_BY_LABELS : s->post_stratified ? SPLIT_BY_RUN : SPLIT_NONE;
}

/* The end of the family of cells that begins at a place: the next one, if it is not divided. */
static inline size_t family_end(const struct topic_strata *t, size_t place)
{
	size_t end = place + 1;
	while (t->stratum[place].family > 0 && end < t->count &&
	       t->stratum[end].family == t->stratum[place].family)
		end++;
	return end;
}

/* Size and sample of a family of cells, on one side of a run. */
static inline struct stratum_part family_sum(const struct topic_strata *t, size_t place, size_t run,
					     int side)
{
	struct stratum_part sum = { 0 };
	for (size_t i = place; i < family_end(t, place); i++) {
		const struct stratum_part x = stratum_side(&t->stratum[i], run, side);
		sum.size += x.size;
		sum.sampled += x.sampled;
	}
	return sum;
}

/* Equal for cells of the same classes, from the first to the last, in all topics and strata. */
uint32_t classes_label(int32_t first, int32_t last);

static inline bool stratum_has_run(const struct design_stratum *c, size_t run)
{
	return c->signature != NULL && (c->signature[run / 64] >> (run % 64) & 1);
}
