/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/compare/asked_comparison.h"

/* What a comparison is by when nothing is asked for. */
static int ask_defaults(struct asked_comparison *a, bool strata, struct err *e)
{
	const struct judgments *j = a->judgments;
	bool sampled = judgments_are_sampled(j);
	bool set = a->runs->batch.run_format->set;
	static const char *const estimates[] = { "est_recall", "est_P", "est_F", NULL };
	static const char *const rankings[] = { "statAP", NULL };
	static const char *const sets[] = { "set_recall", "set_P", "set_F", NULL };
	static const char *const ranking[] = { "map", NULL };
	static const char *const groups[] = { "qrels_jg", NULL };
	static const char *const subtopics[] = { "alpha_ndcg.10", NULL };
	static const char *const prefs[] = { "prefs", NULL };
	enum judgment_kind kind = j->format->kind;
	const char *const *names = sampled && j->strata.picked	   ? rankings
				   : sampled			   ? estimates
				   : j->format->subtopics	   ? subtopics
				   : kind == JUDGMENTS_GROUPED	   ? groups
				   : kind == JUDGMENTS_PREFERENCES ? prefs
				   : set			   ? sets
								   : ranking;
	for (; *names != NULL; names++)
		if (requests_ask(a->measures, a->registry, *names, e) < 0)
			return -1;
	bool documents = kind == JUDGMENTS_GRADED && !sampled;
	enum pair_input input = documents ? PAIR_DOCUMENTS : PAIR_STRATA;
	/* of plain judgments two sets only: of more, or of rankings, tests over topics say enough
	 */
	bool wanted = documents ? set && a->runs->batch.runs == 2 : strata;
	wanted = wanted && a->runs->system_of == NULL; /* a system has no documents */
	for (size_t i = 0; wanted && i < a->registry->pairs; i++)
		if (a->registry->pair[i]->by_default && a->registry->pair[i]->input == input &&
		    families_ask(a->families, a->registry->pair[i], NULL, e) < 0)
			return -1;
	return 0;
}

static int ask_named(struct asked_comparison *a, const char *name, const struct judgment_format *f,
		     struct err *e)
{
	bool plain = f->kind == JUDGMENTS_GRADED && !judgments_are_sampled(a->judgments);
	const struct pair_measure *family =
		families_find(a->registry, name, plain ? PAIR_DOCUMENTS : PAIR_STRATA);
	if (family == NULL &&
	    families_find(a->registry, name, plain ? PAIR_STRATA : PAIR_DOCUMENTS) != NULL)
		return err_usage(e, "-m %.200s needs %s judgments", name,
				 plain ? "sampled" : "complete");
	if (family == NULL)
		return requests_ask(a->measures, a->registry, name, e);
	if (a->runs->system_of != NULL)
		return err_usage(e,
				 "-m %.200s is about the documents of two runs: it does not go "
				 "with --system-of",
				 name);
	if (f->kind != JUDGMENTS_GRADED && f->kind != JUDGMENTS_TABLE)
		return err_usage(e, "-m %.200s needs judgments with one grade per document", name);
	return families_ask(a->families, family, name, e);
}

/* The -m of the command line, as measures and as pair measures. */
static int ask_all_named(struct asked_comparison *a, const struct text_list *texts, struct err *e)
{
	struct text_list list = { 0 };
	int result = measures_split(texts, &a->measures->memory, &list, e);
	for (size_t i = 0; i < list.count && result == 0; i++)
		result = ask_named(a, list.text[i], a->judgments->format, e);
	text_list_release(&list);
	return result;
}

int comparison_ask(struct asked_comparison *a, struct err *e)
{
	const struct run_request *runs = a->runs;
	const struct judgments *j = a->judgments;
	bool strata = (j->format->kind == JUDGMENTS_TABLE || j->with_stratum > 0 ||
		       runs->batch.strata.collection_size > 0) &&
		      !j->strata.picked;
	int result = ask_all_named(a, &runs->measure, e);
	if (result == 0 && runs->measure.count == 0)
		result = ask_defaults(a, strata, e);
	a->only_families = a->measures->asks == 0;
	if (result == 0 && a->only_families && runs->topic_groups != NULL)
		return err_usage(e, "--topic-groups needs a measure that is averaged over topics: "
				    "-m NAME");
	/* not shown, but three runs or more are paired and sorted by their means */
	if (result == 0 && a->only_families)
		result = requests_ask(a->measures, a->registry,
				      judgments_are_sampled(j) ? "est_F" : "map", e);
	const struct bounds_asked none = { .lower = true, .upper = true };
	if (result == 0)
		result = requests_finish(a->measures, a->registry, j->format,
					 runs->batch.evaluation.join.level, &none, e);
	return result;
}
