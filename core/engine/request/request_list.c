/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/base/number.h"
#include "core/data/judgments/names.h"
#include "core/engine/request/request_asks.h"
#include "core/stats/numeric/ascending.h"

void requests_release(struct request_list *p)
{
	free(p->ask);
	free(p->request);
	arena_release(&p->memory);
	*p = (struct request_list){ 0 };
}

const struct measure *requests_only_asked(const struct request_list *p, const char **parameters)
{
	const struct ask *a = p->ask;
	if (p->asks != 1 || a->shown != COLUMN_VALUE || a->by_nickname || a->asked_as != NULL ||
	    a->capped)
		return NULL;
	*parameters = a->parameters;
	return a->measure;
}

/* -m est_recall -m ci_lo_est_recall: what either wants to see is shown. */
static void show_both(struct request *earlier, const struct request *q)
{
	struct request_column *longer =
		earlier->columns >= q->columns ? earlier->column : q->column;
	size_t common = earlier->columns < q->columns ? earlier->columns : q->columns;
	for (size_t i = 0; i < common; i++)
		longer[i].hidden = earlier->column[i].hidden && q->column[i].hidden;
	if (earlier->columns < q->columns) {
		earlier->column = q->column;
		earlier->columns = q->columns;
		earlier->method = q->method;
		earlier->methods = q->methods;
	}
}

static bool has_same_values(const struct request *a, const struct request *b)
{
	bool same = a->values == b->values;
	for (size_t i = 0; same && i < a->values; i++)
		same = strcmp(a->column[i].name, b->column[i].name) == 0;
	return same;
}

/* Whether two requests see the same ranking at the same level, with the same measure. */
static bool are_alike(const struct request *a, const struct request *b)
{
	return a->measure == b->measure && a->level == b->level &&
	       a->judged_only == b->judged_only && a->capped == b->capped;
}

/* Whether an earlier request of the same kind already has this one's columns. */
static bool is_repeated(struct request_list *p, const struct request *q)
{
	for (size_t i = 0; i < p->requests; i++)
		if (are_alike(&p->request[i], q) && has_same_values(&p->request[i], q)) {
			show_both(&p->request[i], q);
			return true;
		}
	return false;
}

/* A nickname's default gives way if parameters were given by name. */
static bool gives_way(const struct request_list *p, const struct ask *a)
{
	for (size_t i = 0; a->by_nickname && i < p->asks; i++)
		if (p->ask[i].measure == a->measure && p->ask[i].capped == a->capped &&
		    !p->ask[i].by_nickname && p->ask[i].parameters != NULL)
			return true;
	return false;
}

/* Whether one request can serve the cutoffs of both: the names differ in the cutoffs only. */
static bool has_same_name(const struct request *a, const struct request *b)
{
	const char *x = a->asked_as != NULL ? a->asked_as : "";
	return strcmp(x, b->asked_as != NULL ? b->asked_as : "") == 0 &&
	       parameters_same_pairs(a->measure, &a->parameters, &b->parameters);
}

/* What is asked for, without columns. */
static int begin_request(struct request_list *p, const struct ask *a, int32_t level,
			 struct request *q, struct err *e)
{
	*q = (struct request){ .measure = a->measure,
			       .level = a->has_level ? a->level : level,
			       .judged_only = a->judged_only,
			       .capped = a->capped,
			       .asked_as = a->asked_as,
			       .shown = a->shown };
	return parameters_parse(&q->parameters, a->measure, a->parameters, a->text, &p->memory, e);
}

static int add_request(struct request_list *p, const struct ask *a, int32_t level,
		       const struct bounds_asked *bounds, struct err *e)
{
	struct request q;
	if (begin_request(p, a, level, &q, e) < 0)
		return -1;
	for (size_t i = 0; request_has_list(&q) && i < p->requests; i++) {
		struct request *other = &p->request[i];
		if (are_alike(other, &q) && has_same_name(other, &q) &&
		    other->parameters.count > 0 && other->shown == a->shown) {
			if (parameters_merge(&other->parameters, &q.parameters, &p->memory, e) < 0)
				return -1;
			return request_columns(p, other, a, bounds, e);
		}
	}
	if (request_columns(p, &q, a, bounds, e) < 0)
		return -1;
	if (is_repeated(p, &q))
		return 0;
	if (!ARRAY_RESIZE(p->request, p->requests + 1))
		return err_memory(e);
	p->request[p->requests++] = q;
	return 0;
}

/* What judgments a measure needs and these are not, for a message; NULL: they will do. */
static const char *lacking(const struct measure *m, const struct judgment_format *f)
{
	bool listed = f->kind == JUDGMENTS_GRADED &&
		      (f->sampling == SAMPLING_STRATA || f->sampling == SAMPLING_EITHER);
	switch (m->input) {
	case INPUT_GRADES:
		return f->kind == JUDGMENTS_GRADED ? NULL : "with one grade per document";
	case INPUT_GROUPS:
		return f->kind == JUDGMENTS_GROUPED ? NULL : "with grades by judgment group";
	case INPUT_PREFERENCES:
		return f->kind == JUDGMENTS_PREFERENCES ? NULL : "with preferences";
	case INPUT_SAMPLE:
		return f->sampling != SAMPLING_NONE ? NULL : "with probabilities or strata";
	case INPUT_POOL:
		return listed ? NULL : "with the strata of all documents (-R strata, csv)";
	case INPUT_SUBTOPICS:
		return f->subtopics ? NULL : "by sub-topics (-R diversity)";
	case INPUT_ANY:
		break;
	}
	return NULL;
}

