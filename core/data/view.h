/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a measure sees: one topic of one run, joined with the judgments. Read-only, and valid only
 * during the call. This header is part of the plugin interface.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/data/estimate.h"
#include "core/stats/stratum.h"

/* Grades of documents that nobody judged. Everything below 0 is unjudged. */
enum {
	GRADE_UNPOOLED = -1, /* not among the judgments */
	GRADE_UNJUDGED = -2, /* among the judgments, with a negative relevance */
};

/* Grades of nuggets, and scores of the pairs of a run and a nugget. */
enum { IMPORTANCE_OKAY = 1, IMPORTANCE_VITAL = 2 };

/* Pairs that a run has in a topic: those of vital nuggets, and all. */
struct nugget_counts {
	int64_t vital, all;
};

struct grade_count {
	int32_t grade;
	int64_t count;
};

/* The judgment of a document by one group, or for one sub-topic. */
struct group_judgment {
	size_t document; /* numbered from 0 by falling document number */
	size_t group;
	int32_t grade; /* below 0: not judged */
};

/* As written in the run; not NUL-terminated. */
struct document_number {
	const char *text;
	size_t length;
};

struct topic_view {
	const char *topic;
	const char *runid;

	/* The ranking, best document first, after -M and -J. */
	size_t retrieved;	     /* n */
	const int32_t *grade;	     /* of each retrieved document */
	size_t relevant_retrieved;   /* those of `level` or above */
	const uint32_t *relevant_at; /* their positions, from 0, ascending */
	size_t relevant_unjudged; /* of these, those that nobody judged: only with -l -1 or below */

	/* All judgments of the topic, retrieved or not. */
	int64_t relevant;		  /* R: judged at `level` or above */
	int64_t nonrelevant;		  /* judged 0 or above, below `level` */
	int64_t positive;		  /* judged above 0, whatever the level */
	const struct grade_count *grades; /* the distinct grades of 0 and above, falling */
	size_t distinct_grades;

	/* Options. */
	int32_t level;		 /* -l: the lowest relevant grade */
	int64_t collection_size; /* -N, or 0 */
	bool complete;		 /* -c: topics missing from the run count as retrieving nothing */
	bool trec_eval_9;	 /* measures that trec_eval 10 changed are those of 9 */

	/* Judgments by groups (qrels_jg) or sub-topics (diversity): the same topic as each sees
	 * it, and the name of this one; NULL: the whole topic. Sub-topics share one ranking, also
	 * with -J; all their judgments, retrieved or not, are listed by document.
	 */
	const struct topic_view *group; /* by topic_group() */
	size_t group_size;
	size_t groups;
	const char *group_name;
	const struct group_judgment *judgment;
	size_t judgments;

	/* Judgments as preferences (prefs, qrels_prefs), else NULL. */
	const struct preference_view *preferences;

	/* Judgments of a sample (probs, prels, strata, csv, table), else NULL. */
	const struct sample_view *sample;

	/* The number of the document at a rank, from 0; NULL: there are no documents. */
	struct document_number (*document)(const struct topic_view *t, size_t rank);
	const void *ranking; /* only for document() */

	/* What the program computes for measures (measures/services.h). */
	const struct services *services;

	/* The score of the document at a rank, from 0. NULL, unless the measure asks (`scores`). */
	double (*score)(const struct topic_view *t, size_t rank);
};

static inline const struct topic_view *topic_group(const struct topic_view *t, size_t i)
{
	return ELEMENT(t->group, t->group_size, i);
}

/* All evaluated topics of a run, ordered by name: the view for measures that summarise all topics.
 */
struct topics_view {
	size_t topics;
	/* By topic, see topics_estimate(); those whose value is nan are undefined. */
	const struct estimate *estimate;
	size_t estimate_size;
	const struct sample_view **sample; /* of each topic; NULL: the judgments are not a sample */
	size_t value;			   /* which of the measure's values is meant, from 0 */
	int32_t level;			   /* the lowest relevant grade */
	const struct services *services;
	/* Only for the program's own measures of pools: all topics of a sampled ranking, and which
	   of them these are. */
	const struct sampled_ranking *ranking;
	const struct topic_numbers *listed;
};

