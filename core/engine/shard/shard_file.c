/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "core/base/array.h"
#include "core/base/hash.h"
#include "core/engine/shard/call_inputs.h"
#include "core/engine/shard/shard_file.h"

static int add_input(void *context, const char *path, const struct checksum *x, struct err *e)
{
	struct buffer *to = context;
	if (is_stdin(path) || x->once)
		return err_usage(e,
				 "--shard: '%.200s' can be read only once, but each shard reads "
				 "it, and merge again: name a file",
				 path);
	buffer_print(to, "input");
	struct shard_line l = { .to = to };
	shard_text(&l, &path);
	buffer_print(to, "\t%llu\t%016llx", (unsigned long long)x->size,
		     (unsigned long long)x->hash);
	return shard_line_end(&l, e);
}

static const char first_line[] = "strat_eval shard 1\n";

/*
 * Writing.
 */

/* A line that begins with a word; `to` says itself if memory runs out. */
static void write_line(struct buffer *to, const char *word, const char **text, size_t texts)
{
	struct shard_line l = { .to = to };
	struct err ignored = { 0 };
	buffer_text(to, word);
	for (size_t i = 0; i < texts; i++)
		shard_text(&l, &text[i]);
	shard_line_end(&l, &ignored);
}

/* Except --jobs and --shard, which change nothing in the result. */
static void write_setting(struct buffer *to, const struct command_table *t, const struct setting *x)
{
	struct option_place p;
	struct err ignored = { 0 };
	const char *text[] = { NULL, x->value };
	if (x->option == NULL) {
		write_line(to, "word", text + 1, 1);
	} else if (option_find(t, x->option, &p, &ignored) == 0) {
		const struct option_name letter = option_name(p.option);
		text[0] = p.option->name != NULL ? p.option->name : letter.text;
		if (strcmp(text[0], "jobs") != 0 && strcmp(text[0], "shard") != 0)
			write_line(to, "option", text, 2);
	}
}

/* The whole file of a shard whose lines are written. `inputs` are those of add_input(). */
static void write_file(struct buffer *to, const char *version, const struct answered *c,
		       const struct buffer *inputs, const struct shard *s)
{
	buffer_print(to, "%s", first_line);
	write_line(to, "version", &version, 1);
	buffer_print(to, "shard\t%zu\t%zu\n", s->number + 1, s->count);
	write_line(to, "command", &(const char *){ c->table->name }, 1);
	for (size_t i = 0; i < c->settings; i++)
		write_setting(to, c->table, &c->setting[i]);
	if (inputs->length > 0)
		buffer_add(to, inputs->text, inputs->length);
	buffer_print(to, "items\n");
	if (s->text.length > 0)
		buffer_add(to, s->text.text, s->text.length);
	to->failed = to->failed || inputs->failed || s->text.failed;
	if (!to->failed)
		buffer_print(to, "end\t%016llx\n",
			     (unsigned long long)hash_name((struct slice){ to->text, to->length }));
}

/*
 * Reading one.
 */

static int incomplete(const struct shard_file *f, struct err *e)
{
	return err_data(e,
			"%.600s: the shard is not complete: its last line is missing (run that "
			"part again)",
			f->in.path);
}

static bool begins(const char *at, const char *text)
{
	return strncmp(at, text, strlen(text)) == 0;
}

/* The fields of the next line if it begins with the word, and the place behind it. */
static bool next_line(const char **at, const char *word, struct arena *memory, struct shard_line *l)
{
	const char *end = strchr(*at, '\n');
	size_t length = strlen(word);
	if (end == NULL || !begins(*at, word) || (*at)[length] != '\t')
		return false;
	*l = (struct shard_line){ .from = *at + length, .memory = memory };
	*at = end + 1;
	return true;
}

static bool is_read(const struct shard_line *l)
{
	return !l->wrong && *l->from == '\n';
}

/* The last line has the checksum of all before it. */
static int check_end(const struct shard_file *f, struct err *e)
{
	size_t last = f->in.size;
	while (last > 0 && (last == f->in.size || f->in.bytes[last - 1] != '\n'))
		last--;
	char expected[64];
	snprintf(expected, sizeof expected, "end\t%016llx\n",
		 (unsigned long long)hash_name((struct slice){ f->in.bytes, last }));
	if (!begins(f->in.bytes + last, "end\t") || f->in.bytes[f->in.size - 1] != '\n')
		return incomplete(f, e);
	if (strcmp(f->in.bytes + last, expected) != 0)
		return err_data(e,
				"%.600s: the shard was changed: its checksum is not that of its "
				"last line",
				f->in.path);
	return 0;
}

