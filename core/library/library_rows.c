/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The answer as rows: a value with its bounds.
 */
#include <math.h>

#include "core/base/array.h"
#include "core/base/host.h"
#include "core/data/runs/run.h"
#include "core/engine/request/requests.h"
#include "core/library/handle.h"

enum { RUN, OTHER, TOPIC, METHOD, DESIGN, ESTIMATOR, FILE_NAME, TAIL, ASKED };

static const char *copy(struct block *b, const char *text)
{
	return text != NULL ? arena_copy(&b->memory, slice_of(text)) : NULL;
}

/* A copy of a text, or the last one if the same text is given again. */
static const char *shared_copy(struct block *b, int which, const char *text)
{
	const char **last = &b->shared[which];
	if (text == NULL)
		return NULL;
	if (*last == NULL || strcmp(*last, text) != 0)
		*last = copy(b, text);
	return *last;
}

static struct kept_row *new_row(struct block *b)
{
	return ARRAY_ROOM(b->row, b->count, b->room) ? &b->row[b->count++] : NULL;
}

/*
 * The name of a line's measure. The topics of a run have the same measures in the same order, so
 * that as a rule the name is that of the row before which stands as far in its topic.
 */
static const char *measure_name(struct block *b, size_t row, const struct score_line *l)
{
	if (b->period == 0 && row > 0 && strcmp(b->row[0].given.topic, l->topic) != 0)
		b->period = row;
	const char *known =
		b->period > 0 && row >= b->period ? b->row[row - b->period].given.measure : NULL;
	bool plain = l->prefix == NULL || l->prefix[0] == '\0';
	return plain && known != NULL && strcmp(known, l->measure) == 0
		       ? known
		       : score_line_name(&b->memory, l, l->measure);
}

/* A row of a value without its bounds. */
static struct strat_eval_row *add_row(struct block *b, const struct score_line *l)
{
	bool pair = l->run[0] != NULL;
	struct kept_row *kept = new_row(b);
	if (kept == NULL)
		return NULL;
	struct strat_eval_row *r = &kept->given;
	kept->asked = shared_copy(b, ASKED, l->asked);
	*r = (struct strat_eval_row){
		.run = shared_copy(b, RUN, l->run[pair ? 0 : 1]),
		.other = pair ? shared_copy(b, OTHER, l->run[1]) : NULL,
		.topic = shared_copy(b, TOPIC, l->topic),
		.measure = measure_name(b, (size_t)(kept - b->row), l),
		.value = l->kind == RECORD_TEXT ? NAN : l->number,
		.text = l->kind == RECORD_TEXT ? copy(b, l->text) : NULL,
		.lower = NAN,
		.upper = NAN,
		.level = l->method != NULL ? l->level : NAN,
		.method = shared_copy(b, METHOD, l->method),
		.tail = shared_copy(b, TAIL, l->method != NULL ? l->tail : NULL),
		.n = l->n > 0 ? l->n : -1,
		.design = shared_copy(b, DESIGN, l->design),
		.estimator = shared_copy(b, ESTIMATOR, l->estimator),
		.file = shared_copy(b, FILE_NAME, l->file),
	};
	return b->memory.failed ? NULL : r;
}

/* A bound joins the row of its value, or a copy of that row if it has bounds by another method. */
static bool add_bound(struct block *b, size_t row, const struct score_line *l,
		      const struct score_end *x)
{
	const char *method = b->row[b->count - 1].given.method;
	if (method != NULL && strcmp(method, x->method) != 0) {
		if (new_row(b) == NULL)
			return false;
		b->row[b->count - 1] = b->row[row];
		b->row[b->count - 1].given.lower = b->row[b->count - 1].given.upper = NAN;
	}
	struct strat_eval_row *r = &b->row[b->count - 1].given;
	*(x->kind == END_UPPER ? &r->upper : &r->lower) = x->number;
	r->level = l->level;
	r->method = shared_copy(b, METHOD, x->method);
	r->tail = shared_copy(b, TAIL, l->tail);
	return !b->memory.failed;
}

/* The one-sided bound of an end that has both, as a copy of the row of the value. */
static bool add_one_sided(struct block *b, size_t row, const struct score_end *x)
{
	bool upper = x->kind == END_UPPER;
	struct kept_row *kept = new_row(b);
	if (kept == NULL)
		return false;
	*kept = b->row[row];
	struct strat_eval_row *r = &kept->given;
	r->lower = upper ? NAN : x->one_sided;
	r->upper = upper ? x->one_sided : NAN;
	r->method = shared_copy(b, METHOD, x->one_sided_method);
	r->tail = shared_copy(b, TAIL, upper ? "upper" : "lower");
	return !b->memory.failed;
}

/* A value, and what is said of it: in rows of their own standard errors, bounds without a value,
 * and behind two-sided bounds the one-sided ones. */
