/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The design: what a sample is. Its frame (the documents that could be drawn), the strata that it
 * was drawn from or the inclusion probabilities of its documents, the cells of these (by runs, by
 * classes of labels), how many documents each has, and where all this comes from.
 *
 * A table of sources and conditions, at the top of design_rules.c, decides for each topic where it
 * comes from: rows are tried from top to bottom. Their builders are in
 *
 *     from_table.c      row "table": a table of strata (-R table): numbers, and no documents
 *     from_sizes.c      row "sizes": strata that the judgments name, whose sizes are known
 *     from_runs.c       row "labels": strata that the judgments name without sizes, cut by the
 *                       runs; rows "pool" and "runs": which runs retrieve a document (uthash finds
 *                       documents and cells)
 *     from_rates.c      row "rates": documents of one inclusion probability
 *     design_rules.c    row "documents": each has a probability of its own: no strata
 *
 * Then drawn_strata.c makes strata as they are named, whatever the runs, which rankings need, and
 * written_weights.c finds the weights of documents whose probabilities are in the judgments.
 *
 * Labels of a model are no source: label_cells.c divides the strata of from_sizes.c, from_runs.c
 * and from_rates.c by them, for retrieved_parts() or, where cells of runs are the strata, for
 * divide_cells() in from_runs.c. retrieved_parts.c also counts what each run retrieves of a
 * stratum, if that is asked for and can be known; cells of the evaluated runs say it themselves. A
 * run retrieves a stratum, or not, or cuts it: see struct design_stratum.
 *
 * core/data/joined/sample_join.h has the design of a topic as one run sees it, pair_topics.h as two
 * do. Judgments may have more, which makes no other strata:
 *
 *     a second judge       strata keep the counts of the first one; second_review_strata() in
 *                          core/data/joined/second_review_strata.c leaves the documents that were
 *                          judged again, with their second grades and weights of their own
 *     families, threads    are clusters of documents: core/stats/interval/cluster_jackknife.h
 *
 * Other samples have no struct design. What makes strata of them:
 *
 *     counts given to validate    validation_design_of() in
 *                                 core/commands/validate/validate_counts.c: struct
 *                                 divided_stratum; second_review_analyse() in
 *                                 core/commands/validate/validate_second_review.c, if a part was
 *                                 reviewed again
 *     files of a review           become such counts: ledger_read() here, then set_reading() in
 *                                 core/commands/validate/validate_files.c; if an export has strata
 *                                 of its own, from_strata() there, without a ledger unless it is a
 *                                 control set
 *     families of a review        make none: core/stats/interval/family_bound.h, from the numbers
 *                                 that review_families.c counts. Large ones that were all taken
 *                                 are not part of the sample, and count as coded
 *     rows of plan strata         add_stratum() in core/commands/plan/questions/strata.c: struct
 *                                 true_stratum
 *     simulate coverage           truths_read() in core/data/scores/truths.c: struct true_stratum,
 *                                 of a file of strata, or of a table by design_build(); samples of
 *                                 these are drawn in core/stats/coverage/outcomes.c
 *     simulate sampling           none: frame_view_sample() in core/data/drawing/frame.c makes
 *                                 documents with weights
 *     documents yet to be judged  core/data/drawing/drawing_strata.c, for sample
 */
#pragma once

#include "core/data/judgments/judgments.h"
#include "core/data/labels/labels.h"
#include "core/data/runs/run.h"
#include "core/data/view.h"

struct building;

/* Where strata come from, for the column `design`. */
enum design_source {
	SOURCE_NONE, /* no strata are known; documents have their probabilities */
	SOURCE_FILE, /* sizes of strata: in the judgments, by --strata, or in a table of strata */
	SOURCE_PROBABILITIES, /* cells of runs, which have the right probabilities */
	SOURCE_RATES,	      /* a stratum for the documents of each probability */
	SOURCE_NAMES, /* strata that the judgments name, cut by the runs; no labels of a model */
};

/* A row of the table. The first whose condition holds and whose strata fit decides. */
struct design_rule {
	const char *name; /* as --show=strata prints it */
	enum design_source source;
	bool (*holds)(const struct building *b); /* NULL: always */
	/* Returns 1; 0: such strata do not fit the sample; -1: `e` is filled. */
	int (*build)(struct building *b, struct err *e);
};

/* Some documents of a stratum, and how many of them were sampled. */
struct stratum_part {
	int64_t size, sampled, relevant, gray; /* as in struct design_stratum */
};

