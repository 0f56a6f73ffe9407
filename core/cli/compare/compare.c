/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval compare [OPTION...] QRELS RUN RUN...
 */
#include "core/cli/command.h"
#include "core/cli/compare/compare.h"
#include "core/stats/independent/confusion.h"
#include "core/cli/options/help.h"
#include "core/engine/ask/pair_requests.h"

/* The manuals of what -m names. */
static int help_pair_measures(struct buffer *b, const struct compare_request *o,
			      const struct registry *r, struct err *e)
{
	for (size_t i = 0; i < o->runs.measure.count; i++) {
		const char *name = o->runs.measure.text[i];
		bool found = false;
		for (size_t k = 0; k < r->pairs; k++) {
			if (families_find(r, name, r->pair[k]->input) != r->pair[k])
				continue;
			help_manual(b, "-m ", r->pair[k]->name, r->pair[k]->summary,
				    r->pair[k]->manual);
			found = true;
		}
		if (!found)
			return err_usage(
				e,
				"-m %.200s: not a measure of pairs; strat_eval -h -m tells "
				"about the others",
				name);
	}
	return 0;
}

/* What can be named in options. */
static void list_names(struct buffer *b, const struct registry *r)
{
	buffer_print(b, "\nWhat can be said of a pair (-m NAME; --help -m NAME for more):\n");
	for (size_t i = 0; i < r->pairs; i++)
		buffer_print(b, "  %-12s %s\n", r->pair[i]->name, r->pair[i]->summary);
	buffer_print(b, "Tests over topics:\n");
	HELP_LIST(b, "  %-12s %s\n", paired_tests);
	buffer_print(b, "Intervals of the difference:\n");
	HELP_LIST(b, "  %-12s %s\n", mean_interval_methods);
	buffer_print(b, "Adjustments for many comparisons:\n");
	HELP_LIST(b, "  %-12s %s\n", adjustments);
}

static int help(void *request, struct help *h, struct err *e)
{
	struct compare_request *q = request;
	struct registry registry;
	int result = 0;
	if (registry_init(&registry, &q->runs.plugin, e) < 0)
		return -1;
	h->alone = q->runs.measure.count > 0;
	if (h->alone)
		result = help_pair_measures(&h->text, q, &registry, e);
	else
		list_names(&h->text, &registry);
	registry_release(&registry);
	return result;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct compare_request *q = request;
	int result = compare_source(q, out, e);
	output_warn(out, &q->runs.warnings, q->runs.quiet);
	return result;
}

const struct command command_compare = { &compare_table, run, help };