static inline const struct estimate *topics_estimate(const struct topics_view *v, size_t i)
{
	return ELEMENT(v->estimate, v->estimate_size, i);
}

/* How gray documents count, which were sampled but could not be assessed (--gray). In a run's worst
 * case the retrieved ones are not relevant and the others are; in its best case the reverse.
 */
enum gray { GRAY_LEFT_OUT, GRAY_NONRELEVANT, GRAY_WORST, GRAY_BEST };

/* How retrieved documents outside the frame count, which could not be drawn (--outside). Unknown:
 * from none to all of them may be relevant. By design: left out, or assumed to be none
 * (sample_join.c decides), so a sample_view never has this value.
 */
enum outside {
	OUTSIDE_BY_DESIGN, /* of rankings: as inside */
	OUTSIDE_LEFT_OUT,
	OUTSIDE_NONRELEVANT,
	OUTSIDE_UNKNOWN,
	OUTSIDE_AS_INSIDE, /* of rankings; of sets: by design */
};

/* A sampled document. */
struct sampled_document {
	int32_t grade;	  /* below 0: gray, not assessable */
	int32_t cluster;  /* its family or thread; 0: not known */
	double weight;	  /* 1 over the probability of having been sampled */
	int32_t rank;	  /* from 0; -1: not retrieved */
	int32_t drawn;	  /* its stratum in sample_view.drawn; -1: it has no label */
	int32_t stratum;  /* its stratum in sample_view.stratum; -1: there are none */
	int32_t class_of; /* of its label, from 0; -1: it has none */
	uint32_t number;  /* of its judgment in the topic, from 0: the same in all runs */
};

/* A retrieved document that the judgments list in a stratum, but that was not sampled. */
struct unsampled_document {
	int32_t rank;	  /* from 0 */
	int32_t drawn;	  /* its stratum in sample_view.drawn */
	int32_t class_of; /* as in struct sampled_document */
	uint32_t number;
};

/* A retrieved document that is not in the judgments. */
struct beyond_document {
	int64_t rank;  /* from 0 */
	uint64_t name; /* a hash of its number */
};

/* A stratum of the judgments, as the sample was drawn from it; it does not depend on runs. */
struct drawn_stratum {
	uint32_t label;	    /* number of its name, the same in all topics */
	int64_t size;	    /* documents in it; 0: not known */
	int64_t sampled;    /* those in the sample, including gray ones */
	int64_t assessable; /* the same without gray ones */
	int64_t picks; /* if it is a bucket, how often buckets of the topic were picked; 0: a simple
			  random sample was drawn from it */
};

