/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/base/number.h"
#include "core/base/system.h"
#include "core/main/arguments.h"
#include "core/options/rules.h"

bool option_is_known(const struct command_table *t, const char *name)
{
	struct option_place p;
	struct err ignored = { 0 };
	return option_find(t, name, &p, &ignored) == 0;
}

/* --help and --version print something instead of an answer. */
static void take_printing(struct words *w, const char *name)
{
	w->help = w->help || strcmp(name, "help") == 0;
	w->version = w->version || strcmp(name, "version") == 0;
}

static void keep_setting(struct words *w, const char *option, const char *value)
{
	if (ARRAY_RESIZE(w->setting, w->settings + 1))
		w->setting[w->settings++] = (struct setting){ option, value };
	else
		w->failed = true;
}

/* --ci 0.95: a level, which --ci does not take, and no file. */
static int check_level(const struct words *w, const char *text, struct err *e)
{
	const struct setting *ci = setting_find(w->setting, w->settings, "ci");
	double level;
	if (ci == NULL || ci->value != NULL || !parse_real(slice_of(text), &level) ||
	    system_look(text, NULL) != SYSTEM_NOTHING)
		return 0;
	return err_usage(e, "--ci %.50s: --ci takes methods; the level is --ci --level=%s", text,
			 real_text(level < 1 ? level : level / 100).text);
}

int words_take(struct words *w, const struct option_place *p, const char *text, struct err *e)
{
	if (p == NULL) {
		if (check_level(w, text, e) < 0)
			return -1;
		keep_setting(w, NULL, text);
		return option_word(w->table, w->request, text, e);
	}
	if (p->option->type == OPTION_PRINTS) {
		take_printing(w, p->option->name);
		return 0;
	}
	int store = option_repeated(p->option, text, w->setting, w->settings, e);
	if (store > 0 && p->option->name != NULL)
		keep_setting(w, p->option->name, text);
	return store > 0 ? option_store(p, w->request, text, e) : store;
}

int words_check(struct words *w, struct err *e)
{
	if (w->help || w->version)
		return 0;
	if (option_rules_check(w->table, w->setting, w->settings, e) < 0)
		return -1;
	return w->table->check != NULL ? w->table->check(w->request, e) : 0;
}
