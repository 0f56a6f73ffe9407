/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The strata of a topic, divided by cheap labels: a stratum of the design becomes cells that stand
 * side by side, one for each class that it has documents of, with sizes that are counted from the
 * labels. Documents without a label are a class of their own, of what is left of the stratum's
 * size.
 *
 * Given how many documents of a cell are judged, they are a simple random sample of it, whatever
 * the labels are (post-stratification: Cochran 1977, section 5A.9). Small cells of a stratum are
 * joined where they are used: core/stats/sampling/joined_classes.h.
 */
#pragma once

#include "core/data/design/building.h"

/*
 * In which stratum of the current topic a document is, as far as it is known.
 */
enum {
	PLACE_NONE = -1,    /* in no stratum */
	PLACE_UNKNOWN = -2, /* in one of several */
};

struct placed {
	int32_t place; /* of the document's stratum in the topic, or one of the above */
	const struct judgment *judgment; /* NULL: it has none */
};

/* Which stratum a document is in. */
struct document_places {
	const void *context;
	struct placed (*find)(const void *context, struct slice name, unsigned hash);
};

/* Where a document is once the strata are divided. */
struct label_cells {
	const struct building *b;
	const struct document_places *places; /* before */
	const struct labelled_topic *labels;  /* NULL: the topic has none */
	size_t classes; /* with that of documents without a label, the first */
	int32_t *cell;	/* by stratum and class; PLACE_NONE: it has no documents */
};

/*
 * Divides the strata of the current topic. `x` is valid until the topic is done. Labels that do not
 * fit the sizes are an error.
 */
int label_cells_divide(struct label_cells *x, struct building *b, const struct document_places *p,
		       struct err *e);

/*
 * join_cells() joins the `count` cells of a stratum from `first` on, or parts of them: `group` gets
 * the number of the joined one of each. Returns how many there are. joined_cells() is one of these,
 * with its label.
 */
size_t join_cells(const struct design *s, const struct topic_strata *t, size_t first, size_t count,
		  const struct stratum_part *part, uint16_t *group);
struct stratum_part joined_cells(const struct topic_strata *t, size_t first, size_t count,
				 const struct stratum_part *part, const uint16_t *group, size_t g,
				 uint32_t *label);

/*
 * What a run retrieves (side 1) of the `count` cells of a stratum from `first` on, or does not (0),
 * with classes joined, or all of them if the design is not `labelled`: strata with sizes and
 * numbers of judged documents, gray ones being not relevant; those of which nothing is judged too.
 * `group` gets the number of the stratum of each cell. Returns how many there are.
 */
size_t label_groups(const struct design *s, const struct topic_strata *t, size_t first,
		    size_t count, size_t run, int side, struct divided_stratum *out,
		    uint16_t *group);

/*
 * A cell as it is before classes are joined, or a part of it: of documents that the runs retrieve
 * whose bits are set in `by`, of one run or of two.
 */
struct label_cell label_cell_of(const struct design *s, const struct topic_strata *t, size_t place,
				struct stratum_part part, int by, unsigned runs);

/* As document_places.find, in the divided strata; the context is a struct label_cells. */
struct placed label_cells_place(const void *context, struct slice name, unsigned hash);

/*
 * retrieved_parts.c: how much of each stratum of a topic a run retrieves, by counting: struct
 * design_stratum.retrieved.
 *
 * A document that the judgments do not list can be counted too if there is only one stratum of
 * which they do not list every document, and the strata are the whole collection: a control set
 * has one stratum. With --post-stratify a retrieved document that might be in several strata is an
 * error, and for pairs of runs the documents that are not listed are kept. With labels the strata
 * are divided first (label_cells.h), and labels may tell where a document is.
 */
int retrieved_parts(struct building *b, const struct document_places *p, struct err *e);

/* The same, of the strata of from_sizes.c and from_rates.c. (It is in from_runs.c, as the runs of
 * --pool may tell where a document is.) */
int retrieved_parts_of_listed(struct building *b, struct err *e);