/* A stratum. */
struct design_stratum {
	const uint64_t *signature;	      /* a bit for each run that retrieves all of it, struct
						 strata.words words; NULL: a run may cut it */
	const struct stratum_part *retrieved; /* by run, if that is known: what it retrieves */
	const char *name;		      /* NULL: none */
	int64_t size;			      /* N */
	int64_t sampled;		      /* n, including gray ones */
	int64_t relevant;		      /* r */
	int64_t gray;			      /* sampled but not assessable */
	int64_t named_size; /* of all cells of its name, if that is given; else 0 */
	/* If labels divide it: the cells of one stratum of the design are adjacent. */
	uint32_t cell_of; /* number of that stratum, plus 1; 0: it is not divided */
	int32_t class_of; /* of its documents, or LABEL_NONE */
};

/* A retrieved document that the judgments do not list. */
struct unlisted_document {
	int32_t place; /* of its stratum in the topic */
	uint64_t *by;  /* the runs that retrieve it, as a signature */
};

struct topic_strata {
	const char *name;
	const struct design_rule *rule; /* the row that applied; NULL: it was left out */
	struct design_stratum
		*stratum; /* the bottom last, the others in the order in which they were found */
	size_t count;
	/* The strata of the judgments, as the sample was drawn from them (drawn_strata.c),
	 * independent of the runs: rankings are estimated from these. */
	const struct drawn_stratum *drawn;
	size_t drawn_strata;
	int64_t outside; /* documents of the collection that could not be drawn */
	bool complete;	 /* the strata make up the whole collection (-N); of known sizes only */
	/* Set by --post-stratify if pairs are wanted. */
	struct unlisted_document *unlisted;
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

/* The effect of probabilities with few digits. Strata from probabilities have whole sizes, but sums
 * of 1/p need not be whole: the number of strata where they differ by more than half a percent, the
 * sums of 1/p there, and the difference. For topics without strata: where half a unit of the last
 * digit may change the sum of 1/p by more than that, the sums, and by how much.
 */
struct few_digits {
	size_t strata, topics;
	double sum[2], effect[2]; /* [0]: of the strata, [1]: of the topics */
};

struct design {
	struct arena memory;

	/* Strata, and which runs retrieve their documents. */
	const char **run; /* names, by bit */
	size_t runs;
	size_t pools; /* how many of them, at the end, only form strata */
	bool no_run;  /* a table names none: there is one, "-", which retrieves nothing */
	size_t words;
	struct topic_strata *topic; /* by number of the judged topic; of a table, in its order */
	size_t topics;
	bool stratified; /* strata are known, at least in some topic */
	bool whole;	 /* the judgments list every document of their strata */
	uint64_t *by;	 /* of each judgment: the runs that retrieve it, as a signature; or NULL */

	/* The weight of each judged document; NULL: there are none. */
	double *weight;	      /* 0: not sampled */
	int32_t *place;	      /* its stratum among those of its topic; -1: none */
	int32_t *drawn_place; /* the same, among the drawn ones */
	bool weights_given;   /* by probabilities in the judgments */
	struct few_digits few_digits;
	int32_t highest_grade; /* of all judgments, or 0 */

	/* Labels. */
	bool post_stratified; /* what a run retrieves of a stratum, and the rest, are strata */
	bool labelled;	      /* and so are the classes of labels, or else estimates ignore them */
	const char **class_name;   /* of these, and */
	const double *class_value; /* the grade of each; nan: words, and bands of scores */
	size_t classes;
	int32_t *class_of; /* of each judgment: of its label, -1: it has none; NULL: no labels */
	struct jury jury;  /* whose labels make up the classes */
	const char **judge_class[JUDGES_MOST]; /* names of the classes of each judge */
	struct label_variates variates;	       /* for means over topics */
	struct cut_judge {
		size_t judge;	 /* number of the file */
		const char *cut; /* its lowest class that counts as relevant */
	} judge[JUDGES_MOST];	 /* of the first variates */
	struct label_counts labels;

