/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/engine/evaluate/run_options.h"
#include "core/output/call_inputs.h"
#include "core/options/command.h"
#include "core/output/earlier_scores.h"
#include "readers/json_text.h"
#include "readers/scores.h"

/* ---- what a file says ---- */

/* Texts are those of the file; of something that was read once, size and hash are empty. */
struct earlier_input {
	struct slice name, bytes, hash;
};

struct earlier {
	const char *path;
	struct input in;
	struct slice version, command;
	struct buffer options; /* "--level_for_rel=2\n..." */
	struct earlier_input *input;
	size_t inputs, room;
};

static void earlier_release(struct earlier *x)
{
	buffer_release(&x->options);
	free(x->input);
	input_release(&x->in);
}

static int read_options(struct earlier *x, struct json *j)
{
	struct slice text;
	int more = json_open(j, '[');
	while (more >= 0 && (more = json_next(j)) > 0) {
		more = json_plain(j, &text);
		if (more == 0)
			buffer_print(&x->options, "%.*s\n", (int)text.length, text.at);
	}
	return more;
}

static int read_input(struct earlier *x, struct json *j)
{
	struct slice key;
	struct earlier_input *i = &x->input[x->inputs++];
	*i = (struct earlier_input){ 0 };
	int more = json_open(j, '{');
	while (more >= 0 && (more = json_next_key(j, &key)) > 0)
		more = slice_equal(key, slice_of("name"))    ? json_plain(j, &i->name)
		       : slice_equal(key, slice_of("bytes")) ? json_plain(j, &i->bytes)
		       : slice_equal(key, slice_of("xxh64")) ? json_plain(j, &i->hash)
							     : json_skip(j);
	return more;
}

static int read_inputs(struct earlier *x, struct json *j)
{
	int more = json_open(j, '[');
	while (more >= 0 && (more = json_next(j)) > 0)
		more = ARRAY_ROOM(x->input, x->inputs, x->room) ? read_input(x, j)
								: err_memory(j->e);
	return more;
}

/* Without inputs: there is no provenance. Release also after a failure. */
static int earlier_read(struct earlier *x, const char *path, struct err *e)
{
	struct json j;
	struct slice key;
	*x = (struct earlier){ .path = shown_path(path) };
	if (input_read(&x->in, path, e) < 0)
		return -1;
	json_start(&j, &x->in, e);
	j.at = scores_provenance(&x->in);
	int more = j.at == NULL ? 0 : json_open(&j, '{');
	while (j.at != NULL && more >= 0 && (more = json_next_key(&j, &key)) > 0)
		more = slice_equal(key, slice_of("version"))   ? json_plain(&j, &x->version)
		       : slice_equal(key, slice_of("command")) ? json_plain(&j, &x->command)
		       : slice_equal(key, slice_of("options")) ? read_options(x, &j)
		       : slice_equal(key, slice_of("inputs"))  ? read_inputs(x, &j)
							       : json_skip(&j);
	return x->options.failed ? err_memory(e) : more;
}

/* ---- files ---- */

/* `where` the others are: "this call", or a file. */
static int check_same(const struct earlier *x, const struct earlier_input *then,
		      const struct earlier_input *now, const char *where, struct err *e)
{
	const char *what = then == x->input ? "judgments" : "inputs";
	const struct shown name = shown(then->name);
	if (then->hash.length == 0 || now->hash.length == 0)
		return err_data(e,
				"%.500s: its scores are from %s (%s) without a checksum there or "
				"in %s, so they may not be the "
				"same: read them from a file",
				x->path, what, name.text, where);
	if (slice_equal(then->hash, now->hash) && slice_equal(then->bytes, now->bytes))
		return 0;
	return err_data(e,
			"%.500s: its scores are from other %s: %s has %.*s bytes and XXH64 %.*s "
			"there, and in %s %.*s bytes and XXH64 %.*s",
			x->path, what, name.text, (int)then->bytes.length, then->bytes.at,
			(int)then->hash.length, then->hash.at, where, (int)now->bytes.length,
			now->bytes.at, (int)now->hash.length, now->hash.at);
}

int earlier_scores_agree(const char *const *path, size_t count, struct err *e)
{
	struct earlier x[2] = { 0 };
	int result = 0, known = 0;
	for (size_t i = 0; i < count && result == 0; i++) {
		struct earlier *now = &x[known];
		result = earlier_read(now, path[i], e);
		if (result == 0 && known > 0 && now->inputs > 0)
			result = check_same(now, now->input, x[0].input, x[0].path, e);
		if (known == 0 && result == 0 && now->inputs > 0)
			known = 1;
		else
			earlier_release(now);
	}
	if (known > 0)
		earlier_release(&x[0]);
	return result;
}

struct this_call {
	const struct earlier *then;
	bool judged; /* the judgments, which come first, were compared */
};