static int check_version(const struct shard_file *f, const char **at, const char *version,
			 struct arena *memory, struct err *e)
{
	struct shard_line l = { 0 };
	const char *written = NULL;
	if (next_line(at, "version", memory, &l))
		shard_text(&l, &written);
	if (written == NULL)
		return l.failed ? err_memory(e) : incomplete(f, e);
	if (strcmp(written, version) != 0)
		return err_data(e, "%.600s: a shard of version %.50s, but this program is %s",
				f->in.path, written, version);
	return 0;
}

/* A line of the call, as a setting. */
static bool read_setting(const char **at, struct shard_file *f, struct arena *memory)
{
	struct shard_line l;
	struct setting x = { 0 };
	bool option = next_line(at, "option", memory, &l);
	if (!option && !next_line(at, "word", memory, &l))
		return false;
	if (option)
		shard_text(&l, &x.option);
	shard_text(&l, &x.value);
	f->wrong = f->wrong || !is_read(&l);
	f->failed = f->failed || l.failed || !ARRAY_ROOM(f->setting, f->settings, f->room);
	if (!f->failed)
		f->setting[f->settings++] = x;
	return true;
}

/* What stands before the items; false: it is something else. */
static bool read_head(struct shard_file *f, const char *at, struct arena *memory)
{
	struct shard_line l;
	if (!next_line(&at, "shard", memory, &l))
		return false;
	SHARD_FIELDS(&l, &f->number, &f->count);
	if (!is_read(&l) || f->number < 1 || f->number > f->count)
		return false;
	f->number--;
	f->call.at = at;
	if (!next_line(&at, "command", memory, &l))
		return false;
	shard_text(&l, &f->command);
	f->wrong = !is_read(&l) || f->command == NULL;
	f->failed = l.failed;
	while (read_setting(&at, f, memory))
		;
	f->call.length = (size_t)(at - f->call.at);
	f->inputs.at = at;
	while (next_line(&at, "input", memory, &l))
		;
	f->inputs.length = (size_t)(at - f->inputs.at);
	f->lines = (struct shard_lines){ f->in.path, at + strlen("items\n"), 0 };
	if (f->wrong || !begins(at, "items\n"))
		return false;
	f->lines.line = input_line(&f->in, f->lines.next);
	return true;
}

static int read_file(struct shard_file *f, const char *path, const char *version,
		     struct arena *memory, struct err *e)
{
	if (input_read(&f->in, path, e) < 0)
		return -1;
	const char *at = f->in.bytes + strlen(first_line);
	if (f->in.size == 0)
		return incomplete(f, e);
	if (!begins(f->in.bytes, first_line))
		return err_data(e, "%.600s: not a shard of strat_eval", f->in.path);
	if (check_version(f, &at, version, memory, e) < 0 || check_end(f, e) < 0)
		return -1;
	bool is = read_head(f, at, memory);
	return f->failed ? err_memory(e)
	       : is	 ? 0
			 : err_data(e, "%.600s: not a shard of this program", f->in.path);
}

/*
 * Reading all.
 */

/* The inputs are lists of lines: the path of the first that the others lack, NULL: none. */
static const char *first_lacking(struct slice inputs, struct slice others, struct arena *memory)
{
	const char *path = NULL, *end = inputs.at + inputs.length;
	for (const char *at = inputs.at; at < end; at = strchr(at, '\n') + 1) {
		struct shard_line l = { .from = at + strlen("input"), .memory = memory };
		if (others.length > 0 &&
		    memmem(others.at, others.length, at, strcspn(at, "\n") + 1) != NULL)
			continue;
		shard_text(&l, &path);
		return path != NULL ? path : "an input"; /* a forged shard may have no path there */
	}
	return NULL;
}

