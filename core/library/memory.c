/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Input in memory: bytes and records.
 */
#include <errno.h>

#include "core/base/array.h"
#include "core/base/system.h"
#include "core/library/handle.h"

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

PUBLIC const char *strat_eval_records_path(const strat_eval_records *r)
{
	return r->path;
}

/* No name is an empty one, which is refused. */
static struct slice slice_given(const char *name, size_t length)
{
	return name != NULL ? (struct slice){ name, length } : slice_of("");
}

PUBLIC int strat_eval_records_topic(strat_eval_records *r, const char *topic, size_t length)
{
	r->owner->err.status = STATUS_OK;
	return given_records_topic(&r->records, slice_given(topic, length), &r->owner->err) < 0
		       ? r->owner->err.status
		       : STRAT_EVAL_OK;
}

PUBLIC int strat_eval_records_add(strat_eval_records *r, const char *document, size_t length,
				  double value)
{
	r->owner->err.status = STATUS_OK;
	return given_records_add(&r->records, slice_given(document, length), value,
				 &r->owner->err) < 0
		       ? r->owner->err.status
		       : STRAT_EVAL_OK;
}

PUBLIC void strat_eval_records_clear(strat_eval_records *r)
{
	given_records_clear(&r->records);
}
