/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What -m says, measure by measure, before it is made into columns: texts become asks
 * (request_asks.c), asks get columns (request_columns.c), and request_list.c makes one list of
 * them.
 */
#pragma once

#include "core/engine/request/requests.h"

/* Before the name of an estimate: it is kept within what is possible. */
#define CAPPED "capped_"

/* One measure as it was asked for. */
struct ask {
	const struct measure *measure;
	const char *text;	/* as typed, for messages */
	const char *parameters; /* NULL: the defaults */
	bool by_nickname;
	bool has_level;
	int32_t level;
	bool judged_only, capped;
	const char *asked_as; /* printed instead of the measure's name, or NULL */
	const char *alias;    /* the name in another program, without blanks, up to '@'; or NULL */
	bool at;	      /* ... with cutoffs behind '@' */
	enum column_kind shown; /* as in struct request: ci_lo_NAME, ci_hi_NAME, se_NAME */
};

/*
 * Takes a name of ir_measures apart, in `memory` (ir_names.c). Without a measure: none has this
 * name. A name that is known with other settings is an error.
 */
int ask_ir_name(const struct registry *r, const char *text, struct arena *memory, struct ask *out,
		struct err *e);

/*
 * The parameters of a measure, from the text behind the first '.' of -m (parameters.c).
 */

/*
 * `list` is NULL for the measure's defaults; `asked` is what stood behind -m, for messages.
 * Allocates from `memory`.
 */
int parameters_parse(struct parameters *out, const struct measure *m, const char *list,
		     const char *asked, struct arena *memory, struct err *e);

/* The place of a setting in the measure's list, or SIZE_MAX. */
size_t measure_setting(const struct measure *m, struct slice name);

/* Whether two sets of a measure's parameters have the same settings and gains. */
bool parameters_same_pairs(const struct measure *m, const struct parameters *a,
			   const struct parameters *b);

/* Adds the cutoffs or fractions of `more`; both stay sorted and without doubles. */
int parameters_merge(struct parameters *into, const struct parameters *more, struct arena *memory,
		     struct err *e);

/* Cutoffs, fractions and percents: one request serves all lists that were asked for. */
bool measure_lists_columns(const struct measure *m);

/* Whether a request has a column for each of its parameters. */
static inline bool request_has_list(const struct request *q)
{
	return q->parameters.count > 0 && measure_lists_columns(q->measure);
}

/* Whether the asks go with p->format, and their measures take the parameters. */
bool requests_fit(struct request_list *p, struct err *e);

/* Says why something cannot be asked for, and what may have been meant (advice.c). */
int measure_refused(struct request_list *p, const struct registry *r, const char *text,
		    const char *why, struct err *e);

/* A printed name, in the memory of the list; NULL: there is none left. */
const char *request_name(struct request_list *p, const char *prefix, const char *name,
			 const char *joint, const char *suffix);

/* The name of one of a request's values. */
const char *request_value_name(struct request_list *p, const struct request *q, size_t i,
			       const struct ask *a);

/* Gives a request its values, methods and columns. */
int request_columns(struct request_list *p, struct request *q, const struct ask *a,
		    const struct bounds_asked *b, struct err *e);
