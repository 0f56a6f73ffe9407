/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/base/hash.h"
#include "core/base/system.h"
#include "core/output/call_inputs.h"
#include "core/options/options.h"
#include "core/stats/coverage/scenario.h"
#include "readers/input.h"
#include "readers/memory.h"

/* Where inputs go. */
struct receiver {
	input_taken *take;
	void *context;
};

static int add_file(const struct receiver *r, const char *path, struct err *e)
{
	struct checksum x;
	if (checksum_of(path, &x, e) < 0)
		return -1;
	bool read = x.is_file || x.once || strcmp(path, "-") == 0 || shown_path(path) != path;
	return read ? r->take(r->context, path, &x, e) : 0;
}

/* Names with commas between, of scenarios or files. */
static int add_scenarios(const struct receiver *r, const char *names, struct err *e)
{
	int result = 0;
	struct slice item;
	while (result == 0 && next_item(&names, &item)) {
		char *name = strndup(item.at, item.length);
		if (name == NULL)
			return err_memory(e);
		if (scenario_find(name) == NULL)
			result = add_file(r, name, e);
		free(name);
	}
	return result;
}

static bool is_word(const struct answered *a, const char *text)
{
	for (size_t i = 0; i < a->settings; i++)
		if (a->setting[i].option == NULL && strcmp(a->setting[i].value, text) == 0)
			return true;
	return false;
}

static int add_option(const struct receiver *r, const struct answered *a, const struct setting *x,
		      struct err *e)
{
	struct option_place p;
	if (option_find(a->table, x->option, &p, e) < 0)
		return -1;
	if (p.option->name != NULL && strcmp(p.option->name, "scenario") == 0)
		return add_scenarios(r, x->value, e);
	if (p.option->name != NULL && strcmp(p.option->name, "topic") == 0 && x->value[0] == '@')
		return add_file(r, x->value + 1, e);
	if (p.option->name != NULL && strcmp(p.option->name, "baseline") == 0)
		return is_word(a, x->value) ? 0 : add_file(r, x->value, e);
	bool counts = p.option->repeat != REPEAT_LAST ||
		      setting_find(a->setting, a->settings, x->option) == x;
	return option_is_input(p.option) && counts && x->value != NULL ? add_file(r, x->value, e)
								       : 0;
}

int inputs_each(const struct answered *a, size_t words, input_taken *take, void *context,
		struct err *e)
{
	const struct receiver r = { take, context };
	size_t word = 0;
	int result = 0;
	for (size_t i = 0; i < a->settings && result == 0; i++)
		if (a->setting[i].option == NULL && word++ < words)
			result = add_file(&r, a->setting[i].value, e);
	for (size_t i = 0; i < a->settings && result == 0; i++)
		if (a->setting[i].option != NULL)
			result = add_option(&r, a, &a->setting[i], e);
	return result;
}

void setting_text(struct buffer *b, const struct setting *s)
{
	const char *value = s->value != NULL ? s->value : "", *list = value[0] == '@' ? "@" : "";
	value += strlen(list);			  /* --topic=@FILE */
	bool file = shown_path(value) != value || /* in memory */
		    (strchr(value, '/') != NULL && system_look(value, NULL) == SYSTEM_FILE);
	buffer_print(b, "--%s%s%s%s", s->option, s->value != NULL ? "=" : "", list,
		     file ? shown_file_name(value) : value);
}

static int add_bytes(int file, const char *path, struct checksum *x, struct err *e)
{
	char bytes[1 << 13];
	XXH64_state_t state;
	ptrdiff_t got;
	XXH64_reset(&state, 0);
	while ((got = system_read(file, bytes, sizeof bytes)) != 0) {
		if (got < 0)
			return err_io(e, "%.600s: cannot read: %s", path, strerror(errno));
		XXH64_update(&state, bytes, (size_t)got);
		x->size += (uint64_t)got;
	}
	x->hash = XXH64_digest(&state);
	return 0;
}

/* Bytes in memory. */
static int memory_checksum(const struct memory_file *m, struct checksum *x, struct err *e)
{
	if (m->file != NULL)
		return checksum_of(m->file, x, e);
	if (m->records != NULL) {
		x->is_file = true;
		x->hash = given_records_hash(m->records, &x->size);
		return 0;
	}
	void *bytes = system_pages(m->size + 1);
	if (bytes == NULL)
		return err_memory(e);
	if (system_bytes_map(m->bytes, m->begin, m->size, bytes) < 0) {
		system_pages_release(bytes, m->size + 1);
		return err_memory(e);
	}
	*x = (struct checksum){ .is_file = true,
				.size = m->size,
				.hash = hash_lasting(bytes, m->size, 0) };
	system_pages_release(bytes, m->size + 1);
	return 0;
}

int checksum_of(const char *path, struct checksum *x, struct err *e)
{
	const struct memory_file *m = memory_file_find(path);
	*x = (struct checksum){ 0 };
	if (m != NULL)
		return memory_checksum(m, x, e);
	enum system_kind kind = system_look(path, NULL);
	x->once = kind == SYSTEM_SPECIAL;
	int file = kind == SYSTEM_FILE ? system_open(path) : -1;
	if (file < 0)
		return 0;
	x->is_file = true;
	int result = add_bytes(file, path, x, e);
	system_close(file);
	return result;
}
