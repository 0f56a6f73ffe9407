/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/base/hash.h"
#include "core/output/call_inputs.h"
#include "core/output/shard_file.h"

/*
 * The head, which is written and read.
 */

static const char format[] = "strat_eval shard";

static void input_fields(struct shard_line *l, struct shard_input *x)
{
	SHARD_FIELDS(l, &x->path, &x->sum);
	l->wrong = l->wrong || x->path == NULL || x->sum == NULL;
}

static void head_fields(struct shard_line *l, struct shard_head *h)
{
	SHARD_FIELDS(l, &h->version, &h->number, &h->count);
	h->call.at = l->from;
	SHARD_FIELD(l, &h->command);
	SHARD_LIST(l, struct setting, h->setting, &h->settings,
		   SHARD_FIELDS(l, &x->option, &x->value));
	h->call.length = l->to != NULL ? 0 : (size_t)(l->from - h->call.at);
	SHARD_LIST(l, struct shard_input, h->input, &h->inputs, input_fields(l, x));
	l->wrong = l->wrong || h->version == NULL || h->command == NULL || h->number < 1 ||
		   h->number > h->count;
}

/*
 * The head of a call.
 */

static int add_input(void *context, const char *path, const struct checksum *x, struct err *e)
{
	struct shard_head *h = context;
	if (is_stdin(path) || x->once)
		return err_usage(e,
				 "--shard: '%.200s' can be read only once, but each shard reads "
				 "it, and merge again: name a file",
				 path);
	const struct shard_input own = { arena_copy(&h->memory, slice_of(path)),
					 arena_print(&h->memory, "%llu %016llx",
						     (unsigned long long)x->size,
						     (unsigned long long)x->hash) };
	if (own.path == NULL || own.sum == NULL || !ARRAY_RESIZE(h->input, h->inputs + 1))
		return err_memory(e);
	h->input[h->inputs++] = own;
	return 0;
}

/* With all settings except --jobs and --shard, which change nothing in the result, and the inputs,
 * `words` of the arguments at most. Released in any case. */
static int make_head(struct shard_head *h, const struct answered *asked, size_t words,
		     struct err *e)
{
	h->setting = arena_zeroed(&h->memory, asked->settings + 1, sizeof *h->setting);
	if (h->setting == NULL)
		return err_memory(e);
	for (size_t i = 0; i < asked->settings; i++)
		if (!setting_is_effort(&asked->setting[i]))
			h->setting[h->settings++] = asked->setting[i];
	return inputs_each(asked, words, add_input, h, e);
}

static void release_head(struct shard_head *h)
{
	free(h->input);
	arena_release(&h->memory);
}

/* The path of the first input that the other lacks; NULL: none. It has it at the same place, or
 * behind it. */
static const char *first_lacking(const struct shard_head *x, const struct shard_head *other)
{
	for (size_t i = 0; i < x->inputs; i++) {
		bool found = false;
		for (size_t k = 0; k < other->inputs && !found; k++) {
			const struct shard_input *y = &other->input[(i + k) % other->inputs];
			found = strcmp(x->input[i].sum, y->sum) == 0 &&
				strcmp(x->input[i].path, y->path) == 0;
		}
		if (!found)
			return x->input[i].path;
	}
	return NULL;
}

int shard_files_check_inputs(const struct shard_files *f, const struct command_table *t, bool all,
			     struct err *e)
{
	const struct answered call = { .table = t,
				       .setting = f->head.setting,
				       .settings = f->head.settings };
	struct shard_head now = { 0 };
	int result = make_head(&now, &call, all ? SIZE_MAX : t->merged_words, e);
	const char *changed = first_lacking(&now, &f->head);
	const char *gone = all ? first_lacking(&f->head, &now) : NULL;
	if (result == 0 && (changed != NULL || gone != NULL))
		result = err_data(e, "%.600s: %s", changed != NULL ? changed : gone,
				  changed != NULL ? "has changed since the shards were made"
						  : "no longer exists");
	release_head(&now);
	return result;
}

/*
 * Writing.
 */

/* A file whose items are written. */
static void write_file(struct buffer *to, struct shard_head *h, const struct buffer *items)
{
	struct shard_line l = { .to = to };
	buffer_text(to, format);
	head_fields(&l, h);
	buffer_text(to, "\n");
	buffer_add(to, items->text, items->length);
	to->failed = to->failed || items->failed;
	if (!to->failed)
		buffer_print(to, "end\t%016llx\n",
			     (unsigned long long)hash_name((struct slice){ to->text, to->length }));
}