bool handle_take_record(void *context, size_t block, const struct score_line *l)
{
	struct block *b = &((struct strat_eval *)context)->block[block];
	size_t row = b->count;
	if (row == 0)
		b->other_name = copy(b, l->other_name);
	if (!l->hidden && add_row(b, l) == NULL)
		return false;
	for (size_t i = 0; i < l->ends; i++)
		if (!l->hidden && l->end[i].kind != END_ERROR && !add_bound(b, row, l, &l->end[i]))
			return false;
	for (size_t i = 0; i < l->ends; i++)
		if (!l->hidden && l->end[i].one_sided_method != NULL &&
		    strcmp(l->tail, "both") == 0 && !add_one_sided(b, row, &l->end[i]))
			return false;
	for (size_t i = 0; i < l->ends; i++) {
		const struct score_line own = score_line_of_end(l, &l->end[i]);
		if ((l->hidden || l->end[i].kind == END_ERROR) && add_row(b, &own) == NULL)
			return false;
	}
	return !b->memory.failed;
}

/* Blocks of pairs, and those without rows, do not. */
static bool names_a_run(const struct block *b)
{
	return b->count > 0 && b->other_name != NULL;
}

int handle_tell_apart(struct strat_eval *s, struct err *e)
{
	if (s->blocks < 2)
		return 0;
	const char **name = calloc(2 * s->blocks + 1, sizeof *name), **other = name + s->blocks;
	if (name == NULL)
		return err_memory(e);
	size_t runs = 0;
	for (size_t i = 0; i < s->blocks; i++) {
		if (!names_a_run(&s->block[i]))
			continue;
		name[runs] = s->block[i].row[0].given.run;
		other[runs++] = s->block[i].other_name;
	}
	int result = runs_tell_apart(name, other, runs, e);
	for (size_t i = 0, k = 0; i < s->blocks && result == 0; i++) {
		struct block *b = &s->block[i];
		const char *run = names_a_run(b) ? name[k++] : NULL;
		for (size_t r = 0; run != NULL && r < b->count && b->row[r].given.run != run; r++)
			b->row[r].given.run = run;
	}
	free(name);
	return result;
}

bool handle_expect_blocks(void *context, size_t blocks)
{
	struct strat_eval *s = context;
	for (; s->blocks_made < blocks; s->blocks_made++) {
		if (!ARRAY_ROOM(s->block, s->blocks_made, s->blocks_room))
			return false;
		s->block[s->blocks_made] = (struct block){ 0 };
	}
	s->blocks = blocks;
	return true;
}

/* ---- the names that a measure's values have ---- */

static int list_columns(const struct registry *r, const char *measure,
			const struct judgment_format *f, struct buffer *b, struct err *e)
{
	struct request_list p = { 0 };
	int result = requests_ask(&p, r, measure, e);
	if (result == 0)
		result = requests_finish(&p, r, f, 1, &(struct bounds_asked){ 0 }, e);
	for (size_t i = 0; i < p.requests && result == 0; i++)
		for (size_t c = 0; c < p.request[i].columns; c++)
			if (p.request[i].column[c].kind == COLUMN_VALUE &&
			    !p.request[i].column[c].hidden)
				buffer_print(b, "%s\n", p.request[i].column[c].name);
	requests_release(&p);
	return result < 0 ? -1 : b->failed ? err_memory(e) : 0;
}

/* Whether a setting is of the option of this name. */
static bool is_set(const struct strat_eval *s, size_t setting, const char *name)
{
	struct option_place place;
	struct err ignored = { 0 };
	const char *option = s->setting[setting].option;
	return option != NULL && option_find(s->command->table, option, &place, &ignored) == 0 &&
	       place.option->name != NULL && strcmp(place.option->name, name) == 0;
}

/* It knows the plugins and the format of judgments that are set. */
static int find_columns(struct strat_eval *s, const char *measure, struct buffer *b, struct err *e)
{
	struct registry r;
	struct text_list plugins = { 0 };
	const char *format = "qrels";
	int result = 0;
	for (size_t i = 0; i < s->settings && result == 0; i++) {
		if (is_set(s, i, "plugin"))
			result = text_list_add(&plugins, s->setting[i].value, e);
		else if (is_set(s, i, "Rel_info_format"))
			format = s->setting[i].value;
	}
	const struct judgment_format *f = result == 0 ? judgment_format_find(format, e) : NULL;
	result = f == NULL ? -1 : registry_init(&r, &plugins, e);
	if (result == 0) {
		result = list_columns(&r, measure, f, b, e);
		registry_release(&r);
	}
	text_list_release(&plugins);
	return result;
}

PUBLIC const char *strat_eval_columns(strat_eval *s, const char *measure)
{
	struct buffer b = { 0 };
	const char *names = NULL;
	if (s == NULL)
		return NULL;
	s->err = (struct err){ 0 };
	const struct host host = { .measures = s->own_family }, *outer = host_get();
	locale_t before = uselocale(s->locale);
	host_set(&host);
	if (find_columns(s, measure != NULL ? measure : "", &b, &s->err) == 0)
		names = handle_text(s, b.text != NULL ? b.text : "");
	host_set(outer);
	uselocale(before);
	buffer_release(&b);
	return names;
}
