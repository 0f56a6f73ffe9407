/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The names that a measure's values have in rows.
 */
#include "core/engine/request/requests.h"
#include "core/library/handle.h"

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
	s->err = (struct err){ 0 };
	locale_t before = uselocale(s->locale);
	if (find_columns(s, measure != NULL ? measure : "", &b, &s->err) == 0)
		names = handle_text(s, b.text != NULL ? b.text : "");
	uselocale(before);
	buffer_release(&b);
	return names;
}
