/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval merge SHARD...
 *
 * Runs the command of the shards again. Their results take the place of its computation.
 */
#include "core/engine/evaluate/run_options.h"
#include "core/engine/shard/shard_file.h"
#include "core/options/command.h"
#include "core/output/provenance.h"

struct merge_request {
	struct text_list file;
	int jobs;
};

/* ---- options ---- */

#define AT(member) OPTION_AT(struct merge_request, member)

static const struct command_option options[] = {
	{ HEADING("How:") }, { OPTION_JOBS, AT(jobs) }, { OPTION_HELP }, { 0 }
};

static const struct option_rule rules[] = {
	{ "", .needs = "WORDS", .says = "name the shards, the files written with --shard=I/N" },
	{ 0 }
};

static const struct command_table table = {
	.name = "merge",
	.summary = "print the answer from the parts that --shard wrote",
	.arguments = "SHARD...",
	.doc = "Print what a command would have printed without --shard=I/N, from the N shards that "
	       "it wrote.",
	.notes =
		"All shards must be there, each once, from one version, one command and the same "
		"inputs. The inputs are read again, except the runs of an evaluation. " EXIT_STATUS,
	.examples = "  strat_eval merge shard.1 shard.2\n",
	.option = options,
	.word = &(const struct command_option){ ADDED_FILES, AT(file) },
	.size = sizeof(struct merge_request),
	.rule = rules,
};

/* ---- the work ---- */

/* A page and a manifest list checksums of all input files: these must still be there, and
 * unchanged. */
static bool lists_inputs(const struct shard_files *f)
{
	const struct setting *format = setting_find(f->file->setting, f->file->settings, "format");
	return (format != NULL && strcmp(format->value, "html") == 0) ||
	       setting_find(f->file->setting, f->file->settings, "manifest") != NULL ||
	       setting_find(f->file->setting, f->file->settings, "provenance") != NULL;
}

static int fill_request(const struct command_table *t, void *request, const struct shard_files *f,
			const struct merge_request *q, struct err *e)
{
	char jobs[16];
	snprintf(jobs, sizeof jobs, "%d", q->jobs);
	options_init(t, request);
	for (size_t i = 0; i < f->file->settings; i++)
		if (setting_store(t, request, &f->file->setting[i], e) < 0)
			return -1;
	if (option_set(t, request, "jobs", jobs, e) < 0)
		return -1;
	return t->check != NULL ? t->check(request, e) : 0;
}

static int call_again(const struct command *c, const struct shard_files *f,
		      const struct merge_request *q, const struct output *out, struct err *e)
{
	const struct command_table *t = c->table;
	void *request = calloc(1, t->size);
	if (request == NULL)
		return err_memory(e);
	struct buffer line = { 0 };
	int result = fill_request(t, request, f, q, e);
	if (result == 0)
		result = shard_files_check_inputs(f, t, lists_inputs(f), e);
	command_line(&line, t, f->file->setting, f->file->settings);
	if (result == 0 && line.failed)
		result = err_memory(e);
	struct output own = *out;
	own.asked = (struct answered){ t, line.text, f->file->setting, f->file->settings };
	struct provenance p = { 0 };
	if (result == 0)
		result = provenance_begin(&p, &own, e);
	if (result == 0) {
		struct shard *s = command_shard(c, request);
		s->count = f->count;
		s->lines = f->lines;
		result = c->run(request, &p.out, e);
	}
	result = provenance_end(&p, result, e);
	options_release(t, request);
	free(request);
	buffer_release(&line);
	return result;
}

static int merge_shards(void *request, const struct output *out, struct err *e)
{
	const struct merge_request *q = request;
	struct shard_files f;
	if (shard_files_read(&f, q->file.text, q->file.count, PROGRAM_VERSION, e) < 0)
		return -1;
	const struct command *c = command_find(f.file->command);
	int result = c != NULL && c->table->shard != 0
			     ? call_again(c, &f, q, out, e)
			     : err_data(e, "%.600s: '%.100s' is not a command that has shards",
					shown_path(q->file.text[0]), f.file->command);
	shard_files_release(&f);
	return result;
}

COMMAND = { &table, merge_shards, NULL };
