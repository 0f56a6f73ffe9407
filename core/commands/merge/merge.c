/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval merge SHARD...
 *
 * Runs the command of the shards again. Their results take the place of its computation.
 */
#include "core/base/number.h"
#include "core/engine/evaluate/run_options.h"
#include "core/output/shard_file.h"
#include "core/options/command.h"
#include "core/options/rules.h"
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
	const struct setting *format = setting_find(f->head.setting, f->head.settings, "format");
	return (format != NULL && strcmp(format->value, "html") == 0) ||
	       setting_find(f->head.setting, f->head.settings, "manifest") != NULL;
}

static int call_again(const struct command *c, const struct shard_files *f,
		      const struct merge_request *q, const struct output *out, struct err *e)
{
	void *request = calloc(1, c->table->size);
	if (request == NULL)
		return err_memory(e);
	const struct shard_head *h = &f->head;
	int result = option_rules_check(c->table, h->setting, h->settings, e);
	if (result == 0)
		result = options_fill(c->table, request, h->setting, h->settings, e);
	if (result == 0)
		result = option_set(c->table, request, "jobs", real_text(q->jobs).text, e);
	if (result == 0)
		result = shard_files_check_inputs(f, c->table, lists_inputs(f), e);
	struct shard *s = command_shard(c, request);
	s->count = f->count;
	s->lines = f->lines;
	struct provenance p = { 0 };
	if (result == 0)
		result = provenance_begin_call(&p, c->table, h->setting, h->settings, out, e);
	if (result == 0)
		result = c->run(request, &p.out, e);
	result = provenance_end(&p, result, e);
	options_release(c->table, request);
	free(request);
	return result;
}

static int merge_shards(void *request, const struct output *out, struct err *e)
{
	const struct merge_request *q = request;
	struct shard_files f;
	if (shard_files_read(&f, q->file.text, q->file.count, e) < 0)
		return -1;
	const struct command *c = command_find(f.head.command);
	int result = c != NULL && c->table->shard != 0
			     ? call_again(c, &f, q, out, e)
			     : err_data(e, "%.600s: '%.100s' is not a command that has shards",
					shown_path(q->file.text[0]), f.head.command);
	shard_files_release(&f);
	return result;
}

COMMAND = { &table, merge_shards, NULL };
