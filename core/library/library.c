/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The public interface: options and inputs are kept as they were given, and each run fills a fresh
 * request from them, so that a handle can be asked again.
 */
#include <errno.h>

#include "core/base/array.h"
#include "core/base/host.h"
#include "core/output/call_inputs.h"
#include "core/base/system.h"
#include "core/engine/shard/shard.h"
#include "core/output/shard_file.h"
#include "core/library/handle.h"
#include "core/options/former.h"
#include "core/options/rules.h"
#include "core/output/provenance.h"
#include "readers/input.h"

/* ---- what is in memory: bytes and records ---- */

void handle_forget_memory(struct strat_eval *s)
{
	for (size_t i = 0; i < s->records_count; i++) {
		given_records_release(&s->records[i]->records);
		free(s->records[i]);
	}
	free(s->records);
	system_bytes_free(s->bytes);
	free(s->memory_files.file);
}

/* What must be there is not. Without a handle nobody can be told but by the status. */
static int missing(struct strat_eval *s, const char *what)
{
	if (s == NULL)
		return STRAT_EVAL_USAGE;
	s->err = (struct err){ 0 };
	err_usage(&s->err, "%s is missing (NULL)", what);
	return s->err.status;
}

/* Gives what is in memory a path; NULL: an error. */
static const char *add_memory(struct strat_eval *s, const char *name, struct memory_file x)
{
	struct memory_files *all = &s->memory_files;
	char path[64];
	snprintf(path, sizeof path, MEMORY_FOLDER "%zu", all->count);
	x.path = handle_text(s, path);
	x.name = handle_text(s, name);
	bool room = ARRAY_ROOM(all->file, all->count, all->room);
	if (x.path == NULL || x.name == NULL || !room) {
		err_memory(&s->err);
		return NULL;
	}
	all->file[all->count++] = x;
	return x.path;
}

PUBLIC const char *strat_eval_bytes(strat_eval *s, const char *name, const void *bytes, size_t size)
{
	if (s == NULL || (bytes == NULL && size > 0)) {
		missing(s, "what the bytes are");
		return NULL;
	}
	s->err = (struct err){ 0 };
	struct memory_file x = { .size = size };
	if (s->bytes == NULL && (s->bytes = system_bytes_new()) == NULL) {
		err_memory(&s->err);
		return NULL;
	}
	x.bytes = s->bytes;
	if (system_bytes_add(s->bytes, bytes, size, &x.begin) < 0) {
		err_io(&s->err, "cannot write to a file in memory: %s", strerror(errno));
		return NULL;
	}
	return add_memory(s, name != NULL ? name : "", x);
}

PUBLIC strat_eval_records *strat_eval_records_new(strat_eval *s, const char *name)
{
	if (s == NULL)
		return NULL;
	s->err = (struct err){ 0 };
	struct strat_eval_records *r = calloc(1, sizeof *r);
	if (r == NULL || !ARRAY_RESIZE(s->records, s->records_count + 1) ||
	    (r->path = add_memory(s, name != NULL ? name : "",
				  (struct memory_file){ .records = &r->records })) == NULL) {
		free(r);
		err_memory(&s->err);
		return NULL;
	}
	r->owner = s;
	r->records.name = s->memory_files.file[s->memory_files.count - 1].name;
	s->records[s->records_count++] = r;
	return r;
}

PUBLIC const char *strat_eval_name(strat_eval *s, const char *path, const char *name, int tag_first)
{
	if (s == NULL || path == NULL || name == NULL || name[0] == '\0') {
		missing(s, path == NULL ? "the path of a run" : "the name of a run");
		return NULL;
	}
	s->err = (struct err){ 0 };
	struct memory_file x = { .file = handle_text(s, path) }; /* unless it is in memory */
	const char *shown = path;
	for (size_t i = 0; i < s->memory_files.count; i++)
		if (strcmp(s->memory_files.file[i].path, path) == 0) {
			x = s->memory_files.file[i];
			shown = x.name;
		}
	x.run = handle_text(s, name);
	x.tag_first = tag_first != 0;
	return s->err.status == STATUS_OK ? add_memory(s, shown, x) : NULL;
}

