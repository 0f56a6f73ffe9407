/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/base/output.h"
#include "core/base/system.h"
#include "core/engine/shard/shard_file.h"
#include "core/help/help.h"
#include "core/main/arguments.h"
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

static int take_word(struct words *w, const struct option_place *p, const char *text, struct err *e)
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

/* When all words are taken: whether the options go together. */
static int check_options(struct words *w, struct err *e)
{
	bool answers = !w->help && !w->version && !w->usage;
	return answers && w->table->check != NULL ? w->table->check(w->request, e) : 0;
}

/*
 * Words of a command line, told apart as getopt and argp do it, with their messages: options first,
 * wherever they stand, then the other words; long names may be shortened; letters may stand in one
 * word; "--" ends the options.
 */

/* Where the parser is. */
struct reader {
	struct words *words;
	int argc, at; /* `at`: the word */
	char **argv;
	const char *program, *name; /* as it was called, and without its folder */
	struct err *e;
};

/* Prints what is wrong with the words, and which line may help. One of more than 78 characters is
 * broken where argp does: at the last space of the first 80. */
static int refuse(const struct reader *r, const char *program, const char *text)
{
	char line[256];
	snprintf(line, sizeof line, "Try `%s --help' or `%s --usage' for more information.",
		 r->name, r->name);
	if (strlen(line) > 78) {
		char *space = line + 79;
		while (*space != ' ')
			space--;
		*space = '\n';
	}
	fprintf(stderr, "%s: %s\n%s\n", program, text, line);
	return -1;
}

/* The result of what was taken; a wrong value is printed. */
static int taken(const struct reader *r, int result)
{
	if (result < 0 && r->e->status == STATUS_USAGE) {
		refuse(r, r->name, r->e->text);
		r->e->text[0] = '\0';
	}
	return result;
}

static int take(const struct reader *r, const struct option_place *p, const char *text)
{
	return taken(r, take_word(r->words, p, text, r->e));
}

static bool needs_argument(const struct option_place *p)
{
	return p->option->argument != NULL && !p->option->optional;
}

/* The next word, as the argument of the option before it; NULL: there is none. */
static const char *next_word_of(struct reader *r)
{
	return r->at + 1 < r->argc ? r->argv[++r->at] : NULL;
}

/* "possibilities: '--a' '--b'", without other names of the first. */
static int refuse_ambiguous(struct reader *r, const char *word, size_t length)
{
	struct buffer b = { 0 };
	buffer_print(&b, "option '%s' is ambiguous; possibilities:", word);
	const char *first = NULL;
	for (struct option_place p = { 0 }; option_next(r->words->table, &p);) {
		const struct command_option *o = p.option;
		if (o->name == NULL || strncmp(o->name, word + 2, length) != 0)
			continue;
		const char *means = o->same_as != NULL ? o->same_as : o->name;
		if (first == NULL || strcmp(means, first) != 0)
			buffer_print(&b, " '--%s'", o->name);
		first = first != NULL ? first : means;
	}
	if (b.failed)
		err_memory(r->e);
	else
		refuse(r, r->program, b.text);
	buffer_release(&b);
	return -1;
}

/* --name, --name=VALUE or --name VALUE */
static int take_long(struct reader *r, const char *word)
{
	struct option_place p;
	struct err unknown = { 0 };
	char name[64], text[512];
	bool whole = false; /* its name, or another one, is typed */
	size_t length = strcspn(word + 2, "=");
	const char *value = word[2 + length] == '=' ? word + 3 + length : NULL;
	snprintf(name, sizeof name, "%.*s", (int)length, word + 2);
	if (length == 0 || length >= sizeof name ||
	    option_find(r->words->table, name, &p, &unknown) < 0) {
		if (length == 0 || strstr(unknown.text, "ambiguous") != NULL)
			return refuse_ambiguous(r, word, length);
		snprintf(text, sizeof text, "unrecognized option '%s'", word);
		return refuse(r, r->program, text);
	}
	for (struct option_place q = { 0 }; option_next(r->words->table, &q);)
		whole = whole || (q.option->name != NULL && strcmp(q.option->name, name) == 0);
	if (!whole)
		snprintf(name, sizeof name, "%s", p.option->name);
	if (value != NULL && p.option->argument == NULL) {
		snprintf(text, sizeof text, "option '--%s' doesn't allow an argument", name);
		return refuse(r, r->program, text);
	}
	if (value == NULL && needs_argument(&p) && (value = next_word_of(r)) == NULL) {
		snprintf(text, sizeof text, "option '--%s' requires an argument", name);
		return refuse(r, r->program, text);
	}
	return take(r, &p, value);
}

