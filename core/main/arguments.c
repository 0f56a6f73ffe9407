/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/base/number.h"
#include "core/base/output.h"
#include "core/base/system.h"
#include "core/help/help.h"
#include "core/main/arguments.h"
#include "core/output/provenance.h"
#include "core/output/shard_file.h"

/* The list of options and what the command adds to it. */
static int print_help(const struct command *c, struct words *w, const struct output *out,
		      struct err *e)
{
	struct help h = { 0 };
	int result = c->help != NULL ? c->help(w->request, &h, e) : 0;
	if (result == 0 && h.text.failed)
		result = err_memory(e);
	if (result == 0 && !h.alone)
		words_print(w, false);
	if (result == 0 && !h.alone && !system_has_plugins && option_is_known(w->table, "plugin"))
		buffer_print(&h.text, "\nThis program was built without plugins (--plugin).\n");
	return output_finish(out, &h.text, result, e);
}

bool called_trec_eval(const char *program)
{
	return strcmp(name_in_folder(program), "trec_eval") == 0;
}

/* trec_eval writes its version to standard error, where scripts look for it; ours comes behind. */
static int print_version(const char *program, const struct words *w, const struct output *out,
			 struct err *e)
{
	struct buffer b = { 0 };
	const struct setting *like = setting_find(w->setting, w->settings, "trec-eval");
	help_version(&b);
	if (!called_trec_eval(program))
		return output_finish(out, &b, 0, e);
	int result = b.failed ? err_memory(e) : 0;
	if (result == 0)
		fprintf(stderr, "trec_eval version %s\n%s",
			like != NULL && strcmp(like->value, "9") == 0 ? "9.0.8" : "10.0", b.text);
	buffer_release(&b);
	return result;
}

/* What stands in the place of an answer: the version, or a list of options. */
static int print_instead(const struct command *c, struct words *w, const char *program,
			 const struct output *out, struct err *e)
{
	if (w->version)
		return print_version(program, w, out, e);
	if (w->brief)
		words_print(w, true);
	return w->brief ? 0 : print_help(c, w, out, e);
}

/* What the environment asks for, before the command line does. */
static int take_environment(struct words *w, const struct output *out, struct err *e)
{
	const char *version = getenv("STRAT_EVAL_TREC_EVAL");
	struct option_place p;
	struct err none = { 0 };
	if (out->quiet && option_is_known(w->table, "quiet-warnings") &&
	    option_set(w->table, w->request, "quiet-warnings", NULL, e) < 0)
		return -1;
	if (version == NULL || version[0] == '\0' ||
	    option_find(w->table, "trec-eval", &p, &none) < 0)
		return 0;
	if (words_take(w, &p, version, &none) == 0)
		return 0;
	return err_usage(e, "STRAT_EVAL_TREC_EVAL in the environment is '%.50s': 9 or 10", version);
}

static int words_begin(struct words *w, const struct command_table *t, const struct output *out,
		       struct err *e)
{
	*w = (struct words){ .table = t, .request = calloc(1, t->size) };
	if (w->request == NULL)
		return err_memory(e);
	snprintf(w->name, sizeof w->name, PROGRAM_NAME "%s%s", t->name[0] != '\0' ? " " : "",
		 t->name);
	options_init(t, w->request);
	return take_environment(w, out, e);
}

static void words_release(struct words *w)
{
	if (w->request != NULL)
		options_release(w->table, w->request);
	free(w->request);
	free(w->setting);
	warnings_release(&w->notes);
	arena_release(&w->memory);
}

int command_start(const struct command *c, int argc, char **argv, const struct output *out,
		  struct err *e)
{
	struct words w;
	struct provenance p = { 0 };
	const char *program = argv[0];
	int result = words_begin(&w, c->table, out, e);
	w.brief = argc == 2 && strcmp(argv[1], "-h") == 0;
	if (result == 0)
		result = words_parse(&w, words_renew(&w, argc, argv), argv, e);
	output_warn(out, &w.notes, setting_find(w.setting, w.settings, "quiet-warnings") != NULL);
	if (result == 0 && (w.version || w.brief || w.help)) {
		result = print_instead(c, &w, program, out, e);
	} else if (result == 0) {
		result = w.failed ? err_memory(e)
				  : provenance_begin_call(&p, c->table, w.setting, w.settings, out,
							  e);
		if (result == 0)
			result = command_is_part(c, w.request)
					 ? command_write_part(c, w.request, &p.out, e)
					 : c->run(w.request, &p.out, e);
		result = provenance_end(&p, result, e);
	}
	words_release(&w);
	return result;
}