/* The judgments, or the file of an option, with the file of this name. */
static int check_input(void *context, const char *path, const struct checksum *sum, struct err *e)
{
	struct this_call *c = context;
	const struct earlier *x = c->then;
	char bytes[24], hash[24];
	snprintf(bytes, sizeof bytes, "%llu", (unsigned long long)sum->size);
	snprintf(hash, sizeof hash, "%016llx", (unsigned long long)sum->hash);
	const struct earlier_input now = { slice_of(shown_file_name(path)), slice_of(bytes),
					   slice_of(sum->is_file ? hash : "") };
	size_t from = c->judged ? 1 : 0, to = c->judged ? x->inputs : 1;
	for (size_t i = from; i < to; i++)
		if ((!c->judged || slice_equal(x->input[i].name, now.name)) &&
		    check_same(x, &x->input[i], &now, "this call", e) < 0)
			return -1;
	c->judged = true;
	return 0;
}

/* ---- options ---- */

/* Finds the option of "--name=value", if it changes the scores of a topic. */
static bool matters(struct slice text, struct option_place *p)
{
	static const char *const others[] = { "plugin",	     "system-of", "Zscore",
					      "Debug_level", "digits",	  "Rel_info_format" };
	struct err ignored = { 0 };
	char name[64];
	snprintf(name, sizeof name, "%.*s", (int)text.length, text.at);
	name[strcspn(name, "=")] = '\0';
	if (option_find(command_find("")->table, name, p, &ignored) < 0)
		return false;
	bool found = p->depth > 0 && (p->outer[0]->include == judgments_options ||
				      p->outer[0]->include == sampled_options);
	for (size_t i = 0; i < sizeof others / sizeof *others && !found; i++)
		found = strcmp(p->option->name, others[i]) == 0;
	return found;
}

static bool has_line(const struct buffer *b, struct slice line)
{
	for (const char *at = b->text; at != NULL && *at != '\0'; at = strchr(at, '\n') + 1)
		if (slice_equal((struct slice){ at, strcspn(at, "\n") }, line))
			return true;
	return false;
}

/* Each option of one call that matters must be one of the other. */
static int check_options(const struct earlier *x, const struct buffer *options,
			 const struct buffer *other, struct err *e)
{
	bool theirs = options == &x->options;
	struct option_place p;
	for (const char *at = options->text; at != NULL && *at != '\0'; at = strchr(at, '\n') + 1) {
		struct slice line = { at, strcspn(at, "\n") };
		if (!matters(line, &p))
			continue;
		bool rounds = strcmp(p.option->name, "digits") == 0;
		if (rounds && theirs)
			return err_data(
				e, "%.500s: its scores are rounded, by %.*s: write them without",
				x->path, (int)line.length, line.at);
		if (!rounds && !has_line(other, line))
			return err_data(e,
					"%.500s: its scores were computed %s %.*s (%s), and those "
					"of this call %s it",
					x->path, theirs ? "with" : "without", (int)line.length,
					line.at, option_name(p.option).text,
					theirs ? "without" : "with");
	}
	return 0;
}

static int check_call(const struct earlier *x, const struct answered *asked, struct err *e)
{
	struct buffer ours = { 0 };
	for (size_t i = 0; i < asked->settings; i++)
		if (asked->setting[i].option != NULL) {
			setting_text(&ours, &asked->setting[i]);
			buffer_print(&ours, "\n");
		}
	int result = ours.failed ? err_memory(e) : check_options(x, &x->options, &ours, e);
	if (result == 0)
		result = check_options(x, &ours, &x->options, e);
	buffer_release(&ours);
	return result;
}

int earlier_scores_check(const char *path, const struct answered *asked, struct warnings *w,
			 struct err *e)
{
	struct earlier x;
	struct this_call c = { .then = &x };
	int result = earlier_read(&x, path, e);
	if (result == 0 && x.inputs == 0)
		result = err_data(e,
				  "%.500s: does not say which judgments its scores come from: "
				  "write them with strat_eval -q --manifest=- --format=csv, or "
				  "jsonl",
				  x.path);
	if (result == 0 && !slice_equal(x.command, slice_of("evaluate")))
		result = err_data(e, "%.500s: is an answer of %s, and not of an evaluation", x.path,
				  shown(x.command).text);
	if (result == 0)
		result = check_call(&x, asked, e);
	if (result == 0)
		result = inputs_each(asked, 1, check_input, &c, e);
	if (result == 0 && !slice_equal(x.version, slice_of(PROGRAM_VERSION)))
		warnings_add(w,
			     "%.500s: its scores are from version %s, and this is " PROGRAM_VERSION
			     ": a measure may have changed (CHANGELOG.md)",
			     x.path, shown(x.version).text);
	earlier_release(&x);
	return result;
}
