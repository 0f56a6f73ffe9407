/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the parts of `validate` share: options (validate.c), counts, or files that give them,
 * to strata (validate_counts.c, validate_files.c, validate_second_review.c), from strata to
 * estimates with their bounds (validate_estimates.c, further_sample.c), and what is printed of them
 * (validate_figures.c, validate_lines.c, validate_report.c, validate_sentences.c,
 * validate_picture.c).
 */
#pragma once

#include "core/base/output.h"
#include "core/base/warnings.h"
#include "core/data/design/ledger.h"
#include "core/data/view.h"
#include "core/options/lists.h"
#include "core/options/options.h"
#include "core/output/report.h"
#include "core/output/rounded.h"
#include "core/stats/interval/two_phase.h"
#include "core/stats/stratum.h"
#include "readers/formats.h"

/* ---- counts as they are typed ---- */

enum { COUNTS_MAX = 5, NOT_GIVEN = -1 };

/* Whole numbers separated by colons: how many, or 0 if they are not. Empty ones are NOT_GIVEN. */
size_t counts_parse(const char *text, int64_t count[COUNTS_MAX]);

/* Whether a value is counts, well written or not, with or without a name before them, or a file. */
bool counts_are_meant(const char *text);

/*
 * Says what is wrong with them, and what to type if they only have signs between the digits, 40,000
 * or 40'000, or an exponent. `form` is what was wanted.
 */
int counts_refuse(const struct command_option *o, const char *text, const char *form,
		  struct err *e);

/* ---- what was counted ---- */

/* Documents of which a simple random sample was reviewed. */
struct counted_segment {
	const char *text;  /* as given, for messages */
	struct slice name; /* empty: it has none */
	int64_t size, sampled, relevant;
	bool size_only; /* only its size is known */
};

struct segment_list {
	struct counted_segment item[LIST_MAX];
	size_t count;
};

/*
 * A control set, or a stratum that the production cuts; relevant documents in the production [1]
 * and not in it [0].
 */
struct control_set {
	const char *text;  /* NULL: there is none */
	struct slice name; /* empty: it has none */
	int64_t size;	   /* of the stratum; 0: that of the collection */
	int64_t sampled, produced, relevant[2];
	bool parted; /* how many of it are produced is known */
};

/* Documents of the control set that are in another sample too. */
struct counted_twice {
	const char *text; /* NULL: not known */
	int64_t documents, relevant;
};

/*
 * A random part of a sample that was coded by a first review, reviewed again by somebody whose
 * decision counts: of those coded relevant [1], and of the others [0].
 */
struct second_review {
	const char *text; /* NULL: there was none */
	bool done[2];	  /* else the code counts as right */
	int64_t again[2], relevant[2];
	int64_t coded; /* relevant, by the first review */
	bool settled;  /* of either code all were seen again, or none */
};

struct validation_counts {
	struct segment_list collection, produced, null;
	/* In none of these: withheld after they were found, and culled before the review. */
	struct segment_list withheld, culled;
	/* Samples of the null set: the first is that of --null, as long as there are others. */
	int64_t round[LIST_MAX]; /* documents */
	size_t rounds;
	struct control_set control;
	struct control_set cut[LIST_MAX]; /* strata that the production cuts */
	size_t cuts;
	struct counted_twice twice[2]; /* with the sample of the production [1], of the null set */
	/* Documents of --null that were produced since the sample was drawn. */
	struct counted_twice since;
	int64_t missed; /* documents not produced that are known to be relevant, in samples or not
			 */
	struct second_review second[2]; /* of the sample of the production [1], of the null set */
};

/* Documents not produced that were coded before the sample was drawn are a stratum of this name. */
#define CODED_EARLIER "coded before"

/* The two sides of a production, and what their options are called. */
enum { NULL_SET, PRODUCTION, SIDES };
extern const char *const side_option[SIDES];

