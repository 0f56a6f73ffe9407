/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/base/nearest.h"
#include "core/base/number.h"
#include "core/data/judgments/names.h"
#include "core/engine/request/ir_names.h"
#include "core/engine/request/parameters.h"
#include "core/engine/request/requests.h"

/* One measure as it was asked for. */
struct ask {
	const struct measure *measure;
	const char *text;	/* as typed, for messages */
	const char *parameters; /* NULL: the defaults */
	bool by_nickname;
	bool has_level;
	int32_t level;
	bool judged_only;
	const char *asked_as;  /* printed instead of the measure's name, or NULL */
	const char *alias;     /* the name in another program, up to '@'; or NULL */
	bool at;	       /* ... with cutoffs behind '@' */
	enum shown_part shown; /* ci_lo_NAME, ci_hi_NAME, se_NAME: only that */
};

void requests_release(struct request_list *p)
{
	free(p->ask);
	free(p->request);
	arena_release(&p->memory);
	*p = (struct request_list){ 0 };
}

static int add_ask(struct request_list *p, const struct ask *a, struct err *e)
{
	if (!ARRAY_RESIZE(p->ask, p->asks + 1))
		return err_memory(e);
	p->ask[p->asks++] = *a;
	return 0;
}

const struct measure *requests_only_asked(const struct request_list *p, const char **parameters)
{
	const struct ask *a = p->ask;
	if (p->asks != 1 || a->shown != SHOWN_ALL || a->by_nickname || a->asked_as != NULL)
		return NULL;
	*parameters = a->parameters;
	return a->measure;
}

/*
 * Names as they are printed: P_10.
 */

/* Cutoffs, fractions and percents: one request serves all lists that were asked for. */
static bool is_list_of_columns(const struct measure *m)
{
	return m->kind == PARAMETERS_CUTOFFS || m->kind == PARAMETERS_FRACTIONS ||
	       m->kind == PARAMETERS_PERCENTS;
}

/* A printed name in the plan's memory. */
static const char *name_of(struct request_list *p, const char *prefix, const char *name,
			   const char *joint, const char *suffix)
{
	size_t room = strlen(prefix) + strlen(name) + strlen(joint) + strlen(suffix) + 1;
	char *text = arena_alloc(&p->memory, room);
	if (text != NULL)
		snprintf(text, room, "%s%s%s%s", prefix, name, joint, suffix);
	return text;
}

/* The pairs of a list of parameters, each with a comma before it; NULL: no memory. */
static const char *pairs_of(struct request_list *p, const char *parameters)
{
	char *pairs = arena_alloc(&p->memory, strlen(parameters) + 2), *to = pairs;
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
	return pairs;
}

/* A column under the name that was asked for: P(rel=2)@5. */
static const char *asked_name(struct request_list *p, const struct request *q, size_t i,
			      const struct ask *a)
{
	bool list = is_list_of_columns(q->measure) && q->parameters.count > 0;
	bool cut = list && (a->at || q->parameters.count > 1);
	return name_of(p, "", a->asked_as, cut ? "@" : "",
		       cut ? real_text(q->parameters.value[i]).text : "");
}

static const char *value_name(struct request_list *p, const struct request *q, size_t i,
			      const struct ask *a)
{
	char number[350]; /* a double has up to 309 digits */
	const char *parameters = a->parameters;
	if (a->asked_as != NULL)
		return asked_name(p, q, i, a);
	if (q->parameters.count == 0 || !is_list_of_columns(q->measure))
		return name_of(p, "", q->measure->name, parameters != NULL ? "_" : "",
			       parameters != NULL ? parameters : "");
	double x = q->parameters.value[i];
	if (q->measure->kind == PARAMETERS_PERCENTS)
		snprintf(number, sizeof number, "%s%%", real_text(x).text);
	else
		snprintf(number, sizeof number,
			 q->measure->kind == PARAMETERS_CUTOFFS ? "%.0f" : "%3.2f", x);
	const char *pairs = parameters != NULL ? pairs_of(p, parameters) : "";
	const char *name = pairs != NULL ? name_of(p, "", q->measure->name, "_", number) : NULL;
	return name != NULL && pairs[0] != '\0' ? name_of(p, "", name, "", pairs) : name;
}