PUBLIC const char *strat_eval_records_path(const strat_eval_records *r)
{
	return r != NULL ? r->path : NULL;
}

/* No name is an empty one, which is refused. */
static struct slice slice_given(const char *name, size_t length)
{
	return name != NULL ? (struct slice){ name, length } : slice_of("");
}

PUBLIC int strat_eval_records_topic(strat_eval_records *r, const char *topic, size_t length)
{
	if (r == NULL)
		return STRAT_EVAL_USAGE;
	r->owner->err.status = STATUS_OK;
	return given_records_topic(&r->records, slice_given(topic, length), &r->owner->err) < 0
		       ? r->owner->err.status
		       : STRAT_EVAL_OK;
}

PUBLIC int strat_eval_records_add(strat_eval_records *r, const char *document, size_t length,
				  double value)
{
	if (r == NULL)
		return STRAT_EVAL_USAGE;
	r->owner->err.status = STATUS_OK;
	return given_records_add(&r->records, slice_given(document, length), value,
				 &r->owner->err) < 0
		       ? r->owner->err.status
		       : STRAT_EVAL_OK;
}

PUBLIC int strat_eval_records_rank(strat_eval_records *r, double rank)
{
	if (r == NULL)
		return STRAT_EVAL_USAGE;
	return given_records_rank(&r->records, rank, &r->owner->err) < 0 ? r->owner->err.status
									 : STRAT_EVAL_OK;
}

PUBLIC void strat_eval_records_clear(strat_eval_records *r)
{
	if (r != NULL)
		given_records_clear(&r->records);
}

/* ---- questions and answers ---- */

/* A file that is shortened while it is mapped ends the process by a signal. */
const bool input_maps_files = false;

/*
 * Text and warnings.
 */

static int take_text(void *context, const char *text, size_t length, struct err *e)
{
	struct strat_eval *s = context;
	buffer_add(&s->text, text, length);
	return s->text.failed ? err_memory(e) : 0;
}

static void take_warning(void *context, const char *line)
{
	struct strat_eval *s = context;
	warnings_add(&s->warnings, "%s", line);
}

/* Rows, whose memory is kept for the next ones, and text, but not the warnings. */
static void forget_results(struct strat_eval *s)
{
	for (size_t i = 0; i < s->blocks; i++) {
		struct block *b = &s->block[i];
		arena_clear(&b->memory);
		*b = (struct block){ .memory = b->memory, .row = b->row, .room = b->room };
	}
	s->blocks = s->next_block = s->next_row = 0;
	buffer_release(&s->text);
	buffer_release(&s->said[0]);
	buffer_release(&s->said[1]);
}

static void forget_answer(struct strat_eval *s)
{
	forget_results(s);
	warnings_release(&s->warnings);
}

static void forget_request(struct strat_eval *s)
{
	if (s->request != NULL)
		options_release(s->command->table, s->request);
	free(s->request);
	s->request = NULL;
}

static void forget_kept(struct strat_eval *s)
{
	if (s->kept.own != NULL)
		s->kept.forget(s->kept.own);
	s->kept = (struct kept){ 0 };
	forget_request(s);
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
	if (command == NULL || command[0] == '\0')
		return NULL;
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
	warnings_release(&s->notes);
	for (size_t i = 0; i < s->blocks_made; i++) {
		arena_release(&s->block[i].memory);
		free(s->block[i].row);
	}
	free(s->block);
	forget_kept(s);
	handle_forget_memory(s);
	free(s->setting);
	arena_release(&s->memory);
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
	options_init(t, request);
	int result = setting_store(t, request, x, e);
	options_release(t, request);
	free(request);
	return result;
}