static int check_same(const struct shard_file *a, const struct shard_file *b, struct arena *memory,
		      struct err *e)
{
	if (!slice_equal(a->call, b->call))
		return err_data(e,
				"%.400s: a shard of another command or other options than %.400s",
				b->in.path, a->in.path);
	const char *path = first_lacking(a->inputs, b->inputs, memory);
	path = path != NULL ? path : first_lacking(b->inputs, a->inputs, memory);
	if (path != NULL)
		return err_data(e, "%.300s: a shard of other inputs than %.300s: %.300s differs",
				b->in.path, a->in.path, path);
	if (a->count != b->count)
		return err_data(e, "%.400s: one of %zu shards, but %.400s is one of %zu",
				b->in.path, b->count, a->in.path, a->count);
	return 0;
}

static int find_numbers(struct shard_files *f, struct err *e)
{
	size_t count = f->file[0].count, missing = 0, first = 0;
	f->lines = arena_zeroed(&f->memory, count, sizeof *f->lines);
	if (f->lines == NULL)
		return err_memory(e);
	for (size_t i = 0; i < f->count; i++) {
		const struct shard_file *x = &f->file[i];
		if (f->lines[x->number].path != NULL)
			return err_data(e, "%.400s and %.400s: both are shard %zu of %zu",
					f->lines[x->number].path, x->in.path, x->number + 1, count);
		f->lines[x->number] = x->lines;
	}
	for (size_t i = count; i-- > 0;)
		if (f->lines[i].path == NULL) {
			first = i + 1;
			missing++;
		}
	if (missing > 1)
		return err_data(e, "shard %zu of %zu is missing, and so are %zu others", first,
				count, missing - 1);
	return missing == 0 ? 0 : err_data(e, "shard %zu of %zu is missing", first, count);
}

int shard_files_read(struct shard_files *f, const char *const *path, size_t count,
		     const char *version, struct err *e)
{
	*f = (struct shard_files){ .file = calloc(count, sizeof *f->file) };
	int result = f->file == NULL ? err_memory(e) : 0;
	for (; f->count < count && result == 0; f->count++) {
		struct shard_file *x = &f->file[f->count];
		if (read_file(x, path[f->count], version, &f->memory, e) < 0 ||
		    check_same(&f->file[0], x, &f->memory, e) < 0)
			result = -1;
	}
	if (result == 0 && find_numbers(f, e) == 0)
		return 0;
	shard_files_release(f);
	return -1;
}

void shard_files_release(struct shard_files *f)
{
	for (size_t i = 0; f->file != NULL && i < f->count; i++) {
		input_release(&f->file[i].in);
		free(f->file[i].setting);
	}
	free(f->file);
	arena_release(&f->memory);
}

int shard_files_check_inputs(const struct shard_files *f, const struct command_table *t, bool all,
			     struct err *e)
{
	const struct answered call = { .table = t,
				       .setting = f->file->setting,
				       .settings = f->file->settings };
	const struct slice then = f->file[0].inputs;
	struct buffer now = { 0 };
	struct arena memory = { 0 };
	int result = inputs_each(&call, all ? SIZE_MAX : t->merged_words, add_input, &now, e);
	const struct slice read = { now.text, now.length };
	const char *changed = first_lacking(read, then, &memory);
	const char *gone = all ? first_lacking(then, read, &memory) : NULL;
	if (result == 0 && (changed != NULL || gone != NULL))
		result = err_data(e, "%.600s: %s", changed != NULL ? changed : gone,
				  changed != NULL ? "has changed since the shards were made"
						  : "no longer exists");
	buffer_release(&now);
	arena_release(&memory);
	return result;
}

int command_write_part(const struct command *c, void *request, const struct output *out,
		       struct err *e)
{
	struct shard *s = command_shard(c, request);
	/* the answer of a part of the work would be wrong, so it goes nowhere */
	const struct output nowhere = { .quiet = true,
					.progress = out->progress,
					.asked = out->asked };
	struct buffer inputs = { 0 }, text = { 0 };
	int result = inputs_each(&out->asked, SIZE_MAX, add_input, &inputs, e);
	if (result == 0)
		result = c->run(request, &nowhere, e);
	if (result == 0)
		write_file(&text, PROGRAM_VERSION, &out->asked, &inputs, s);
	result = output_finish(out, &text, result, e);
	buffer_release(&s->text);
	buffer_release(&inputs);
	return result;
}
