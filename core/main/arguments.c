/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/base/output.h"
#include "core/base/system.h"
#include "core/engine/shard/shard_file.h"
#include "core/help/help.h"
#include "core/main/arguments.h"
#include "core/options/former.h"
#include "core/options/rules.h"
#include "core/output/provenance.h"

/* --help, --version and --usage print something instead of an answer. */
static void take_printing(struct words *w, const char *name)
{
	w->usage = w->usage || strcmp(name, "usage") == 0;
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

int words_take(struct words *w, const struct option_place *p, const char *text, struct err *e)
{
	if (p == NULL) {
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
	bool answers = !w->help && !w->version && !w->usage;
	return answers && w->table->check != NULL ? w->table->check(w->request, e) : 0;
}

static bool is_option(const struct command_table *t, const char *name)
{
	struct option_place p;
	struct err ignored = { 0 };
	return option_find(t, name, &p, &ignored) == 0;
}

/* The list of options and what the command adds to it. */
static int print_help(const struct command *c, struct words *w, const struct output *out,
		      struct err *e)
{
	struct help h = { 0 };
	int result = c->help != NULL ? c->help(w->request, &h, e) : 0;
	if (result == 0 && h.text.failed)
		result = err_memory(e);
	if (result == 0 && !h.alone)
		result = words_print(w, SHOWN_HELP, e);
	if (result == 0 && !h.alone && !system_has_plugins && is_option(w->table, "plugin"))
		buffer_print(&h.text, "\nThis program was built without plugins (--plugin).\n");
	return output_finish(out, &h.text, result, e);
}

bool called_trec_eval(const char *program)
{
	const char *slash = strrchr(program, '/');
	return strcmp(slash != NULL ? slash + 1 : program, "trec_eval") == 0;
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
	if (w->usage || w->brief)
		return words_print(w, w->usage ? SHOWN_USAGE : SHOWN_BRIEF, e);
	return print_help(c, w, out, e);
}

/* The name of a long option as it was typed, as far as names go. */
struct typed {
	char name[64];
};

static struct typed typed_name(const char *word)
{
	struct typed t;
	word += strspn(word, "-");
	snprintf(t.name, sizeof t.name, "%.*s", (int)strcspn(word, "="), word);
	return t;
}

/*
 * Unknown options are printed as they are, with their values. What a terminal would obey
 * is refused before that.
 */
static int check_words(const struct command_table *t, int argc, char **argv, struct err *e)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		const char *word = argv[i];
		bool is_long = strncmp(word, "--", 2) == 0;
		size_t plain = printable_length(word);
		const char *former = former_answer(t->name, NULL, typed_name(word).name);
		if (is_long && former != NULL && !is_option(t, typed_name(word).name))
			return err_usage(e, "%s", former);
		if (word[0] != '-' || word[plain] == '\0')
			continue;
		if (!is_long || plain < strcspn(word, "="))
			return err_usage(e, "%.200s: no option has a control character", word);
		if (!is_option(t, typed_name(word).name))
			return err_usage(e, "unrecognized option '%.200s'%s", word,
					 command_suggestion(t, typed_name(word).name).text);
	}
	return 0;
}

/* It was printed which option is unknown; says which one may have been meant. */
static void suggest(const struct command_table *t, int argc, char **argv, struct err *e)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		bool known = is_option(t, typed_name(argv[i]).name);
		if (argv[i][0] == '-' && argv[i][1] != '-' && strlen(argv[i]) > 4 && known) {
			err_usage(e, "did you mean '--%s'?", typed_name(argv[i]).name);
			return;
		}
		if (strncmp(argv[i], "--", 2) != 0 || known)
			continue;
		struct suggestion s = command_suggestion(t, typed_name(argv[i]).name);
		if (s.text[0] != '\0')
			err_usage(e, "%s", s.text + strlen("; "));
		return;
	}
}

static int parse(struct words *w, int argc, char **argv, struct err *e)
{
	if (check_words(w->table, argc, argv, e) < 0)
		return -1;
	if (words_parse(w, argc, argv, e) == 0)
		return 0;
	if (e->status == STATUS_OK) {
		e->status = STATUS_USAGE;
		suggest(w->table, argc, argv, e);
	}
	return -1;
}

/* What the environment asks for, before the command line does. */
static int take_environment(struct words *w, const struct output *out, struct err *e)
{
	const char *version = getenv("STRAT_EVAL_TREC_EVAL");
	struct option_place p;
	struct err none = { 0 };
	if (out->quiet && is_option(w->table, "quiet-warnings") &&
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
}

int command_start(const struct command *c, int argc, char **argv, const struct output *out,
		  struct err *e)
{
	struct words w;
	struct buffer line = { 0 };
	struct provenance p = { 0 };
	const char *program = argv[0];
	int result = words_begin(&w, c->table, out, e);
	w.brief = argc == 2 && strcmp(argv[1], "-h") == 0;
	if (result == 0)
		result = parse(&w, argc, argv, e);
	if (result == 0 && (w.version || w.usage || w.brief || w.help)) {
		result = print_instead(c, &w, program, out, e);
	} else if (result == 0 &&
		   (result = option_rules_check(c->table, w.setting, w.settings, e)) == 0) {
		command_line(&line, c->table, w.setting, w.settings);
		struct output own = *out;
		own.asked = (struct answered){ c->table, line.text, w.setting, w.settings };
		result = w.failed || line.failed ? err_memory(e) : provenance_begin(&p, &own, e);
		if (result == 0)
			result = command_is_part(c, w.request)
					 ? command_write_part(c, w.request, &p.out, e)
					 : c->run(w.request, &p.out, e);
		result = provenance_end(&p, result, e);
	}
	buffer_release(&line);
	words_release(&w);
	return result;
}
