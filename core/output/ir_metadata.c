/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The provenance of an answer as ir_metadata (Breuer, Keller, Schaer 2022, www.ir-metadata.org,
 * schema 0.1), the YAML that annotates one run by platform, research goal, implementation, method,
 * actor and data. What an evaluation knows is filled in: version, measures, baseline, test, and the
 * files with their checksums. The rest stands there without a value.
 */
#include "core/output/call_inputs.h"
#include "core/options/command.h"
#include "core/options/lists.h"
#include "core/output/provenance.h"
#include "readers/lines.h"

/* Texts of JSON are texts of YAML. */
static void add_text(struct buffer *b, const char *before, const char *text)
{
	buffer_print(b, "%s", before);
	escape_json(b, text);
	buffer_print(b, "\n");
}

/* ---- the run ---- */

struct tag {
	char text[256];
};

/* The sixth column of a TREC run; else its file. */
static struct tag tag_of(const char *path)
{
	struct tag t;
	struct input in;
	struct lines l;
	struct slice field[6];
	struct err ignored = { 0 };
	snprintf(t.text, sizeof t.text, "%.255s", shown_file_name(path));
	if (strcmp(path, "-") == 0 || shown_path(path) != path ||
	    input_read(&in, path, &ignored) < 0)
		return t;
	lines_start(&l, &in);
	if (lines_next(&l, field, 6, &ignored) == 6 && field[0].at[0] != '{')
		snprintf(t.text, sizeof t.text, "%.*s", (int)field[5].length, field[5].at);
	input_release(&in);
	return t;
}

static bool is_baseline(const struct answered *a, const char *path, const char *tag)
{
	for (size_t i = 0; i < a->settings; i++)
		if (a->setting[i].option != NULL && strcmp(a->setting[i].option, "baseline") == 0 &&
		    (strcmp(a->setting[i].value, path) == 0 ||
		     strcmp(a->setting[i].value, tag) == 0))
			return true;
	return false;
}

static int refuse(size_t runs, struct err *e)
{
	return err_usage(e,
			 "--manifest=FILE.yaml: ir_metadata is about one run that is evaluated, or "
			 "compared with a --baseline, and there are %zu; name another file",
			 runs);
}

/* The tag of the one run that is no baseline; baselines are added. */
static int find_run(const struct answered *a, struct tag *run, struct buffer *baselines,
		    struct err *e)
{
	size_t words = 0, runs = 0;
	for (size_t i = 0; i < a->settings; i++) {
		if (a->setting[i].option != NULL || words++ == 0)
			continue; /* an option, or the judgments */
		const struct tag tag = tag_of(a->setting[i].value);
		if (is_baseline(a, a->setting[i].value, tag.text))
			add_text(baselines, "    - ", tag.text);
		else if (runs++ == 0)
			*run = tag;
	}
	return runs == 1 ? 0 : refuse(runs, e);
}

/* ---- how it is evaluated ---- */

/* The names that ir_metadata has for them. */
static const char *known_as(const char *name)
{
	static const char *const names[][2] = { { "t", "t-test" },
						{ "random", "permutation" },
						{ "holm", "holm-bonferroni" } };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i][0], name) == 0)
			return names[i][1];
	return name;
}

/* The first test, which decides. */
static void add_test(struct buffer *b, const struct answered *a)
{
	const struct setting *test = setting_find(a->setting, a->settings, "test");
	const struct setting *adjust = setting_find(a->setting, a->settings, "adjust");
	const char *rest = test != NULL ? test->value : "t";
	const char *correction = adjust != NULL ? adjust->value : "holm";
	struct slice first;
	char name[64] = "";
	if (next_item(&rest, &first))
		snprintf(name, sizeof name, "%.*s", (int)first.length, first.at);
	add_text(b, "    significance test:\n    - name: ", known_as(name));
	if (strcmp(correction, "none") != 0)
		add_text(b, "      correction method: ", known_as(correction));
}

/* P.5,10 is P_5 and P_10, as trec_eval calls them. */
static void add_measure(struct buffer *b, const char *text)
{
	size_t name = strcspn(text, ".");
	const char *cutoffs = text[name] != '\0' ? text + name + 1 : "";
	struct slice item;
	if (*cutoffs == '\0' || cutoffs[strspn(cutoffs, "0123456789,")] != '\0')
		add_text(b, "    - ", text);
	else
		while (next_item(&cutoffs, &item))
			buffer_print(b, "    - \"%.*s_%.*s\"\n", (int)name, text, (int)item.length,
				     item.at);
}

static void add_measures(struct buffer *b, const struct answered *a)
{
	const char *heading = "    reported measures:\n";
	for (size_t i = 0; i < a->settings; i++)
		if (a->setting[i].option != NULL && strcmp(a->setting[i].option, "measure") == 0) {
			buffer_print(b, "%s", heading);
			add_measure(b, a->setting[i].value);
			heading = "";
		}
}

/* ---- the data ---- */

struct data {
	struct buffer *b;
	size_t count;
};

static int add_input(void *context, const char *path, const struct checksum *x, struct err *e)
{
	struct data *d = context;
	(void)e;
	const char *indent = "    ";
	if (d->count++ == 0)
		buffer_print(d->b, "data:\n  test collection:\n    qrels: ");
	else
		buffer_print(d->b, "%s  - name: ", d->count == 2 ? "  other:\n" : "");
	add_text(d->b, "", shown_file_name(path));
	if (x->is_file)
		buffer_print(d->b, "%sbytes: %llu\n%sxxh64: \"%016llx\"\n", indent,
			     (unsigned long long)x->size, indent, (unsigned long long)x->hash);
	return 0;
}

bool is_ir_metadata(const char *path)
{
	const char *dot = strrchr(path, '.');
	return dot != NULL && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
}

static void add_evaluation(struct buffer *b, const struct answered *a,
			   const struct buffer *baselines)
{
	const struct setting *s = setting_find(a->setting, a->settings, "baseline");
	buffer_print(b, "research goal:\n  evaluation:\n");
	add_measures(b, a);
	if (baselines->length > 0)
		buffer_print(b, "    baseline:\n%s", baselines->text);
	else if (s != NULL)
		add_text(b, "    baseline:\n    - ", shown_file_name(s->value));
	if (a->table->name[0] != '\0')
		add_test(b, a);
}

int ir_metadata(struct buffer *b, const struct answered *a, struct err *e)
{
	struct data data = { .b = b };
	struct buffer baselines = { 0 };
	struct tag run = { "" };
	bool of_runs = a->table->name[0] == '\0' ||
		       (strcmp(a->table->name, "compare") == 0 &&
			setting_find(a->setting, a->settings, "scores") == NULL);
	int result = of_runs ? find_run(a, &run, &baselines, e) : refuse(0, e);
	buffer_print(b, "%s\nschema-version: 0.1\nrun-version: 1.0\n", ir_metadata_begins);
	add_text(b, "tag: ", run.text);
	buffer_print(b, "platform:\n  software:\n    libraries:\n    - " PROGRAM_NAME
			"==" PROGRAM_VERSION "\n");
	add_evaluation(b, a, &baselines);
	buffer_print(b, "implementation:\nmethod:\nactor:\n");
	if (result == 0)
		result = inputs_each(a, SIZE_MAX, add_input, &data, e);
	buffer_print(b, "# ir_metadata.end\n");
	b->failed = b->failed || baselines.failed;
	buffer_release(&baselines);
	return result == 0 && b->failed ? err_memory(e) : result;
}