/* Whether there is nothing to say because there is no run. */
static bool lacks_run(const struct request_list *p, const struct ask *a)
{
	return p->no_run && a->measure->input == INPUT_SAMPLE && !a->measure->no_run;
}

static int check_input(const struct request_list *p, const struct ask *a,
		       const struct judgment_format *f, struct err *e)
{
	static const char *const has[] = {
		[JUDGMENTS_GRADED] = "one grade per document",
		[JUDGMENTS_GROUPED] = "grades by judgment group",
		[JUDGMENTS_PREFERENCES] = "preferences",
		[JUDGMENTS_TABLE] = "a table of strata",
	};
	const char *needed = lacking(a->measure, f);
	if (lacks_run(p, a))
		return err_usage(e, "-m %.200s: %s needs a run, and the table names none", a->text,
				 a->measure->name);
	if (needed != NULL)
		return err_usage(e, "-m %.200s: %s needs judgments %s, but -R %s has %s", a->text,
				 a->measure->name, needed, f->name, has[f->kind]);
	return 0;
}

bool requests_fit(struct request_list *p, struct err *e)
{
	for (size_t k = 0; k < p->asks; k++) {
		const struct ask *a = &p->ask[k];
		struct parameters x;
		if (parameters_parse(&x, a->measure, a->parameters, a->text, &p->memory, e) < 0 ||
		    (p->format != NULL && check_input(p, a, p->format, e) < 0))
			return false;
		if (p->format != NULL && a->measure->scores && p->format->asks == NULL) {
			err_usage(e,
				  "-m %.200s: %s needs judgments of answers (-R nuggets, topics)",
				  a->text, a->measure->name);
			return false;
		}
	}
	return true;
}

/* No two columns may have one name. */
static int refuse_equal_names(struct request_list *p, struct err *e)
{
	struct names seen = { 0 };
	int result = 0;
	for (size_t i = 0; i < p->requests && result == 0; i++) {
		const struct request *q = &p->request[i];
		for (size_t c = 0; c < q->columns && result == 0; c++) {
			size_t before = seen.count;
			if (q->column[c].hidden)
				continue;
			if (names_add(&seen, &p->memory, slice_of(q->column[c].name), e) < 0)
				result = -1;
			else if (seen.count == before)
				result = err_usage(
					e,
					"the requests for %s give two columns the same name, "
					"'%.200s': ask for them in separate calls",
					q->measure->name, q->column[c].name);
		}
	}
	names_release(&seen);
	return result;
}

static void lay_out(struct request_list *p)
{
	for (size_t i = 0; i < p->requests; i++) {
		struct request *q = &p->request[i];
		if (q->measure->value == VALUE_TEXT) {
			q->text = p->text_width;
			p->text_width += q->measure->aggregate != AGGREGATE_RUN;
			continue;
		}
		q->first = q->first_for_all = p->width;
		p->width += q->values;
		if (q->measure->score_for_all != NULL || quantity_is_joint(q->measure->quantity)) {
			q->first_for_all = p->width;
			p->width += q->values;
		}
		q->first_estimate = p->estimates;
		p->estimates += q->methods * q->values;
		for (size_t c = q->values; c < q->columns; c++) {
			struct request_column *x = &q->column[c];
			if (x->over_topics == NULL)
				continue;
			p->mean_bounds += x->kind == COLUMN_LOWER; /* its upper end follows */
			x->place = p->mean_bounds - 1;
		}
	}
}

/*
 * Under which names, and in which order.
 */

/* What a request calls one of its values: P@5 and P@10 of P@5,10. */
static const char *typed_name(struct request_list *p, const struct request *q, size_t value,
			      const struct ask *a)
{
	if (!measure_lists_columns(a->measure) || q->parameters.count < 2)
		return a->text;
	if (a->alias == NULL)
		return request_value_name(p, q, value, a);
	return request_name(p, "", a->alias, "@", real_text(q->parameters.value[value]).text);
}

/* Which value of a request has this name; as many as there are: none. Numbers are sorted. */
static size_t find_value(const struct request *x, const struct request *q, size_t value,
			 const char *name)
{
	bool list = request_has_list(q) && x->parameters.count == x->values;
	size_t at =
		list ? first_at_least(x->parameters.value, x->values, q->parameters.value[value])
		     : 0;
	while (at < x->values && strcmp(x->column[at].name, name) != 0)
		at = list ? x->values : at + 1;
	return at;
}