/* `o` is an option, or NULL for a word. What is set already is not kept twice. */
static int keep_setting(struct strat_eval *s, const struct command_option *o, const char *option,
			const char *value)
{
	struct setting x = { 0 };
	forget_kept(s);
	s->obeys = false;
	if (option != NULL && (x.option = handle_text(s, option)) == NULL)
		return s->err.status;
	if (value != NULL && (x.value = handle_text(s, value)) == NULL)
		return s->err.status;
	locale_t before = uselocale(s->locale);
	int keep = try_setting(s, &x, &s->err);
	if (keep == 0)
		keep = o == NULL ? 1 : option_repeated(o, value, s->setting, s->settings, &s->err);
	uselocale(before);
	if (keep > 0 && !ARRAY_RESIZE(s->setting, s->settings + 1))
		keep = err_memory(&s->err);
	if (keep > 0)
		s->setting[s->settings++] = x;
	return keep < 0 ? (int)s->err.status : STRAT_EVAL_OK;
}

/* An option by the name that it had: the one of today, with a warning when the question is asked;
 * 1: it is not needed. */
static int renew(struct strat_eval *s, const char **option, const char **value)
{
	bool takes;
	const char *now = option_now(s->command->table, *option, *value, &takes);
	if (now == NULL)
		return 0;
	struct buffer b = { 0 };
	former_renew(&b, now, *value != NULL ? *value : "");
	if (b.failed)
		return err_memory(&s->err);
	bool named = strncmp(b.text, "--", 2) == 0, left_out = !named && !takes;
	warnings_add(&s->notes, "%s is now %s", *option, b.text + (named ? strlen("--") : 0));
	if (takes && !named) {
		*option = NULL;
		buffer_release(&b);
		return 0;
	}
	char *own = strchr(b.text, '=');
	*value = own != NULL ? handle_text(s, own + 1) : NULL;
	b.text[strcspn(b.text, "=")] = '\0';
	*option = handle_text(s, b.text + strlen("--"));
	buffer_release(&b);
	return s->err.status == STATUS_OK ? left_out : -1;
}

PUBLIC int strat_eval_set(strat_eval *s, const char *option, const char *value)
{
	if (s == NULL || option == NULL)
		return missing(s, "the name of an option");
	struct option_place place;
	s->err = (struct err){ 0 };
	int left_out = renew(s, &option, &value);
	if (left_out > 0)
		return STRAT_EVAL_OK;
	if (option == NULL)
		return strat_eval_input(s, value);
	if (left_out < 0 || option_find(s->command->table, option, &place, &s->err) < 0)
		return s->err.status;
	const struct command_option *o = place.option;
	int status = keep_setting(s, o, o->name != NULL ? o->name : option, value);
	if (status == STRAT_EVAL_OK && o->name != NULL)
		s->formatted = s->formatted || strcmp(o->name, "format") == 0;
	return status;
}

PUBLIC int strat_eval_input(strat_eval *s, const char *path)
{
	if (s == NULL || path == NULL)
		return missing(s, "the path of an input");
	s->err = (struct err){ 0 };
	return keep_setting(s, NULL, NULL, path);
}

/* Fills a request from the settings. */
static int fill_request(struct strat_eval *s, struct err *e)
{
	const struct command_table *t = s->command->table;
	s->request = calloc(1, t->size);
	if (s->request == NULL)
		return err_memory(e);
	int result = s->obeys ? 0 : option_rules_check(t, s->setting, s->settings, e);
	s->obeys = result == 0;
	if (result == 0)
		result = options_fill(t, s->request, s->setting, s->settings, e);
	if (result == 0 && s->memory_files.count > 0 && command_is_part(s->command, s->request))
		result = err_usage(e, "--shard: merge reads the inputs again, so they cannot be "
				      "bytes in memory or renamed runs");
	return result;
}