static inline const struct segment_list *segments_of(const struct validation_counts *c, int side)
{
	return side == PRODUCTION ? &c->produced : &c->null;
}

/* Documents of all of them. */
int64_t segments_size(const struct segment_list *list);

/* What strata are about. */
enum known {
	KNOWN_ALL = 1,	    /* the collection */
	KNOWN_PRODUCED = 2, /* the relevant documents in the production */
	KNOWN_NULL = 4,	    /* those in the null set */
	KNOWN_PARTS = 8,    /* how many documents either has, if the collection is sampled */
};

struct validation_design {
	struct divided_stratum stratum[3 * LIST_MAX];
	struct slice name[3 * LIST_MAX]; /* of strata; empty: none */
	size_t strata;
	unsigned known; /* of enum known */
};

/* The strata of one side together, if the production does not cut them. */
struct total {
	int64_t size, sampled, relevant;
	size_t strata;
};

struct total total_of(const struct validation_design *d, int side);

/* Refuses counts that cannot be, or from which nothing follows. `whole`: see struct validation. */
int validation_design_of(struct validation_design *d, struct validation_design *whole,
			 const struct validation_counts *c, struct err *e);

/*
 * The same from the documents before culling to those that were found, whether they were handed
 * over or not. Without strata if nothing was withheld or culled.
 */
int validation_end_to_end(struct validation_design *d, const struct validation_design *review,
			  const struct validation_counts *c, struct err *e);

/* ---- estimates, and what they say of a target ---- */

/* The documents that were drawn, with their families, if there are such. */
struct drawn_documents {
	struct sampled_document *document; /* NULL: families do not matter */
	size_t count, of_review;	   /* those of withheld and culled documents come last */
	size_t clusters, single;	   /* families, and those of them without a name */
	struct family_sample families;
	bool sized;	    /* the sizes of all families are known */
	char not_drawn[80]; /* the largest family of more than 1 % that was not drawn; or empty */
};

struct validation_question {
	struct validation_counts counts;
	struct drawn_documents drawn; /* owned by the request */
	struct method_list methods;   /* empty: the defaults */
	double level;
	int64_t draws;	   /* 0: bounds are computed */
	double target;	   /* of recall; nan: none */
	bool fixed_size;   /* of several samples of the same documents, in advance */
	bool simultaneous; /* the bounds of all strata hold at once */
};

/* Whether all bounds are by a method that holds at every look. */
bool at_every_look(const struct validation_question *q);

/*
 * Adds the rounds of a sample to its first one, and refuses segments that may have been counted
 * twice.
 */
int validation_counts_settle(struct validation_question *q, struct err *e);

enum { FIGURES_MAX = 10 };

/* Recall of all that was there before documents were culled, as a measure. */
#define END_TO_END "est_recall_end_to_end"

/* Recall from two samples that know nothing of each other. */
#define ERECALL "eRecall"

/* One-sided bounds are each at the level. nan: the method has none. */
struct validation_bounds {
	struct interval between; /* two-sided */
	const char *by;		 /* its method: that of the question, or of one sample */
	double at_least, at_most;
};

struct validation_figure {
	const char *measure;  /* its name in an evaluation */
	const char *label;    /* for a person */
	bool share;	      /* else a number of documents */
	bool counted;	      /* all documents that it is about were reviewed */
	double most;	      /* of documents, if it is a number of them */
	double value;	      /* nan: it cannot be estimated */
	double design_effect; /* of families; 0: they do not matter, or it is not known */
	const char *sure;     /* by which the lower bound of families holds; NULL: it does not */
	struct validation_bounds bounds[METHODS_MAX]; /* by method */
};

enum verdict {
	VERDICT_SHOWN,	   /* the lower bound of recall is not below the target */
	VERDICT_MISSED,	   /* the upper bound is below it */
	VERDICT_NOT_SHOWN, /* neither */
};