/* Whether a measure with these parameters prints one value, by that name; -1: no memory. */
static int prints_as(struct request_list *p, const struct measure *m, const char *parameters,
		     const char *name, struct err *e)
{
	struct request q = { .measure = m };
	const struct ask a = { .parameters = parameters };
	struct err wrong = { 0 };
	if (parameters_parse(&q.parameters, m, parameters, name, &p->memory, &wrong) < 0)
		return wrong.status == STATUS_USAGE ? 0 : err_memory(e);
	if (is_list_of_columns(m) && q.parameters.count != 1)
		return 0;
	const char *printed = value_name(p, &q, 0, &a);
	return printed == NULL ? err_memory(e) : strcmp(printed, name) == 0;
}

/* P_10 is P.10; `name` begins behind ci_lo_ and the like. Leaves `a` alone if it is no such name.
 */
static int ask_printed(struct request_list *p, const struct registry *r, const char *name,
		       struct ask *a, struct err *e)
{
	char *copy = arena_copy(&p->memory, slice_of(name));
	if (copy == NULL)
		return err_memory(e);
	char *parameters = strrchr(copy, '_');
	if (parameters == NULL)
		return 0;
	*parameters++ = '\0';
	const struct measure *m = registry_find(r, copy);
	size_t length = strlen(parameters);
	if (m != NULL && m->kind == PARAMETERS_PERCENTS && length > 0 &&
	    parameters[length - 1] == '%')
		parameters[length - 1] = '\0';
	int result = m != NULL ? prints_as(p, m, parameters, name, e) : 0;
	if (result > 0) {
		a->measure = m;
		a->parameters = parameters;
	}
	return result < 0 ? -1 : 0;
}

/*
 * Names that nothing has.
 */

/* All words of a list with blanks between, up to what ir_measures writes behind a name. `cut`: only
 * those that take a cutoff. */
static void try_words(struct nearest *n, const char *words, bool cut)
{
	struct slice word;
	while (next_word(&words, &word))
		if (!cut || memchr(word.at, '@', word.length) != NULL)
			nearest_try(n, (struct slice){ word.at, strcspn(word.at, " @(=") });
}

static void try_measures(struct nearest *n, const struct registry *r)
{
	for (size_t i = 0; i < r->count; i++)
		nearest_try(n, slice_of(r->measure[i]->name));
	for (size_t i = 0; i < r->count; i++) {
		try_words(n, r->measure[i]->members, false);
		try_words(n, r->measure[i]->alias, false);
	}
}

/* What may have been meant: a name, what stands between, and the rest of what was typed. */
struct meant {
	struct slice name;
	const char *joint, *rest;
};

/* nDGC@10 is nDCG@10; ndcg_cut@10 is ndcg_cut.10. */
static struct meant meant_with_cutoff(const struct registry *r, struct slice name, const char *at)
{
	struct nearest n = nearest_to(name);
	struct meant m = { .joint = "", .rest = name.at + name.length };
	for (size_t i = 0; i < r->count; i++)
		try_words(&n, r->measure[i]->alias, true);
	m.name = n.best;
	if (n.best.length > 0)
		return m;
	for (size_t i = 0; i < r->count; i++) {
		struct slice own = slice_of(r->measure[i]->name);
		if (r->measure[i]->kind != PARAMETERS_CUTOFFS)
			continue;
		nearest_try(&n, own);
		if (slice_equal(own, name)) {
			n.best = own;
			break;
		}
	}
	return (struct meant){ n.best, ".", at + 1 };
}

static struct meant meant_by(struct request_list *p, const struct registry *r, const char *text)
{
	struct slice name = { text, strcspn(text, ".@(") };
	const char *at = strchr(text, '@');
	struct meant m = { .joint = "" };
	if (at != NULL)
		m = meant_with_cutoff(r, name, at);
	if (m.name.length > 0)
		return m;
	struct nearest n = nearest_to(name);
	try_measures(&n, r);
	m = (struct meant){ n.best, "", at == NULL ? text + name.length : "" };
	const char *last = strrchr(text, '_');
	if (n.best.length == 0 && last != NULL && strspn(last + 1, "0123456789.%") > 0) {
		n = nearest_to((struct slice){ text, (size_t)(last - text) });
		try_measures(&n, r);
		m = (struct meant){ n.best, "", last };
	}
	const char *estimate = n.best.length == 0 ? name_of(p, "est_", text, "", "") : NULL;
	if (estimate != NULL && registry_find(r, estimate) != NULL)
		m = (struct meant){ slice_of(estimate), "", "" };
	return m;
}