struct sample_view {
	/* By rank, unretrieved ones last; none if only a table is known. */
	const struct sampled_document *document;
	size_t documents;
	const struct divided_stratum *stratum; /* of the design; none if only probabilities are
						  known */
	size_t strata;
	int32_t level;			   /* the lowest grade that counts as relevant there */
	const struct drawn_stratum *drawn; /* none if the judgments name no strata */
	size_t drawn_strata;
	/* By rank; none, unless the judgments list whole strata. */
	const struct unsampled_document *unsampled;
	size_t unsampled_documents;
	const char *design; /* where the strata come from: "file", "probabilities", "labels",
			       or "none"; with "+post-stratified" if the run splits them */
	int64_t retrieved;  /* size of the retrieved set */
	double outside;	    /* of these, outside the frame, counted or estimated; an estimate may be
				 negative */
	bool outside_counted;
	bool divides; /* the run may retrieve some documents of a stratum and not others */
	enum outside outside_as;
	bool whole;	      /* the judgments list every document of their strata */
	bool weights_given;   /* weights come from given probabilities, not from strata */
	bool capped;	      /* estimates are kept within the possible range */
	enum gray gray;	      /* of sets; in the strata it has been applied */
	int64_t gray_sampled; /* gray documents of the sample, however they count */
	bool post_stratified; /* strata that the run cut are split: none is cut */
	bool labelled;	      /* and by labels */
	size_t design_strata; /* then: how many there are before that */
	size_t classes;	      /* of labels */
	/* A random part of the sample was reviewed again: `document` has this part, with its own
	   weights, and the strata count all documents of the sample by the first review.
	   first_grade: grades of `document` by the first review; NULL: not kept. */
	bool two_phase;
	const int32_t *first_grade;
	struct nugget_counts nuggets; /* if a measure sees the scores (-T pairs) */
	int32_t highest_grade;	      /* of the judgments of all topics; 0: none is above */
	/* With labels: the cells before small classes are joined, the retrieved and the other ones
	   of a stratum side by side, and the control variates of means. */
	const struct label_cell *cell;
	size_t cells;
	struct label_variates variates;
	/* Documents of each stratum of `drawn` by class, those without a label first: stratum *
	   (classes + 1) + class + 1. NULL: there are no labels. */
	const int64_t *class_size;
	/* Documents in the top of the ranking that are not in the judgments, by rank; the top is
	   the largest cutoff of a measure of pools. */
	const struct beyond_document *beyond;
	size_t beyond_documents;
	enum outside outside_asked; /* --outside; by design is as inside for rankings */
};

/* A sample of which only the counts are known. */
static inline struct sample_view counted_sample(const struct divided_stratum *d, size_t strata)
{
	return (struct sample_view){
		.stratum = d, .strata = strata, .level = 1, .design = "counts"
	};
}

/* Does a gray document count as relevant (1), as not (0), or as gray (-1)? */
static inline int gray_counts_as(enum gray gray, bool retrieved)
{
	return gray < GRAY_WORST ? -1 : (gray == GRAY_BEST) == retrieved;
}

/* The grade with which a document counts, depending on whether it is retrieved. */
static inline int32_t counted_grade(const struct sample_view *s, const struct sampled_document *d,
				    bool retrieved)
{
	int counts = d->grade < 0 ? gray_counts_as(s->gray, retrieved) : -1;
	return counts < 0 ? d->grade : counts > 0 ? INT32_MAX : 0;
}

/* Preferences A > B by how many of the two documents are retrieved. */
enum pair_kind {
	PAIR_BOTH,    /* fulfilled if A ranks above B */
	PAIR_ONE,     /* fulfilled if it is A */
	PAIR_NEITHER, /* never fulfilled */
	PAIR_KINDS,
};

/* Counts that exist for all judged documents and for the retrieved ones among them. */
enum { COUNT_ALL, COUNT_RETRIEVED, COUNT_BOTH };

/* The preferences of one judgment group, and how many of them the ranking fulfils. */
struct preference_counts {
	int64_t pairs[PAIR_KINDS];
	int64_t fulfilled[PAIR_KINDS];
	bool one_subgroup;

	/* For prefs_avgjg_Rnonrel: documents with a level above 0, and of exactly 0. */
	int64_t relevant[COUNT_BOTH];
	int64_t nonrelevant[COUNT_BOTH];
	int64_t relevant_pairs[COUNT_BOTH]; /* preferences between relevant documents ... */
	int64_t relevant_fulfilled[COUNT_BOTH];
	/*
	 * The retrieved documents above each of the first R non-relevant ones, summed. There are R
	 * relevant documents; unretrieved ones come last.
	 */
	int64_t above_first_nonrelevant[COUNT_BOTH];
};

struct preference_view {
	const struct preference_counts *group;
	size_t groups;
	/*
	 * Unordered pairs of documents on which any group has a preference, and the sum over them
	 * of the share of those groups whose preference is fulfilled.
	 */
	int64_t pairs[PAIR_KINDS];
	double votes[PAIR_KINDS];
};