/* Which methods two-sided and one-sided bounds are by, if a figure says no other. */
struct validation_method {
	const char *between, *one_sided;
};

/* A further random sample of the null set that would show the target. */
struct further_sample {
	bool known;	    /* of one sample of the null set */
	int64_t size;	    /* 0: none would, or the target is shown */
	double probability; /* with which it does */
	int64_t relevant;   /* of it at most */
};

struct validation {
	struct validation_design design;
	struct validation_design end_to_end; /* without strata: the same */
	/* The collection, of which there is a sample beside that of the null set; without strata:
	 * no. */
	struct validation_design whole;
	struct validation_method method[METHODS_MAX];
	size_t methods;
	struct validation_figure figure[FIGURES_MAX];
	size_t figures;
	enum verdict verdict[METHODS_MAX];	 /* by method, if there is a target */
	struct further_sample more[METHODS_MAX]; /* if it is known how it grows */
};

/* Makes strata from the counts, and fills in figures, bounds and verdicts. Samples whose second
 * review is settled get its counts. */
int validate(struct validation *x, struct validation_question *q, struct warnings *warnings,
	     struct err *e);

/*
 * Second reviews of random parts of the samples (validate_second_review.c). A sample that is
 * settled has the counts of the second review in `c` then, and the bounds of such a sample if no
 * other is open; one that was reviewed again as a whole has no second review any more.
 */
int second_review_check(struct validation_counts *c, const struct method_list *methods,
			struct err *e);

static inline bool second_review_is_given(const struct validation_counts *c)
{
	return c->second[0].text != NULL || c->second[1].text != NULL;
}

bool second_review_is_open(const struct validation_counts *c);
/* What the first review coded relevant; `relevant` if there was no second one. */
static inline int64_t second_review_coded(const struct validation_counts *c, int side,
					  int64_t relevant)
{
	return c->second[side].text != NULL ? c->second[side].coded : relevant;
}

struct two_phase *second_review_analyse(const struct validation_counts *c, struct err *e);
void second_review_figure(const struct two_phase *x, const struct validation_question *q,
			  struct validation_figure *out);
/* What it saw of the production [1] or the null set, in sentences; nothing if there was none. */
void second_review_print(struct buffer *b, const struct validation_counts *c, int side,
			 const char *word);
/* The method of its bounds, and its source. */
extern const char two_phase_manual[];

/* NULL: it does not follow from the counts. */
const struct validation_figure *validation_find(const struct validation *x, const char *measure);

/* The recall that a target is about: end to end, if that is known, else recall or eRecall. NULL:
 * there is none. */
const struct validation_figure *validation_recall(const struct validation *x);

/* The one-sided lower bound of recall in a design, by a method. */
int validation_recall_bound(const struct validation_question *q, const struct validation_design *d,
			    const char *method, double *out, struct err *e);

/*
 * The strata that have rows of their own: those with a name, unless a second review changed what is
 * known of them, or families were drawn. The bounds of the relevant share of one are exact: by
 * itself, or at the level at which those of all rows hold at once (Bonferroni).
 */
bool validation_has_row(const struct validation_question *q, const struct validation_design *d,
			size_t stratum);
double validation_row_level(const struct validation_question *q, const struct validation_design *d);
struct validation_figure validation_row(const struct divided_stratum *s, double level);

/*
 * further_sample.c: the smallest further sample of the null set with which the target is shown with
 * probability .8, if its relevant share stays what it is.
 */
int validation_more(const struct validation_question *q, struct validation *x, struct err *e);

/* The bounds as a person reads them: within what is possible, and the value itself if it was
 * counted. */
struct validation_bounds validation_shown(const struct validation_figure *f, size_t method);

/* Whether the one-sided bounds of a figure keep their level whatever the truth is. */
bool validation_keeps_level(const struct validation *x, const struct validation_figure *f,
			    size_t method);

/* ---- what is asked, and what is printed ---- */

