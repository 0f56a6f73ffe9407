/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/options/command.h"
#include "core/output/provenance.h"
#include "readers/input.h"

/* ---- files ---- */

/* Where inputs go. */
struct receiver {
	input_taken *take;
	void *context;
};

static const char *without_folder(const char *path)
{
	const char *shown = shown_path(path), *slash = strrchr(shown, '/');
	return slash != NULL ? slash + 1 : shown;
}

static int add_file(const struct receiver *r, const char *path, struct err *e)
{
	struct checksum x;
	if (path == NULL)
		return 0;
	if (checksum_of(path, &x, e) < 0)
		return -1;
	r->take(r->context, without_folder(path), &x);
	return 0;
}

/* A field of the request that holds one file or several. */
static int add_field(const struct receiver *r, const struct command_option *x, const char *at,
		     size_t most, struct err *e)
{
	const struct text_list *list = (const void *)at;
	int result = 0;
	if (x->field == FIELD_TEXT)
		return add_file(r, *(const char *const *)(const void *)at, e);
	for (size_t i = 0; x->field == FIELD_TEXTS && i < list->count && i < most && result == 0;
	     i++)
		result = add_file(r, list->text[i], e);
	return result;
}

static bool is_written(const char *option)
{
	return strcmp(option, "plot") == 0 || strcmp(option, "manifest") == 0;
}

int inputs_each(const struct answered *asked, size_t words, const char *file, input_taken *take,
		void *context, struct err *e)
{
	const struct receiver r = { take, context };
	const struct command_option *word = asked->table->word;
	struct option_place p = { 0 };
	const char *request = asked->request;
	int result = word != NULL ? add_field(&r, word, request + word->at,
					      words > 0 ? words : SIZE_MAX, e)
				  : 0;
	while (result == 0 && option_next(asked->table, &p)) {
		const struct command_option *x = p.option;
		bool is_file = x->type == OPTION_FILE || x->type == OPTION_FILES;
		if (is_file && x->same_as == NULL && !is_written(x->name))
			result = add_field(&r, x,
					   request + (p.outer != NULL ? p.outer->at : 0) + x->at,
					   SIZE_MAX, e);
	}
	return result == 0 ? add_file(&r, file, e) : -1;
}

/* ---- the object ---- */

static void add_input(void *context, const char *name, const struct checksum *x)
{
	struct buffer *b = context;
	buffer_print(b, "%s{\"name\":", b->text[b->length - 1] == '[' ? "" : ",");
	escape_json(b, name);
	if (x->is_file)
		buffer_print(b, ",\"bytes\":%llu,\"xxh64\":\"%016llx\"}",
			     (unsigned long long)x->size, (unsigned long long)x->hash);
	else /* it was read once */
		buffer_print(b, ",\"bytes\":null,\"xxh64\":null}");
}

/* Arguments are inputs; threads change no result. */
static bool is_option(const struct setting *s)
{
	static const char *const others[] = { "jobs", "shard", "provenance", "manifest" };
	bool other = s->option == NULL;
	for (size_t i = 0; i < sizeof others / sizeof *others && !other; i++)
		other = strcmp(s->option, others[i]) == 0;
	return !other;
}

static void add_options(struct buffer *b, const struct setting *s, size_t settings)
{
	const char *comma = "";
	for (size_t i = 0; i < settings; i++) {
		struct checksum x;
		struct err ignored = { 0 };
		struct buffer text = { 0 };
		if (!is_option(&s[i]))
			continue;
		const char *value = s[i].value != NULL ? s[i].value : "";
		bool file = strchr(value, '/') != NULL && checksum_of(value, &x, &ignored) == 0 &&
			    x.is_file;
		buffer_print(&text, "--%s%s%s", s[i].option, s[i].value != NULL ? "=" : "",
			     file ? without_folder(value) : value);
		buffer_print(b, "%s", comma);
		escape_json(b, text.failed ? "" : text.text);
		b->failed = b->failed || text.failed;
		buffer_release(&text);
		comma = ",";
	}
}

static int fill(struct buffer *b, const struct setting *s, size_t settings,
		const struct answered *asked, struct err *e)
{
	const char *name = asked->table->name;
	buffer_print(b, "# {\"record\":\"provenance\",\"program\":\"" PROGRAM_NAME
			"\",\"version\":\"" PROGRAM_VERSION "\",\"command\":");
	escape_json(b, name[0] != '\0' ? name : "evaluate");
	buffer_print(b, ",\"options\":[");
	add_options(b, s, settings);
	buffer_print(b, "],\"inputs\":[");
	if (!b->failed && inputs_each(asked, 0, NULL, add_input, b, e) < 0)
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

int provenance_begin(struct provenance *p, const struct setting *setting, size_t settings,
		     const struct output *to, struct err *e)
{
	static const char *const begins[] = { "{\"record\":\"provenance\"", NULL };
	bool asked = false, shard = false;
	const char *format = "";
	*p = (struct provenance){ .out = *to, .to = to };
	for (size_t i = 0; i < settings; i++) {
		const char *name = setting[i].option != NULL ? setting[i].option : "";
		asked = asked || strcmp(name, "provenance") == 0;
		shard = shard || strcmp(name, "shard") == 0;
		format = strcmp(name, "format") == 0 ? setting[i].value : format;
		p->manifest = strcmp(name, "manifest") == 0 ? setting[i].value : p->manifest;
	}
	bool csv = strcmp(format, "csv") == 0;
	if (asked && !csv && strcmp(format, "jsonl") != 0)
		return err_usage(e, "--provenance goes with --format=csv and jsonl; html has it "
				    "always, and --manifest=FILE writes it beside any format");
	if (shard || (!asked && p->manifest == NULL)) {
		p->manifest = NULL;
		return 0;
	}
	if ((p->manifest != NULL && new_file_check(p->manifest, begins, "--manifest", "a manifest",
						   "name another file", e) < 0) ||
	    fill(&p->text, setting, settings, &to->asked, e) < 0)
		return -1;
	p->before = !asked ? NULL : p->text.text + (csv ? 0 : 2);
	if (to->line == NULL && asked) {
		p->out.context = p;
		p->out.write = write_before;
	}
	return 0;
}

int provenance_end(struct provenance *p, int result, struct err *e)
{
	if (result == 0 && p->manifest != NULL) {
		struct buffer object = { 0 };
		buffer_add(&object, p->text.text + 2, p->text.length - 2);
		result = object.failed ? err_memory(e)
				       : new_file_write(p->manifest, &object, "the manifest", e);
		buffer_release(&object);
	}
	buffer_release(&p->text);
	return result;
}