int command_write_part(const struct command *c, void *request, const struct output *out,
		       struct err *e)
{
	struct shard *s = command_shard(c, request);
	/* the answer of a part of the work would be wrong, so it goes nowhere */
	const struct output nowhere = { .quiet = true,
					.progress = out->progress,
					.asked = out->asked };
	struct shard_head h = { .version = PROGRAM_VERSION,
				.command = c->table->name,
				.number = s->number + 1,
				.count = s->count };
	struct buffer text = { 0 };
	int result = make_head(&h, &out->asked, SIZE_MAX, e);
	if (result == 0)
		result = c->run(request, &nowhere, e);
	if (result == 0)
		write_file(&text, &h, &s->text);
	result = output_finish(out, &text, result, e);
	buffer_release(&s->text);
	release_head(&h);
	return result;
}

/*
 * Reading.
 */

/* The last line has the checksum of all before it. */
static int check_end(const struct input *in, struct err *e)
{
	size_t last = in->size;
	while (last > 0 && (last == in->size || in->bytes[last - 1] != '\n'))
		last--;
	char expected[64];
	snprintf(expected, sizeof expected, "end\t%016llx\n",
		 (unsigned long long)hash_name((struct slice){ in->bytes, last }));
	if (in->size == 0 || strncmp(in->bytes + last, expected, 4) != 0 ||
	    in->bytes[in->size - 1] != '\n')
		return err_data(e,
				"%.600s: the shard is not complete: its last line is missing (run "
				"that part again)",
				in->path);
	if (strcmp(in->bytes + last, expected) != 0)
		return err_data(e,
				"%.600s: the shard was changed: its checksum is not that of its "
				"last line",
				in->path);
	return 0;
}

static int read_file(struct input *in, struct shard_head *h, struct shard_lines *items,
		     const char *path, struct arena *memory, struct err *e)
{
	if (input_read(in, path, e) < 0)
		return -1;
	if (in->size > 0 && strncmp(in->bytes, format, strlen(format)) != 0)
		return err_data(e, "%.600s: not a shard of strat_eval", in->path);
	*items = (struct shard_lines){ in->path, in->bytes, 1 };
	struct shard_line l = shard_line_after(items, format);
	l.memory = memory;
	head_fields(&l, h);
	if (*l.end == '\n' && h->version != NULL && strcmp(h->version, PROGRAM_VERSION) != 0)
		return err_data(e, "%.600s: a shard of version %.50s, but this program is %s",
				in->path, h->version, PROGRAM_VERSION);
	if (check_end(in, e) < 0)
		return -1;
	return shard_line_end(&l, e);
}

static int check_same(const struct shard_files *f, const char *path, const struct shard_head *b,
		      struct err *e)
{
	const struct shard_head *a = &f->head;
	const char *first = f->in[0].path;
	if (!slice_equal(a->call, b->call))
		return err_data(e,
				"%.400s: a shard of another command or other options than %.400s",
				path, first);
	const char *differs = first_lacking(a, b);
	differs = differs != NULL ? differs : first_lacking(b, a);
	if (differs != NULL)
		return err_data(e, "%.300s: a shard of other inputs than %.300s: %.300s differs",
				path, first, differs);
	if (a->count != b->count)
		return err_data(e, "%.400s: one of %zu shards, but %.400s is one of %zu", path,
				b->count, first, a->count);
	return 0;
}

/* One more file; the first makes room for as many as it is one of. */
static int add_file(struct shard_files *f, const char *path, struct err *e)
{
	struct shard_head h = { 0 };
	struct shard_lines items;
	struct input *in = &f->in[f->count++];
	if (read_file(in, &h, &items, path, &f->memory, e) < 0)
		return -1;
	if (f->count == 1) {
		f->head = h;
		f->lines = arena_zeroed(&f->memory, h.count, sizeof *f->lines);
	}
	if (f->lines == NULL)
		return err_memory(e);
	if (check_same(f, in->path, &h, e) < 0)
		return -1;
	if (f->lines[h.number - 1].path != NULL)
		return err_data(e, "%.400s and %.400s: both are shard %zu of %zu",
				f->lines[h.number - 1].path, in->path, h.number, h.count);
	f->lines[h.number - 1] = items;
	return 0;
}

static int check_all_there(const struct shard_files *f, struct err *e)
{
	size_t first = 1, all = f->head.count, missing = all - f->count;
	if (missing == 0)
		return 0;
	while (f->lines[first - 1].path != NULL)
		first++;
	return missing == 1 ? err_data(e, "shard %zu of %zu is missing", first, all)
			    : err_data(e, "shard %zu of %zu is missing, and so are %zu others",
				       first, all, missing - 1);
}

int shard_files_read(struct shard_files *f, const char *const *path, size_t count, struct err *e)
{
	*f = (struct shard_files){ .in = calloc(count, sizeof *f->in) };
	int result = f->in == NULL ? err_memory(e) : 0;
	while (f->count < count && result == 0)
		result = add_file(f, path[f->count], e);
	if (result == 0)
		result = check_all_there(f, e);
	if (result < 0)
		shard_files_release(f);
	return result;
}

void shard_files_release(struct shard_files *f)
{
	for (size_t i = 0; f->in != NULL && i < f->count; i++)
		input_release(&f->in[i]);
	free(f->in);
	arena_release(&f->memory);
}