/* Options that follow from files, as they would be typed. */
struct found_counts {
	struct setting *setting; /* their texts are owned */
	size_t count;
};

/* One way to read the files (core/data/design/ledger.h). */
struct counted_reading {
	struct validation_counts counts;
	struct found_counts found;
	unsigned frame; /* of enum drawn_from */
};

struct validate_request {
	struct validation_question question;
	/* The first one is that of the question; room for one more; owned. */
	struct counted_reading *reading;
	size_t readings;
	struct ledger ledger;
	bool has_ledger;
	struct text_list production, withheld, culled; /* lists of documents, each a volume */
	struct text_list collection;		       /* one of them, or none */
	struct text_list judged;		       /* files with codes */
	/* Files, or NULL: lists of documents. */
	const char *control_file, *null_sample;
	unsigned drawn_from;	/* of enum drawn_from */
	const char *frame_file; /* --drawn-from=FILE, or NULL */
	const char *since_file; /* --produced-since=FILE, or NULL */
	bool leave_uncoded_out; /* drawn documents without a code */
	struct formats formats; /* what is said of their columns */
	enum tail tail;
	enum record_format format;
	const char *plot;  /* file, or NULL */
	const char *title; /* as given, or NULL */
	const char *word;  /* for a relevant document */
	int digits;
	bool digits_given;
	bool quiet;
	bool columns; /* print what the columns of `judged` are taken for */
};

extern const struct command_table validate_table;

/* The estimates of the reading that claims least, which becomes the first, with bounds that hold
 * for all of them. */
int validate_readings(struct validate_request *q, struct validation *x, struct warnings *warnings,
		      struct err *e);

/* Fills the counts from the files. */
int validation_from_files(struct validate_request *q, const struct output *out, struct warnings *w,
			  struct err *e);

/* Prints what the columns of the file with codes are taken for, and its words. */
int validation_columns(const struct validate_request *q, const struct output *out, struct err *e);

/* For people: counts, the table of each method with its notes, the sentences for a report, and what
 * they do not say. */
int validation_report(struct buffer *b, const struct validate_request *q,
		      const struct validation *x, const struct answered *asked,
		      const struct warnings *warnings, struct err *e);

/* The ledger of the files or counts; known misses of files, which begin the answer; and its lines
 * in csv and jsonl. */
struct score_lines;
void ledger_print(struct report *out, const struct validate_request *q, const struct validation *x);
void ledger_print_misses(struct report *out, const struct validate_request *q);
void ledger_lines(struct score_lines *lines, const struct validate_request *q,
		  const struct validation *x);

/* A line of it, without its value. */
struct score_line validation_line(const char *topic, const char *measure, enum record_kind kind);

/* The lines of an evaluation; `receiver`, if it is not NULL, gets them. */
void validation_lines(struct buffer *b, const struct validate_request *q,
		      const struct validation *x, const struct output *receiver);

/*
 * Recall, precision, F1, richness and elusion with their bounds. Released by the caller in any
 * case.
 */
int validation_picture(const struct validate_request *q, const struct validation *x,
		       struct picture *out, struct err *e);

/*
 * The sentences for a report: counts, estimates, bounds with level, side and method, and the
 * target. By one of the methods.
 */
void report_print(struct buffer *b, const struct validate_request *q, const struct validation *x,
		  size_t method);

/* What the sentences do not say, in points of a sentence or two. */
void validation_limits(struct report *out, const struct validate_request *q,
		       const struct validation *x);

/* ---- validate_figures.c ---- */

/* A number of the table. */
static inline struct rounded rounded_figure(const struct validation_figure *f, double value,
					    enum rounding how, int digits)
{
	return f->share ? rounded_share(value, how, digits) : rounded_count(value, how);
}

/* The digits of all numbers: those asked for, or more, so that the rounded bound says the same of
 * the target as the bound does. */
int validation_digits(const struct validate_request *q, const struct validation *x);