static void mark_column(struct request_column *y, const char *typed, size_t order, bool alias)
{
	if (y->order != SIZE_MAX)
		return;
	y->asked = typed;
	y->title = alias ? typed : NULL;
	y->order = order;
}

/* Marks what a request asks for, as far as no earlier one did, in the requests that have it. */
static int mark_value(struct request_list *p, const struct request *q, size_t value,
		      const struct ask *a, struct err *e)
{
	const char *name = request_value_name(p, q, value, a);
	const char *typed = name != NULL && !a->by_nickname ? typed_name(p, q, value, a) : NULL;
	if (name == NULL || (typed == NULL && !a->by_nickname))
		return err_memory(e);
	for (size_t i = 0; i < p->requests; i++) {
		struct request *x = &p->request[i];
		if (!are_alike(x, q))
			continue;
		size_t v = find_value(x, q, value, name), order = (size_t)(a - p->ask);
		size_t end = a->shown == COLUMN_VALUE ? v + 1 : x->columns;
		for (size_t c = v; v < x->values && c < end; c++)
			if (x->column[c].value == v && x->column[c].kind == a->shown)
				mark_column(&x->column[c], typed, order, a->alias != NULL);
	}
	return 0;
}

/* Bounds that nobody asked for by name go with their values. */
static void mark_bounds(struct request *q)
{
	for (size_t c = q->values; c < q->columns; c++) {
		struct request_column *y = &q->column[c];
		const struct request_column *of = &q->column[y->value];
		if (y->order != SIZE_MAX || of->order == SIZE_MAX)
			continue;
		y->asked = y->kind == COLUMN_ERROR ? NULL : of->asked;
		y->order = of->order;
	}
}

static int mark_asked(struct request_list *p, int32_t level, struct err *e)
{
	for (size_t i = 0; i < p->requests; i++)
		for (size_t c = 0; c < p->request[i].columns; c++)
			p->request[i].column[c].order = SIZE_MAX;
	for (size_t k = 0; k < p->asks; k++) {
		const struct ask *a = &p->ask[k];
		struct request q;
		if (gives_way(p, a))
			continue;
		if (begin_request(p, a, level, &q, e) < 0)
			return -1;
		size_t values = request_has_list(&q) ? q.parameters.count : 1;
		for (size_t v = 0; v < values; v++)
			if (mark_value(p, &q, v, a, e) < 0)
				return -1;
	}
	for (size_t i = 0; i < p->requests; i++)
		mark_bounds(&p->request[i]);
	return 0;
}

static void find_needs(struct request_list *p)
{
	p->sampled = p->framed = p->joint = false;
	p->pooled = NULL;
	for (size_t i = 0; i < p->requests; i++) {
		const struct measure *m = p->request[i].measure;
		bool pool = m->input == INPUT_POOL;
		p->sampled = p->sampled || pool || m->input == INPUT_SAMPLE;
		p->framed = p->framed || m->needs_frame;
		p->joint = p->joint || quantity_is_joint(m->quantity);
		p->pooled = p->pooled == NULL && pool ? m : p->pooled;
	}
}

int requests_keep_averaged(struct request_list *p, const char *why, struct err *e)
{
	size_t kept = 0;
	for (size_t i = 0; i < p->requests; i++) {
		const struct request *q = &p->request[i];
		const struct measure *m = q->measure;
		if (measure_is_averaged(m) || m->aggregate == AGGREGATE_COUNT ||
		    m->aggregate == AGGREGATE_RUN)
			p->request[kept++] = *q;
		else if (q->column[0].asked != NULL)
			return err_usage(e, "-m %.200s: %s, and %s is not averaged over topics",
					 q->column[0].asked, why, m->name);
	}
	p->requests = kept;
	find_needs(p);
	return 0;
}

int requests_finish(struct request_list *p, const struct registry *r,
		    const struct judgment_format *format, int32_t level,
		    const struct bounds_asked *bounds, struct err *e)
{
	for (size_t i = 0; i < r->count; i++) {
		for (size_t k = 0; k < p->asks; k++) {
			const struct ask *a = &p->ask[k];
			/* a table has no ranks: there is nothing to say of them */
			bool ranks = format->kind == JUDGMENTS_TABLE && a->measure->ranks;
			if (a->measure != r->measure[i] || gives_way(p, a) ||
			    (a->by_nickname && (lacks_run(p, a) || ranks)))
				continue;
			if (check_input(p, a, format, e) < 0 ||
			    add_request(p, a, level, bounds, e) < 0)
				return -1;
		}
	}
	if (refuse_equal_names(p, e) < 0 || mark_asked(p, level, e) < 0)
		return -1;
	lay_out(p);
	find_needs(p);
	return 0;
}

size_t requests_measures(const struct request_list *p, const struct registry *r,
			 const struct measure **list)
{
	size_t count = 0;
	for (size_t i = 0; i < r->count; i++) {
		size_t k = 0;
		while (k < p->asks && p->ask[k].measure != r->measure[i])
			k++;
		if (k < p->asks)
			list[count++] = r->measure[i];
	}
	return count;
}
