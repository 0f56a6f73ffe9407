/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/number.h"
#include "core/engine/request/request_asks.h"
#include "core/options/lists.h"

/*
 * Names as they are printed: P_10.
 */

bool measure_lists_columns(const struct measure *m)
{
	return m->kind == PARAMETERS_CUTOFFS || m->kind == PARAMETERS_FRACTIONS ||
	       m->kind == PARAMETERS_PERCENTS;
}

const char *request_name(struct request_list *p, const char *prefix, const char *name,
			 const char *joint, const char *suffix)
{
	return arena_print(&p->memory, "%s%s%s%s", prefix, name, joint, suffix);
}

/* The pairs of a list of parameters, each with a comma before it; NULL: no memory. A list of
 * thousands of cutoffs is the same for all of them. */
static const char *pairs_of(struct request_list *p, const char *parameters)
{
	if (p->pairs_from == parameters)
		return p->pairs;
	char *pairs = arena_alloc(&p->memory, strlen(parameters) + 2), *to = pairs;
	const char *parameters_start = parameters;
	struct slice item;
	if (pairs == NULL)
		return NULL;
	while (next_item(&parameters, &item))
		if (memchr(item.at, '=', item.length) != NULL) {
			*to++ = ',';
			memcpy(to, item.at, item.length);
			to += item.length;
		}
	*to = '\0';
	p->pairs_from = parameters_start;
	p->pairs = pairs;
	return pairs;
}

/* A column under the name that was asked for: P(rel=2)@5. */
static const char *asked_name(struct request_list *p, const struct request *q, size_t i,
			      const struct ask *a)
{
	bool cut = request_has_list(q) && (a->at || q->parameters.count > 1);
	return request_name(p, "", a->asked_as, cut ? "@" : "",
			    cut ? real_text(q->parameters.value[i]).text : "");
}

const char *request_value_name(struct request_list *p, const struct request *q, size_t i,
			       const struct ask *a)
{
	char number[350]; /* a double has up to 309 digits */
	const char *parameters = a->parameters, *prefix = a->capped ? CAPPED : "";
	if (a->asked_as != NULL)
		return asked_name(p, q, i, a);
	if (!request_has_list(q))
		return request_name(p, prefix, q->measure->name, parameters != NULL ? "_" : "",
				    parameters != NULL ? parameters : "");
	double x = q->parameters.value[i];
	if (q->measure->kind == PARAMETERS_PERCENTS)
		snprintf(number, sizeof number, "%s%%", real_text(x).text);
	else
		snprintf(number, sizeof number,
			 q->measure->kind == PARAMETERS_CUTOFFS ? "%.0f" : "%3.2f", x);
	const char *pairs = parameters != NULL ? pairs_of(p, parameters) : "";
	const char *name =
		pairs != NULL ? request_name(p, prefix, q->measure->name, "_", number) : NULL;
	return name != NULL && pairs[0] != '\0' ? request_name(p, "", name, "", pairs) : name;
}

/*
 * Values, errors and bounds.
 */

const char *const column_prefix[] = { "", "se_", "ci_lo_", "ci_hi_" };

/* Whether a method gives bounds to a request; a measure's own method is its default. */
static bool can_bound(const struct request *q, const struct bounds_asked *b, const char *method)
{
	const struct measure *m = q->measure;
	if (m->method != NULL && (!b->named || strcmp(m->method, method) == 0))
		return strcmp(m->method, method) == 0;
	return m->bounded_by != NULL ? m->bounded_by(b->services, &q->parameters, method)
				     : b->services->has_bounds(m->quantity, method);
}

static void add_method(struct request *q, const struct bounds_asked *b, const char *method)
{
	if (measure_has_bounds(q->measure) && can_bound(q, b, method))
		q->method[q->methods++] = method;
}

