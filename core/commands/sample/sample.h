/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the parts of the command sample share: options (sample_options.c), drawing (draw_topics.c)
 * and printing (sample_lines.c).
 */
#pragma once

#include "core/base/warnings.h"
#include "core/data/drawing/drawing.h"
#include "core/data/drawing/listed_strata.h"
#include "core/options/options.h"
#include "core/output/report.h"
#include "readers/formats.h"

/* What `sample` prints. */
struct sample_lines {
	struct sample_topic *topic; /* in the order of their names */
	size_t topics;
	bool buckets;		/* each is one, instead of a document */
	struct picture picture; /* of the first topic: prior, weights, picks; or it has no plots */
};

/* Before the first topic, how many there will be. */
int lines_expect(struct sample_lines *l, size_t topics, struct err *e);

/* One topic, by number in the order of the names; called by several threads. */
int lines_add(const struct sample_lines *l, size_t number, const char *topic, struct drawing *d,
	      struct err *e);

/* All of it is borrowed. */
struct sampling_request {
	struct drawing_options drawing; /* except the runs */
	const struct run_format *run_format;
	const char *const *run; /* files */
	size_t runs;
	const struct column_options *columns; /* of lists */
	const struct labels_asked *labels;    /* instead of runs, or beside them; or NULL */
	bool guess_by_label;		      /* shares of relevant documents, for NEYMAN */
	const char *only_topic;		      /* of lists that name none, or NULL */
	bool topic_given;		      /* it must be theirs */
	int64_t size;			      /* documents to draw for each topic; 0: not given */
	int64_t total;			      /* for all topics; 0: not given */
	int jobs;
	struct sample_lines *lines; /* get what was drawn */
	struct warnings *notes;	    /* get lines that say what was drawn from */
};

struct sample_request {
	struct sampling_request sampling; /* except the runs, and what is read from files */
	struct text_list run;
	const char *run_format, *judgment_format; /* NULL: the usual ones */
	struct formats formats;
	const char *judged, *collection, *shares;
	struct text_list left_out; /* lists of documents of the collection */
	const char *labels;
	struct bands bands;
	struct labels_asked asked;
	struct number_list cuts;
	bool design_given, bands_given, prevalence_given, depth_given, level_given;
	bool quiet, no_comments;
	bool buckets;	  /* print these instead */
	const char *plot; /* of the buckets */
	enum record_format format;
};

/* Comments go to `head`, the sample itself to `b`; a failure before, `result`, is told there too.
 */
int lines_print(const struct sample_request *q, const struct sample_lines *l,
		const struct warnings *notes, const struct warnings *warnings, struct buffer *head,
		struct buffer *b, const struct answered *asked, int result, struct err *e);
void lines_release(struct sample_lines *l);

extern const struct command_table sample_table;

/* Finds the formats, and refuses options that cannot be combined. */
int sample_request_ready(struct sample_request *q, const struct judgment_format **judged,
			 struct err *e);

/* A note of a file, on which the sample depends beside the command line. */
void sampling_note(struct warnings *notes, const char *what, const struct input *in);

/* Draws from any number of runs, over several threads, topic by topic. */
int sampling_run(const struct sampling_request *s, struct warnings *w, struct err *e);
