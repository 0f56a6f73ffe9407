/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/options/command.h"
#include "core/base/system.h"
#include "core/output/provenance.h"
#include "readers/input.h"

/* ---- the object ---- */

static int add_input(void *context, const char *path, const struct checksum *x, struct err *e)
{
	struct buffer *b = context;
	(void)e;
	buffer_print(b, "%s{\"name\":", b->text[b->length - 1] == '[' ? "" : ",");
	escape_json(b, shown_file_name(path));
	if (x->is_file)
		buffer_print(b, ",\"bytes\":%llu,\"xxh64\":\"%016llx\"}",
			     (unsigned long long)x->size, (unsigned long long)x->hash);
	else /* it was read once */
		buffer_print(b, ",\"bytes\":null,\"xxh64\":null}");
	return 0;
}

/* Arguments are inputs; threads change no result. */
static void add_options(struct buffer *b, const struct answered *asked)
{
	const char *comma = "";
	for (size_t i = 0; i < asked->settings; i++) {
		const struct setting *s = &asked->setting[i];
		struct buffer text = { 0 };
		if (s->option == NULL || setting_is_effort(s) || strcmp(s->option, "manifest") == 0)
			continue;
		setting_text(&text, s);
		buffer_print(b, "%s", comma);
		escape_json(b, text.failed ? "" : text.text);
		b->failed = b->failed || text.failed;
		buffer_release(&text);
		comma = ",";
	}
}

static int fill_provenance(struct buffer *b, const struct answered *asked, struct err *e)
{
	const char *name = asked->table->name;
	buffer_print(b, "# {\"record\":\"provenance\",\"program\":\"" PROGRAM_NAME
			"\",\"version\":\"" PROGRAM_VERSION "\",\"command\":");
	escape_json(b, name[0] != '\0' ? name : "evaluate");
	buffer_print(b, ",\"options\":[");
	add_options(b, asked);
	buffer_print(b, "],\"inputs\":[");
	if (!b->failed && inputs_each(asked, SIZE_MAX, add_input, b, e) < 0)
		return -1;
	buffer_print(b, "]}\n");
	return b->failed ? err_memory(e) : 0;
}

/* ---- around the answer ---- */

static int write_before(void *context, const char *text, size_t length, struct err *e)
{
	struct provenance *p = context;
	const char *before = p->before;
	p->before = NULL;
	if (before != NULL && p->to->write(p->to->context, before, strlen(before), e) < 0)
		return -1;
	return p->to->write(p->to->context, text, length, e);
}

static void warn_through(void *context, const char *line)
{
	const struct provenance *p = context;
	p->to->warn(p->to->context, line);
}

static const char *format_of(const struct answered *asked)
{
	struct option_place p;
	const struct setting *given = setting_find(asked->setting, asked->settings, "format");
	if (given != NULL)
		return given->value;
	return option_find(asked->table, "format", &p, &(struct err){ 0 }) == 0
		       ? option_choice(p.option, 0, &(int){ 0 })
		       : "";
}

/* Files that options ask for can be written, and none is asked for twice: before any work is done.
 */
static int check_files(const struct setting *setting, size_t settings, struct err *e)
{
	static const char *const options[] = { "plot", "manifest", "write-allocation" };
	enum { OPTIONS = sizeof options / sizeof options[0] };
	const struct setting *file[OPTIONS];
	for (int i = 0; i < OPTIONS; i++) {
		file[i] = setting_find(setting, settings, options[i]);
		if (file[i] == NULL)
			continue;
		const char *why = system_unwritable(file[i]->value);
		if (why != NULL)
			return err_usage(e, "--%s=%.800s: cannot be written: %s", options[i],
					 file[i]->value, why);
		for (int k = 0; k < i; k++)
			if (file[k] != NULL && system_same_place(file[k]->value, file[i]->value))
				return err_usage(e,
						 "--%s and --%s both name %.800s: give two names",
						 options[k], options[i], file[i]->value);
	}
	return 0;
}

int provenance_begin(struct provenance *p, const struct output *to, struct err *e)
{
	static const char *const begins[] = { "{\"record\":\"provenance\"", ir_metadata_begins,
					      NULL };
	const struct setting *setting = to->asked.setting;
	size_t settings = to->asked.settings;
	bool asked = false;
	const struct setting *manifest = NULL;
	for (const struct setting *x = setting; x != NULL && x < setting + settings; x++) {
		bool is = x->option != NULL && strcmp(x->option, "manifest") == 0;
		asked = asked || (is && strcmp(x->value, "-") == 0);
		if (!is || strcmp(x->value, "-") == 0)
			continue;
		if (manifest != NULL)
			return err_usage(e, "--manifest=%.200s: there is --manifest=%.200s already",
					 x->value, manifest->value);
		manifest = x;
	}
	p->out = *to;
	p->to = to;
	if (check_files(setting, settings, e) < 0)
		return -1;
	if (!asked && manifest == NULL)
		return 0;
	const char *format = format_of(&to->asked);
	bool csv = strcmp(format, "csv") == 0;
	if (asked && !csv && strcmp(format, "jsonl") != 0)
		return err_usage(e, "--manifest=- needs --format=csv or jsonl; html always has it, "
				    "and --manifest=FILE works with any format");
	if (setting_find(setting, settings, "shard") != NULL)
		return 0;
	p->manifest = manifest != NULL ? manifest->value : NULL;
	if ((manifest != NULL && new_file_check(p->manifest, begins, "--manifest", "a manifest",
						"name another file", e) < 0) ||
	    fill_provenance(&p->text, &to->asked, e) < 0)
		return -1;
	if (manifest != NULL && is_ir_metadata(p->manifest) &&
	    ir_metadata(&p->file, &to->asked, e) < 0)
		return -1;
	if (p->file.length == 0)
		buffer_add(&p->file, p->text.text + 2, p->text.length - 2);
	p->before = !asked ? NULL : p->text.text + (csv ? 0 : 2);
	if (to->line == NULL && asked) {
		p->out.context = p;
		p->out.write = write_before;
		p->out.warn = to->warn != NULL ? warn_through : NULL;
	}
	return 0;
}

int provenance_end(struct provenance *p, int result, struct err *e)
{
	if (result == 0 && p->manifest != NULL)
		result = p->file.failed ? err_memory(e)
					: new_file_write(p->manifest, &p->file, "the manifest", e);
	buffer_release(&p->file);
	buffer_release(&p->text);
	buffer_release(&p->line);
	return result;
}

int provenance_begin_call(struct provenance *p, const struct command_table *t,
			  const struct setting *setting, size_t settings, const struct output *to,
			  struct err *e)
{
	*p = (struct provenance){ .own = *to };
	command_line(&p->line, t, setting, settings);
	p->own.asked = (struct answered){ t, p->line.text, setting, settings };
	return p->line.failed ? err_memory(e) : provenance_begin(p, &p->own, e);
}