static int ask(struct strat_eval *s, struct err *e)
{
	const struct command *c = s->command;
	struct output out = { .context = s,
			      .expect = s->formatted ? NULL : handle_expect_blocks,
			      .line = s->formatted ? NULL : handle_take_record,
			      .write = take_text,
			      .warn = take_warning,
			      .kept = &s->kept };
	if (s->kept.own == NULL || !s->kept.same(s->kept.own))
		forget_request(s);
	out.asked = (struct answered){ c->table, NULL, s->setting, s->settings };
	struct provenance p = { .out = out };
	int result = 0;
	if (s->request == NULL) /* else it was asked before, without provenance */
		result = fill_request(s, e) < 0 ? -1 : provenance_begin(&p, &out, e);
	bool again = p.text.length == 0;
	if (result == 0)
		result = command_is_part(c, s->request)
				 ? command_write_part(c, s->request, &p.out, e)
				 : c->run(s->request, &p.out, e);
	result = provenance_end(&p, result, e);
	if (result == 0)
		result = handle_tell_apart(s, e);
	if (result == 0)
		result = warnings_check(&s->warnings, e);
	if (result < 0 || !again)
		forget_kept(s);
	return result;
}

PUBLIC int strat_eval_run(strat_eval *s)
{
	if (s == NULL)
		return STRAT_EVAL_USAGE;
	forget_answer(s);
	for (size_t i = 0; i < s->notes.count; i++)
		warnings_add(&s->warnings, "%s", s->notes.line[i]);
	s->err.status = STATUS_OK;
	const struct host host = { &s->memory_files, &s->stopped, s->own_family, s, s->said },
			  *outer = host_get();
	locale_t before = uselocale(s->locale);
	host_set(&host);
	int result = ask(s, &s->err);
	host_set(outer);
	uselocale(before);
	if (result == 0)
		return s->err.status; /* a gate may have decided */
	forget_results(s);	      /* of the runs before the one that is wrong */
	return s->err.status;
}

PUBLIC void strat_eval_stop(strat_eval *s)
{
	if (s != NULL)
		atomic_store(&s->stopped, true);
}

/*
 * The answer.
 */

PUBLIC int strat_eval_next(strat_eval *s, struct strat_eval_row *row)
{
	if (s == NULL || row == NULL)
		return 0;
	while (s->next_block < s->blocks && s->next_row == s->block[s->next_block].count) {
		s->next_block++;
		s->next_row = 0;
	}
	if (s->next_block == s->blocks)
		return 0;
	*row = s->block[s->next_block].row[s->next_row++].given;
	return 1;
}

PUBLIC const char *strat_eval_asked(const strat_eval *s)
{
	return s != NULL && s->next_row > 0 ? s->block[s->next_block].row[s->next_row - 1].asked
					    : NULL;
}

PUBLIC const char *strat_eval_text(const strat_eval *s, size_t *length)
{
	if (length != NULL)
		*length = s != NULL ? s->text.length : 0;
	return s != NULL && s->text.text != NULL ? s->text.text : "";
}

PUBLIC const char *strat_eval_report(const strat_eval *s)
{
	const char *sentences = s != NULL ? s->said[0].text : "",
		   *notes = s != NULL ? s->said[1].text : "";
	return sentences != NULL ? sentences : notes != NULL ? notes : "";
}

PUBLIC uint64_t strat_eval_digest(strat_eval *s)
{
	uint64_t digest = 0;
	const struct host host = { .files = &s->memory_files }, *outer = host_get();
	host_set(&host);
	for (size_t i = 0; i < s->memory_files.count; i++) {
		struct checksum x;
		struct err ignored = { 0 };
		if (checksum_of(s->memory_files.file[i].path, &x, &ignored) == 0)
			digest = digest * 31 + x.hash;
	}
	host_set(outer);
	return digest;
}

PUBLIC const char *strat_eval_warning(const strat_eval *s, size_t number)
{
	return s != NULL && number < s->warnings.count ? s->warnings.line[number] : NULL;
}

PUBLIC const char *strat_eval_error(const strat_eval *s)
{
	if (s == NULL)
		return "no handle (NULL)";
	return s->err.status == STATUS_OK ? "" : s->err.text;
}
