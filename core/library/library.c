/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The public interface: options and inputs are kept as they were given, and each run fills a fresh
 * request from them, so that a handle can be asked again.
 */
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/arena.h"
#include "core/base/array.h"
#include "core/base/escape.h"
#include "core/engine/shard/shard.h"
#include "core/engine/shard/sharded.h"
#include "core/library/strat_eval.h"
#include "core/output/score_lines.h"
#include "readers/input.h"

#define PUBLIC __attribute__((visibility("default")))

/* A file that is shortened while it is mapped ends the process by a signal. */
const bool input_maps_files = false;

/* Bytes in memory that have a path. */
struct memory_file {
	int file;
	const char *path, *name;
};

/* Rows of a run, or of a comparison. */
struct block {
	struct arena memory;
	struct strat_eval_row *row;
	size_t count, room;
	const char *shared[8]; /* texts that many rows have: the last copy of each kind */
};

struct strat_eval {
	const struct command *command;
	locale_t locale;
	struct arena memory; /* of settings */
	struct setting *setting;
	size_t settings;
	struct memory_file *bytes;
	size_t files;
	bool formatted; /* text is wanted */
	bool html;	/* and it is a page */
	/* the answer */
	struct block *block;
	size_t blocks, next_block, next_row;
	struct buffer text;
	struct warnings warnings;
	struct err err;
	struct buffer message; /* with names in place of paths */
};

/*
 * Names of bytes in memory.
 */

#define MEMORY_FOLDER "/proc/self/fd/"

/* What the caller calls the file of a path; NULL: it is none of these files. */
static const char *name_of(const struct strat_eval *s, struct slice path)
{
	for (size_t i = 0; i < s->files; i++)
		if (slice_equal(path, slice_of(s->bytes[i].path)))
			return s->bytes[i].name;
	return NULL;
}

/*
 * Rows.
 */

enum { RUN, OTHER, TOPIC, METHOD, DESIGN, ESTIMATOR, FILE_NAME, TAIL };

static const char *copy(struct block *b, const char *text, bool *failed)
{
	const char *own = text != NULL ? arena_copy(&b->memory, slice_of(text)) : NULL;
	*failed = *failed || (text != NULL && own == NULL);
	return own;
}

/* A copy of a text, or the last one if the same text is given again. */
static const char *shared_copy(struct block *b, int which, const char *text, bool *failed)
{
	const char **last = &b->shared[which];
	if (text == NULL)
		return NULL;
	if (*last == NULL || strcmp(*last, text) != 0)
		*last = copy(b, text, failed);
	return *last;
}

static struct strat_eval_row *new_row(struct block *b)
{
	return ARRAY_ROOM(b->row, b->count, b->room) ? &b->row[b->count++] : NULL;
}

/* A row of a value without its bounds. */
static struct strat_eval_row *add_row(struct strat_eval *s, struct block *b,
				      const struct score_line *l)
{
	const char *file = l->file != NULL ? name_of(s, slice_of(l->file)) : NULL;
	bool failed = false, pair = l->run[0] != NULL;
	struct strat_eval_row *r = new_row(b);
	if (r == NULL)
		return NULL;
	*r = (struct strat_eval_row){
		.run = shared_copy(b, RUN, l->run[pair ? 0 : 1], &failed),
		.other = pair ? shared_copy(b, OTHER, l->run[1], &failed) : NULL,
		.topic = shared_copy(b, TOPIC, l->topic, &failed),
		.measure = score_line_name(&b->memory, l, l->measure),
		.value = l->kind == RECORD_TEXT ? NAN : l->number,
		.text = l->kind == RECORD_TEXT ? copy(b, l->text, &failed) : NULL,
		.lower = NAN,
		.upper = NAN,
		.level = l->method != NULL ? l->level : NAN,
		.method = shared_copy(b, METHOD, l->method, &failed),
		.tail = shared_copy(b, TAIL, l->method != NULL ? l->tail : NULL, &failed),
		.n = l->n > 0 ? l->n : -1,
		.design = shared_copy(b, DESIGN, l->design, &failed),
		.estimator = shared_copy(b, ESTIMATOR, l->estimator, &failed),
		.file = shared_copy(b, FILE_NAME, file != NULL ? file : l->file, &failed),
	};
	return failed || r->measure == NULL ? NULL : r;
}

/* A bound joins the row of its value, or a copy of that row if it has bounds by another method. */
static bool add_bound(struct block *b, size_t row, const struct score_line *l,
		      const struct score_end *x)
{
	bool failed = false;
	const char *method = b->row[b->count - 1].method;
	if (method != NULL && strcmp(method, x->method) != 0) {
		if (new_row(b) == NULL)
			return false;
		b->row[b->count - 1] = b->row[row];
		b->row[b->count - 1].lower = b->row[b->count - 1].upper = NAN;
	}
	struct strat_eval_row *r = &b->row[b->count - 1];
	*(x->kind == END_UPPER ? &r->upper : &r->lower) = x->number;
	r->level = l->level;
	r->method = shared_copy(b, METHOD, x->method, &failed);
	r->tail = shared_copy(b, TAIL, l->tail, &failed);
	return !failed;
}