/* Suggests a measure, with the parameters that a misspelt name has. */
static int unknown(struct request_list *p, const struct registry *r, const char *text,
		   struct err *e)
{
	const struct meant m = meant_by(p, r, text);
	if (m.name.length == 0)
		return err_usage(e, "-m %.200s: no such measure or nickname (-h lists them)", text);
	return err_usage(e,
			 "-m %.200s: no such measure or nickname (-h lists them); did you mean "
			 "'%.*s%s%.100s'?",
			 text, (int)m.name.length, m.name.at, m.joint, m.rest);
}

/* A name as ir_measures writes it. */
static int ask_alias(struct request_list *p, const struct registry *r, const char *text,
		     struct err *e)
{
	struct ir_name n;
	if (ir_name_find(r, text, &p->memory, &n, e) < 0)
		return -1;
	if (n.measure == NULL)
		return unknown(p, r, text, e);
	if (n.has_level && n.measure->graded)
		return err_usage(e, "-m %.200s: %s looks at grades, not at a level of relevance",
				 text, n.measure->name);
	/* our own names show neither the level nor that unjudged documents are left out */
	bool own_name = n.has_level || n.judged_only;
	const struct ask a = { .measure = n.measure,
			       .text = text,
			       .parameters = n.parameters,
			       .has_level = n.has_level,
			       .level = n.level,
			       .judged_only = n.judged_only,
			       .asked_as = own_name ? n.before_cutoff : NULL,
			       .alias = n.before_cutoff,
			       .at = n.at };
	return add_ask(p, &a, e);
}

/* Whether there is what a request by a measure's name asks for. */
static int check_ask(const struct ask *a, struct err *e)
{
	const struct measure *m = a->measure;
	if (a->parameters != NULL && a->parameters[0] == '\0')
		return err_usage(e, "-m %.200s: no parameters after the '.'", a->text);
	if (a->shown == SHOWN_ERROR && !m->shows_error)
		return err_usage(e, "-m %.200s: there is no standard error for %s", a->text,
				 m->name);
	if (a->shown != SHOWN_ALL && !measure_has_bounds(m) && !measure_is_averaged(m))
		return err_usage(e, "-m %.200s: there are no bounds for %s", a->text, m->name);
	return 0;
}

int requests_ask(struct request_list *p, const struct registry *r, const char *text, struct err *e)
{
	char *copy = arena_copy(&p->memory, slice_of(text)), *name = copy;
	if (name == NULL)
		return err_memory(e);
	struct ask a = { .text = text };
	a.shown = strncmp(name, "ci_lo_", 6) == 0   ? SHOWN_LOWER
		  : strncmp(name, "ci_hi_", 6) == 0 ? SHOWN_UPPER
		  : strncmp(name, "se_", 3) == 0    ? SHOWN_ERROR
						    : SHOWN_ALL;
	name += a.shown == SHOWN_ERROR ? 3 : a.shown != SHOWN_ALL ? 6 : 0;
	char *parameters = strchr(name, '.');
	if (parameters != NULL)
		*parameters++ = '\0';
	a.parameters = parameters;
	a.measure = registry_find(r, name);
	bool nickname = a.measure == NULL && registry_has_nickname(r, name);
	if (a.measure == NULL && !nickname && ask_printed(p, r, text + (name - copy), &a, e) < 0)
		return -1;
	if (a.measure != NULL)
		return check_ask(&a, e) < 0 ? -1 : add_ask(p, &a, e);
	if (a.shown != SHOWN_ALL)
		return unknown(p, r, text, e);
	if (!nickname)
		return ask_alias(p, r, text, e);
	if (parameters != NULL)
		return err_usage(e, "-m %.200s: a nickname takes no parameters", text);
	for (size_t i = 0; i < r->count; i++) {
		a.measure = r->measure[i];
		a.by_nickname = true;
		if (measure_is_member(a.measure, name) && add_ask(p, &a, e) < 0)
			return -1;
	}
	return 0;
}

/*
 * Several in one argument.
 */

/* How long the first measure is: a blank ends it, except in brackets and before a number. */
static size_t length_of_first(const char *text)
{
	size_t i = 0;
	int open = 0;
	for (; text[i] != '\0'; i++) {
		open += (strchr("([{", text[i]) != NULL) - (strchr(")]}", text[i]) != NULL);
		bool blank = text[i] == ' ' || text[i] == '\t';
		bool before = i > 0 && strchr(".,@ \t", text[i - 1]) != NULL;
		if (blank && open <= 0 && !before)
			break;
	}
	return i;
}

