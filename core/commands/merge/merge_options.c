/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/merge/merge_options.h"

#define AT(member) OPTION_AT(struct merge_request, member)

static const struct command_option options[] = {
	{ HEADING("How:") },	       { OPTION_JOBS, AT(jobs) }, { HEADING("Help:") },
	{ OPTION_HELP("Print this") }, { OPTION_USAGE },	  { 0 },
};

static void init(void *request)
{
	*(struct merge_request *)request = (struct merge_request){ 0 };
}

static int check(void *request, struct err *e)
{
	const struct merge_request *q = request;
	if (q->file.count == 0)
		return err_usage(e, "shards are needed, the files that --shard=I/N wrote");
	return check_stdin(&q->file, 0, e);
}

static const struct command_option files = { .type = OPTION_FILES, AT(file) };

const struct command_table merge_table = {
	.name = "merge",
	.summary = "print the answer from the parts that --shard wrote",
	.arguments = "SHARD...",
	.doc = "Print what a command would have printed without --shard=I/N, from the N shards that "
	       "it wrote.",
	.notes =
		"All shards must be there, each once, from one version, one command and the same "
		"inputs. The inputs are read again, except the runs of an evaluation. " EXIT_STATUS,
	.option = options,
	.word = &files,
	.size = sizeof(struct merge_request),
	.init = init,
	.check = check,
};