	/* As in struct sample_view: how estimates are made. */
	enum gray gray;
	enum outside outside_as;
	/* design_rates_differ() of each run, where it is known already; borrowed. NULL: the strata
	 * tell. */
	const bool *rates_differ;
};

struct design_options {
	int32_t level;		 /* lowest relevant grade */
	int64_t collection_size; /* 0: not given */
	const char *sizes;	 /* file of stratum sizes (--strata), or NULL */
	size_t pools;		 /* number of runs, at the end, that only form strata */
	bool partial;		 /* fewer documents are judged than were drawn */
	const bool *only;	 /* by topic: its strata are wanted; NULL: all are */
	bool without_runs;	 /* only strata that can be known without runs are wanted */
	bool any;		 /* only whether some topic has strata is wanted */
	bool pairs;		 /* which runs retrieve each judged document is wanted */
	bool listed;		 /* a file without grades -1 lists all documents of its strata */
	bool post_stratify;	 /* how much of each stratum a run retrieves must be known */
	struct labels *labels;	 /* whose classes divide the strata too; the design takes over
				    their memory; NULL: none */
};

/*
 * From judgments and all runs, the evaluated ones first; a table names its runs. There are no
 * strata if they are buckets that were picked with replacement, or if probabilities are those of
 * single documents. On failure nothing is left to release. Zeroed ones may be released too.
 */
int design_build(struct design *d, const struct judgments *j, const struct run *const *runs,
		 size_t count, const struct design_options *o, struct err *e);
void design_release(struct design *d);

/* Whether the judgments, as far as can be known, list every document of their strata. With
 * probabilities below 1 they do not, unless some of the documents are marked as not drawn.
 */
bool strata_are_whole(const struct judgments *j, const struct design_options *o);

/* Whether the probabilities of some topic give strata without the runs. Other topics have bounds
 * that need none. */
int rates_give_strata(const struct judgments *j, bool *some, struct err *e);

/* The error that a stratum of a topic, in the judgments of a file, is smaller than its sample. */
int size_too_small(const char *path, const char *topic, const struct design_stratum *c,
		   struct err *e);

/* The error that strata have more documents than the collection (-N). */
int strata_too_large(int64_t collection_size, const char *topic, int64_t sum, struct err *e);

/*
 * Equal in topics whose strata are of one kind: retrieved by the same runs, of the same name; else
 * of the same place in the topic.
 */
uint32_t stratum_class(const struct design *s, const struct topic_strata *t, size_t place);

/* What a run retrieves of a stratum (side 1), if that is known, or the rest (0), or all of it (-1).
 */
struct stratum_part stratum_side(const struct design_stratum *c, size_t run, int side);

static inline enum design_source topic_source(const struct topic_strata *t)
{
	return t->rule != NULL ? t->rule->source : SOURCE_NONE;
}

/* Where the strata of a topic come from, in a word or two. */
static inline const char *topic_design(const struct design *d, const struct topic_strata *t)
{
	/* as it is, split by the run, and by labels */
	static const char *const name[][3] = {
		[SOURCE_NONE] = { "none", "none", "none" },
		[SOURCE_FILE] = { "file", "file+post-stratified", "file+labels" },
		[SOURCE_PROBABILITIES] = { "probabilities", "probabilities+post-stratified",
					   "probabilities+labels" },
		[SOURCE_RATES] = { "probabilities", "probabilities+post-stratified",
				   "probabilities+labels" },
		[SOURCE_NAMES] = { "labels", "labels+post-stratified", "labels+labels" },
	};
	return name[topic_source(t)][d->labelled ? 2 : d->post_stratified ? 1 : 0];
}

/* The end of the cells of the stratum that begins at a place: the next one, if it is not divided.
 */
static inline size_t cells_end(const struct topic_strata *t, size_t place)
{
	size_t end = place + 1;
	while (t->stratum[place].cell_of > 0 && end < t->count &&
	       t->stratum[end].cell_of == t->stratum[place].cell_of)
		end++;
	return end;
}

/* Two of them together. */
static inline struct stratum_part parts_sum(struct stratum_part x, struct stratum_part y)
{
	return (struct stratum_part){ x.size + y.size, x.sampled + y.sampled,
				      x.relevant + y.relevant, x.gray + y.gray };
}

/* The cells of a stratum together, on one side of a run or on both. */
static inline struct stratum_part cells_sum(const struct topic_strata *t, size_t place, size_t run,
					    int side)
{
	struct stratum_part sum = { 0 };
	for (size_t i = place; i < cells_end(t, place); i++)
		sum = parts_sum(sum, stratum_side(&t->stratum[i], run, side));
	return sum;
}

/* Equal for cells of the same classes, from the first to the last, in all topics and strata. */
uint32_t classes_label(int32_t first, int32_t last);

static inline bool stratum_has_run(const struct design_stratum *c, size_t run)
{
	return c->signature != NULL && (c->signature[run / 64] >> (run % 64) & 1);
}

static inline bool topic_has_run(const struct topic_strata *t, size_t run)
{
	for (size_t i = 0; i < t->count; i++)
		if (stratum_has_run(&t->stratum[i], run))
			return true;
	return false;
}