static int split(const char *text, struct arena *memory, struct text_list *list, struct err *e)
{
	size_t length = strlen(text);
	bool quoted = length > 1 && text[0] == '"' && text[length - 1] == '"';
	const char *rest = arena_copy(memory, (struct slice){ text + quoted, length - 2 * quoted });
	if (rest == NULL)
		return err_memory(e);
	size_t before = list->count;
	for (rest += strspn(rest, " \t"); *rest != '\0'; rest += strspn(rest, " \t")) {
		size_t first = length_of_first(rest);
		const char *name = arena_copy(memory, (struct slice){ rest, first });
		if (name == NULL)
			return err_memory(e);
		if (text_list_add(list, name, e) < 0)
			return -1;
		rest += first;
	}
	return list->count > before ? 0 : text_list_add(list, text, e);
}

int measures_split(const struct text_list *texts, struct arena *memory, struct text_list *list,
		   struct err *e)
{
	int result = 0;
	for (size_t i = 0; i < texts->count && result == 0; i++)
		result = split(texts->text[i], memory, list, e);
	return result;
}

int requests_ask_all(struct request_list *p, const struct registry *r,
		     const struct text_list *texts, struct err *e)
{
	struct text_list list = { 0 };
	int result = measures_split(texts, &p->memory, &list, e);
	for (size_t i = 0; i < list.count && result == 0; i++)
		result = requests_ask(p, r, list.text[i], e);
	text_list_release(&list);
	return result;
}

/*
 * Requests.
 */

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

/* The columns that ci_lo_NAME and the like ask for. */
static const enum column_kind part_kind[] = { [SHOWN_ALL] = COLUMN_VALUE,
					      [SHOWN_LOWER] = COLUMN_LOWER,
					      [SHOWN_UPPER] = COLUMN_UPPER,
					      [SHOWN_ERROR] = COLUMN_ERROR };

/* Errors or bounds of one kind, and whether they were asked for. */
static void add_column(struct request_list *p, struct request *q, const struct ask *a,
		       const struct bounds_asked *b, const struct request_column *like,
		       const char *method)
{
	static const char *const prefix[] = { "", "se_", "ci_lo_", "ci_hi_" };
	bool several = b->named && b->methods + b->over_topics_methods > 1;
	bool wanted = like->kind == COLUMN_LOWER   ? b->lower
		      : like->kind == COLUMN_UPPER ? b->upper
						   : true;
	struct request_column *c = &q->column[q->columns++];
	*c = *like;
	c->name = name_of(p, prefix[c->kind], q->column[c->value].name, several ? "_" : "",
			  several ? method : "");
	c->hidden = !(a->shown == SHOWN_ALL ? wanted : c->kind == part_kind[a->shown]);
}