/* Errors or bounds of one kind, and whether they were asked for. */
static void add_column(struct request_list *p, struct request *q, const struct ask *a,
		       const struct bounds_asked *b, const struct request_column *like,
		       const char *method)
{
	bool several = b->named && b->methods + b->over_topics_methods > 1;
	bool wanted = like->kind == COLUMN_LOWER   ? b->lower
		      : like->kind == COLUMN_UPPER ? b->upper
						   : true;
	struct request_column *c = &q->column[q->columns++];
	*c = *like;
	c->name = request_name(p, column_prefix[c->kind], q->column[c->value].name,
			       several ? "_" : "", several ? method : "");
	c->hidden = !(a->shown == COLUMN_VALUE ? wanted : c->kind == a->shown);
}

static void add_all_bounds(struct request_list *p, struct request *q, const struct ask *a,
			   const struct bounds_asked *b)
{
	bool only = a->shown != COLUMN_VALUE;
	enum column_kind first = q->measure->shows_error ? COLUMN_ERROR : COLUMN_LOWER;
	for (size_t m = 0; m < q->methods && !q->centre; m++)
		for (size_t v = 0; v < q->values; v++)
			for (enum column_kind k = first; k <= COLUMN_UPPER; k++)
				add_column(p, q, a, b,
					   &(struct request_column){
						   .kind = k, .value = v, .method = m },
					   q->method[m]);
	/* such bounds of an estimate ignore that the judgments are a sample: only if named */
	bool means = measure_is_averaged(q->measure) &&
		     (b->named || (q->measure->input != INPUT_SAMPLE &&
				   q->measure->quantity == QUANTITY_OTHER)) &&
		     (only ? a->shown != COLUMN_ERROR : b->means_everywhere);
	for (size_t v = 0; means && v < q->values; v++)
		for (size_t m = 0; m < b->over_topics_methods; m++)
			for (enum column_kind k = COLUMN_LOWER; k <= COLUMN_UPPER; k++)
				add_column(p, q, a, b,
					   &(struct request_column){ .kind = k,
								     .value = v,
								     .over_topics =
									     b->over_topics[m] },
					   b->over_topics[m]->name);
}

int request_columns(struct request_list *p, struct request *q, const struct ask *a,
		    const struct bounds_asked *b, struct err *e)
{
	bool list = request_has_list(q);
	bool only = a->shown != COLUMN_VALUE;
	if ((a->shown == COLUMN_LOWER && !b->lower) || (a->shown == COLUMN_UPPER && !b->upper))
		return err_usage(e, "-m %.200s: --tail leaves this bound open", a->text);
	q->values = q->columns = list ? q->parameters.count : 1;
	size_t bounds = q->values * (3 * (b->methods + 1) + 2 * b->over_topics_methods);
	q->column = arena_alloc(&p->memory, (q->columns + bounds) * sizeof *q->column);
	q->method = arena_alloc(&p->memory, (b->methods + 1) * sizeof *q->method);
	if (q->column == NULL || q->method == NULL)
		return err_memory(e);
	q->methods = 0;
	for (size_t m = 0; m < b->methods && (only || b->estimates_everywhere); m++)
		add_method(q, b, b->method[m]);
	if (q->measure->method != NULL && !b->named && (only || b->estimates_everywhere))
		add_method(q, b, q->measure->method);
	q->centre = q->methods == 0 && b->centred != NULL &&
		    (q->measure->summarise != NULL || q->measure->quantity != QUANTITY_OTHER);
	if (q->centre)
		add_method(q, b, q->measure->method != NULL ? q->measure->method : b->centred);
	for (size_t i = 0; i < q->values; i++) {
		q->column[i] = (struct request_column){ .name = request_value_name(p, q, i, a),
							.value = i,
							.hidden = only };
		if (q->column[i].name == NULL)
			return err_memory(e);
	}
	add_all_bounds(p, q, a, b);
	if (only && q->columns == q->values)
		return err_usage(e, "-m %.200s: there are no bounds for %s%s by these methods",
				 a->text, q->measure->name,
				 list ? " of a part of the ranking" : "");
	return p->memory.failed ? err_memory(e) : 0;
}