/* -x, -xVALUE, -x VALUE, or several: -xyVALUE */
static int take_letters(struct reader *r, const char *word)
{
	for (const char *letter = word + 1; *letter != '\0'; letter++) {
		struct option_place p;
		struct err unknown = { 0 };
		char name[] = { '-', *letter, '\0' }, text[64];
		if (*letter == '-' || option_find(r->words->table, name, &p, &unknown) < 0) {
			snprintf(text, sizeof text, "invalid option -- '%c'", *letter);
			return refuse(r, r->program, text);
		}
		if (p.option->argument == NULL) {
			if (take(r, &p, NULL) < 0)
				return -1;
			continue;
		}
		const char *value = letter[1] != '\0' ? letter + 1 : NULL;
		if (value == NULL && needs_argument(&p) && (value = next_word_of(r)) == NULL) {
			snprintf(text, sizeof text, "option requires an argument -- '%c'", *letter);
			return refuse(r, r->program, text);
		}
		return take(r, &p, value);
	}
	return 0;
}

/* -1: a word is wrong. Unless `e` has a text, the message was printed; its status is STATUS_OK
 * still if a word is no option, or if an argument is missing. */
static int parse_words(struct words *w, int argc, char **argv, struct err *e)
{
	const char *program = w->table->name[0] != '\0' ? w->name : argv[0];
	const char *slash = strrchr(program, '/');
	struct reader r = { .words = w,
			    .argc = argc,
			    .argv = argv,
			    .program = program,
			    .name = slash != NULL ? slash + 1 : program,
			    .e = e };
	int others = 0, result = 0; /* words that are no options, moved to the front */
	bool ended = false;
	for (r.at = 1; r.at < argc && result == 0; r.at++) {
		char *word = argv[r.at];
		if (ended || word[0] != '-' || word[1] == '\0')
			argv[++others] = word;
		else if (strcmp(word, "--") == 0)
			ended = true;
		else
			result = word[1] == '-' ? take_long(&r, word) : take_letters(&r, word);
	}
	for (int i = 1; i <= others && result == 0; i++)
		result = take(&r, NULL, argv[i]);
	return result == 0 ? taken(&r, check_options(w, e)) : result;
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
static int print_version(const char *program, const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	help_version(&b);
	if (!called_trec_eval(program))
		return output_finish(out, &b, 0, e);
	int result = b.failed ? err_memory(e) : 0;
	if (result == 0)
		fprintf(stderr, "trec_eval version 10.0\n%s", b.text);
	buffer_release(&b);
	return result;
}

static int answer(const struct command *c, struct words *w, const char *program, bool brief,
		  const struct output *out, struct err *e)
{
	if (w->version)
		return print_version(program, out, e);
	if (w->usage)
		return words_print(w, SHOWN_USAGE, e);
	if (brief)
		return words_print(w, SHOWN_BRIEF, e);
	if (w->help)
		return print_help(c, w, out, e);
	struct buffer command = { 0 };
	command_line(&command, c->table, w->setting, w->settings);
	struct output own = *out;
	own.asked = (struct answered){ c->table, command.text, w->setting, w->settings };
	struct provenance p = { 0 };
	int result = w->failed || command.failed ? err_memory(e) : provenance_begin(&p, &own, e);
	if (result == 0)
		result = command_answer(c, w->request, &p.out, e);
	result = provenance_end(&p, result, e);
	buffer_release(&command);
	return result;
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
	if (parse_words(w, argc, argv, e) == 0)
		return 0;
	if (e->status == STATUS_OK) {
		e->status = STATUS_USAGE;
		suggest(w->table, argc, argv, e);
	}
	return -1;
}

int options_run(const struct command *c, int argc, char **argv, const struct output *out,
		struct err *e)
{
	const struct command_table *t = c->table;
	struct words w = { .table = t, .request = calloc(1, t->size) };
	if (w.request == NULL)
		return err_memory(e);
	snprintf(w.name, sizeof w.name, PROGRAM_NAME "%s%s", t->name[0] != '\0' ? " " : "",
		 t->name);
	options_init(t, w.request);
	const char *program = argv[0];
	bool brief = argc == 2 && strcmp(argv[1], "-h") == 0;
	int result = out->quiet && is_option(t, "quiet-warnings")
			     ? option_set(t, w.request, "quiet-warnings", NULL, e)
			     : 0;
	if (result == 0)
		result = parse(&w, argc, argv, e);
	if (result == 0)
		result = answer(c, &w, program, brief, out, e);
	options_release(t, w.request);
	free(w.request);
	free(w.setting);
	return result;
}