static void add_all_bounds(struct request_list *p, struct request *q, const struct ask *a,
			   const struct bounds_asked *b)
{
	bool only = a->shown != SHOWN_ALL;
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
		     (only ? a->shown != SHOWN_ERROR : b->means_everywhere);
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

static int name_columns(struct request_list *p, struct request *q, const struct ask *a,
			const struct bounds_asked *b, struct err *e)
{
	bool list = is_list_of_columns(q->measure) && q->parameters.count > 0;
	bool only = a->shown != SHOWN_ALL;
	if ((a->shown == SHOWN_LOWER && !b->lower) || (a->shown == SHOWN_UPPER && !b->upper))
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
		q->column[i] = (struct request_column){ .name = value_name(p, q, i, a),
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
	for (size_t i = q->values; i < q->columns; i++)
		if (q->column[i].name == NULL)
			return err_memory(e);
	return 0;
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
	return a->measure == b->measure && a->level == b->level && a->judged_only == b->judged_only;
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
		if (p->ask[i].measure == a->measure && !p->ask[i].by_nickname &&
		    p->ask[i].parameters != NULL)
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

static int add_request(struct request_list *p, const struct ask *a, int32_t level,
		       const struct bounds_asked *bounds, struct err *e)
{
	struct request q = { .measure = a->measure,
			     .level = a->has_level ? a->level : level,
			     .judged_only = a->judged_only,
			     .asked_as = a->asked_as,
			     .shown = a->shown };
	if (parameters_parse(&q.parameters, a->measure, a->parameters, a->text, &p->memory, e) < 0)
		return -1;
	bool list = is_list_of_columns(q.measure) && q.parameters.count > 0;
	for (size_t i = 0; list && i < p->requests; i++) {
		struct request *other = &p->request[i];
		if (are_alike(other, &q) && has_same_name(other, &q) &&
		    other->parameters.count > 0 && other->shown == a->shown) {
			if (parameters_merge(&other->parameters, &q.parameters, &p->memory, e) < 0)
				return -1;
			return name_columns(p, other, a, bounds, e);
		}
	}
	if (name_columns(p, &q, a, bounds, e) < 0)
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
					"the requests for %s give two columns of one name, "
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
		if (q->measure->score_for_all != NULL) {
			q->first_for_all = p->width;
			p->width += q->values;
		}
		q->first_estimate = p->estimates;
		p->estimates += q->methods * q->values;
		for (size_t c = q->values; c < q->columns; c++)
			if (q->column[c].over_topics != NULL)
				q->column[c].place = p->mean_bounds++;
	}
}

/*
 * Under which names, and in which order.
 */

/* What a request calls one of its values: P@5 and P@10 of P@5,10. */
static const char *typed_name(struct request_list *p, const struct request *q, size_t value,
			      const struct ask *a)
{
	if (!is_list_of_columns(a->measure) || q->parameters.count < 2)
		return a->text;
	if (a->alias == NULL)
		return value_name(p, q, value, a);
	return name_of(p, "", a->alias, "@", real_text(q->parameters.value[value]).text);
}

/* Marks what a request asks for, as far as no earlier one did, in the requests that have it. */
static int mark_value(struct request_list *p, const struct request *q, size_t value,
		      const struct ask *a, struct err *e)
{
	const char *name = value_name(p, q, value, a);
	const char *typed = name != NULL && !a->by_nickname ? typed_name(p, q, value, a) : NULL;
	if (name == NULL || (typed == NULL && !a->by_nickname))
		return err_memory(e);
	for (size_t i = 0; i < p->requests; i++) {
		struct request *x = &p->request[i];
		if (!are_alike(x, q))
			continue;
		size_t v = 0;
		while (v < x->values && strcmp(x->column[v].name, name) != 0)
			v++;
		for (size_t c = 0; v < x->values && c < x->columns; c++) {
			struct request_column *y = &x->column[c];
			bool own = a->shown == SHOWN_ALL ? c == v : y->kind == part_kind[a->shown];
			if (y->value != v || !own || y->order != SIZE_MAX)
				continue;
			y->asked = typed;
			y->title = a->alias != NULL ? typed : NULL;
			y->order = (size_t)(a - p->ask);
		}
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
		struct request q = { .measure = a->measure,
				     .level = a->has_level ? a->level : level,
				     .judged_only = a->judged_only };
		if (gives_way(p, a))
			continue;
		if (parameters_parse(&q.parameters, a->measure, a->parameters, a->text, &p->memory,
				     e) < 0)
			return -1;
		size_t values = is_list_of_columns(q.measure) && q.parameters.count > 0
					? q.parameters.count
					: 1;
		for (size_t v = 0; v < values; v++)
			if (mark_value(p, &q, v, a, e) < 0)
				return -1;
	}
	for (size_t i = 0; i < p->requests; i++)
		mark_bounds(&p->request[i]);
	return 0;
}

bool requests_needs_sample(const struct request_list *p)
{
	for (size_t i = 0; i < p->requests; i++)
		if (p->request[i].measure->input == INPUT_SAMPLE)
			return true;
	return requests_needs_pool(p) != NULL;
}

const struct measure *requests_needs_pool(const struct request_list *p)
{
	for (size_t i = 0; i < p->requests; i++)
		if (p->request[i].measure->input == INPUT_POOL)
			return p->request[i].measure;
	return NULL;
}

int requests_finish(struct request_list *p, const struct registry *r,
		    const struct judgment_format *format, int32_t level,
		    const struct bounds_asked *bounds, struct err *e)
{
	for (size_t i = 0; i < r->count; i++) {
		for (size_t k = 0; k < p->asks; k++) {
			const struct ask *a = &p->ask[k];
			if (a->measure != r->measure[i] || gives_way(p, a) ||
			    (a->by_nickname && lacks_run(p, a)))
				continue;
			if (check_input(p, a, format, e) < 0 ||
			    add_request(p, a, level, bounds, e) < 0)
				return -1;
		}
	}
	if (refuse_equal_names(p, e) < 0 || mark_asked(p, level, e) < 0)
		return -1;
	lay_out(p);
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