/* A value, and what is said of it: in rows of their own standard errors, and bounds without a
 * value. */
static bool take_record(void *context, size_t block, const struct score_line *l)
{
	struct strat_eval *s = context;
	struct block *b = &s->block[block];
	size_t row = b->count;
	if (!l->hidden && add_row(s, b, l) == NULL)
		return false;
	for (size_t i = 0; i < l->ends; i++)
		if (!l->hidden && l->end[i].kind != END_ERROR && !add_bound(b, row, l, &l->end[i]))
			return false;
	for (size_t i = 0; i < l->ends; i++) {
		const struct score_line own = score_line_of_end(l, &l->end[i]);
		if ((l->hidden || l->end[i].kind == END_ERROR) && add_row(s, b, &own) == NULL)
			return false;
	}
	return true;
}

static bool expect_blocks(void *context, size_t blocks)
{
	struct strat_eval *s = context;
	s->block = calloc(blocks + 1, sizeof *s->block);
	s->blocks = s->block != NULL ? blocks : 0;
	return s->block != NULL;
}

/*
 * Text and warnings.
 */

/* Puts the names of bytes in memory in place of their paths. */
static void name_files(const struct strat_eval *s, const char *text, size_t length, bool html,
		       struct buffer *b)
{
	const char *end = text + length, *at;
	while ((at = memmem(text, (size_t)(end - text), MEMORY_FOLDER, strlen(MEMORY_FOLDER))) !=
	       NULL) {
		size_t path = strlen(MEMORY_FOLDER);
		while (at + path < end && at[path] >= '0' && at[path] <= '9')
			path++;
		const char *name = name_of(s, (struct slice){ at, path });
		buffer_add(b, text, (size_t)(at - text));
		if (name != NULL && html)
			escape_html(b, name);
		else
			buffer_add(b, name != NULL ? name : at, name != NULL ? strlen(name) : path);
		text = at + path;
	}
	buffer_add(b, text, (size_t)(end - text));
}

static int take_text(void *context, const char *text, size_t length, struct err *e)
{
	struct strat_eval *s = context;
	name_files(s, text, length, s->html, &s->text);
	return s->text.failed ? err_memory(e) : 0;
}

static void take_warning(void *context, const char *line)
{
	struct strat_eval *s = context;
	struct buffer b = { 0 };
	name_files(s, line, strlen(line), false, &b);
	if (b.failed)
		s->warnings.failed = true;
	else
		warnings_add(&s->warnings, "%.*s", (int)b.length, b.text);
	buffer_release(&b);
}

/* Rows and text, but not the warnings. */
static void forget_results(struct strat_eval *s)
{
	for (size_t i = 0; i < s->blocks; i++) {
		arena_release(&s->block[i].memory);
		free(s->block[i].row);
	}
	free(s->block);
	s->block = NULL;
	s->blocks = s->next_block = s->next_row = 0;
	buffer_release(&s->text);
}

static void forget_answer(struct strat_eval *s)
{
	forget_results(s);
	warnings_release(&s->warnings);
}

/* What went wrong, told with the names that the caller knows. */
static int failed(struct strat_eval *s)
{
	buffer_release(&s->message);
	name_files(s, s->err.text, strlen(s->err.text) + 1, false, &s->message);
	return s->err.status;
}

/*
 * Handles.
 */

PUBLIC const char *strat_eval_version(void)
{
	return PROGRAM_VERSION;
}

PUBLIC strat_eval *strat_eval_new(const char *command)
{
	bool evaluates = strcmp(command, "evaluate") == 0;
	const struct command *c = command_find(evaluates ? "" : command);
	struct strat_eval *s = c != NULL ? calloc(1, sizeof *s) : NULL;
	if (s == NULL)
		return NULL;
	s->command = c;
	s->locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (s->locale == (locale_t)0) {
		free(s);
		return NULL;
	}
	return s;
}

PUBLIC void strat_eval_free(strat_eval *s)
{
	if (s == NULL)
		return;
	forget_answer(s);
	for (size_t i = 0; i < s->files; i++)
		close(s->bytes[i].file);
	free(s->bytes);
	free(s->setting);
	arena_release(&s->memory);
	buffer_release(&s->message);
	freelocale(s->locale);
	free(s);
}

/*
 * The question.
 */

/* Tries a setting, so that an error is told where it was made. */
static int try_setting(const struct strat_eval *s, const struct setting *x, struct err *e)
{
	const struct command_table *t = s->command->table;
	void *request = calloc(1, t->size);
	if (request == NULL)
		return err_memory(e);
	t->init(request);
	int result = setting_store(t, request, x, e);
	options_release(t, request);
	free(request);
	return result;
}

static const char *kept_text(struct strat_eval *s, const char *text)
{
	const char *own = arena_copy(&s->memory, slice_of(text));
	if (own == NULL)
		err_memory(&s->err);
	return own;
}

static int keep_setting(struct strat_eval *s, const char *option, const char *value)
{
	struct setting x = { 0 };
	s->err = (struct err){ 0 };
	if (option != NULL && (x.option = kept_text(s, option)) == NULL)
		return failed(s);
	if (value != NULL && (x.value = kept_text(s, value)) == NULL)
		return failed(s);
	locale_t before = uselocale(s->locale);
	int result = try_setting(s, &x, &s->err);
	uselocale(before);
	if (result == 0 && !ARRAY_RESIZE(s->setting, s->settings + 1))
		result = err_memory(&s->err);
	if (result < 0)
		return failed(s);
	s->setting[s->settings++] = x;
	return STRAT_EVAL_OK;
}

PUBLIC int strat_eval_set(strat_eval *s, const char *option, const char *value)
{
	struct option_place place;
	int status = keep_setting(s, option, value);
	struct err ignored = { 0 };
	if (status == STRAT_EVAL_OK &&
	    option_find(s->command->table, option, &place, &ignored) == 0 &&
	    place.option->name != NULL && strcmp(place.option->name, "format") == 0) {
		s->formatted = true;
		s->html = strcmp(value, "html") == 0;
	}
	return status;
}

PUBLIC int strat_eval_input(strat_eval *s, const char *path)
{
	return keep_setting(s, NULL, path);
}

/* A file in memory that nobody can shorten, so that it can be mapped. */
static int memory_file(const char *name, const void *bytes, size_t size)
{
	int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
	const char *from = bytes;
	for (size_t done = 0; file >= 0 && done < size;) {
		ssize_t length = write(file, from + done, size - done);
		if (length < 0) {
			close(file);
			return -1;
		}
		done += (size_t)length;
	}
	if (file >= 0)
		fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
	return file;
}

PUBLIC const char *strat_eval_bytes(strat_eval *s, const char *name, const void *bytes, size_t size)
{
	s->err = (struct err){ 0 };
	bool room = ARRAY_RESIZE(s->bytes, s->files + 1);
	struct memory_file x = { .name = kept_text(s, name) };
	char path[64];
	x.file = room && x.name != NULL ? memory_file("strat_eval", bytes, size) : -1;
	if (x.file >= 0) {
		snprintf(path, sizeof path, MEMORY_FOLDER "%d", x.file);
		x.path = kept_text(s, path);
	}
	if (x.path == NULL) {
		if (x.file >= 0)
			close(x.file);
		err_memory(&s->err);
		failed(s);
		return NULL;
	}
	s->bytes[s->files++] = x;
	return x.path;
}

static int ask(struct strat_eval *s, struct err *e)
{
	const struct command_table *t = s->command->table;
	const struct output out = { .context = s,
				    .expect = s->formatted ? NULL : expect_blocks,
				    .line = s->formatted ? NULL : take_record,
				    .write = take_text,
				    .warn = take_warning };
	void *request = calloc(1, t->size);
	if (request == NULL)
		return err_memory(e);
	t->init(request);
	int result = 0;
	for (size_t i = 0; i < s->settings && result == 0; i++)
		result = setting_store(t, request, &s->setting[i], e);
	if (result == 0 && t->check != NULL)
		result = t->check(request, e);
	struct shard *shard = command_shard(s->command, request);
	if (result == 0 && s->files > 0 && shard != NULL && shard->count > 0)
		result = err_usage(e, "--shard: merge reads the inputs again, and bytes in memory "
				      "have no file");
	if (result == 0)
		result = command_answer(s->command, request, s->setting, s->settings, &out, e);
	if (result == 0)
		result = warnings_check(&s->warnings, e);
	options_release(t, request);
	free(request);
	return result;
}

PUBLIC int strat_eval_run(strat_eval *s)
{
	forget_answer(s);
	s->err = (struct err){ 0 };
	locale_t before = uselocale(s->locale);
	int result = ask(s, &s->err);
	uselocale(before);
	if (result == 0)
		return STRAT_EVAL_OK;
	forget_results(s); /* of the runs before the one that is wrong */
	return failed(s);
}

/*
 * The answer.
 */

PUBLIC int strat_eval_next(strat_eval *s, struct strat_eval_row *row)
{
	while (s->next_block < s->blocks && s->next_row == s->block[s->next_block].count) {
		s->next_block++;
		s->next_row = 0;
	}
	if (s->next_block == s->blocks)
		return 0;
	*row = s->block[s->next_block].row[s->next_row++];
	return 1;
}

PUBLIC const char *strat_eval_text(const strat_eval *s, size_t *length)
{
	if (length != NULL)
		*length = s->text.length;
	return s->text.text != NULL ? s->text.text : "";
}

PUBLIC const char *strat_eval_warning(const strat_eval *s, size_t number)
{
	return number < s->warnings.count ? s->warnings.line[number] : NULL;
}

PUBLIC const char *strat_eval_error(const strat_eval *s)
{
	if (s->err.status == STATUS_OK)
		return "";
	return s->message.failed || s->message.text == NULL ? s->err.text : s->message.text;
}
