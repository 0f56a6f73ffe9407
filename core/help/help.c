/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <csv.h>
#include <ctype.h>
#include <libdeflate.h>
#include <math.h>

#include "core/base/hash.h"
#include "core/base/number.h"
#include "core/base/system.h"
#include "core/engine/request/requests.h"
#include "core/help/help.h"
#include "core/output/text.h"
#include "core/stats/interval/choose.h"
#include "core/stats/ranking/ranking_method.h"
#include "core/stats/rmath.h"
#include "readers/judgment_format.h"
#include "readers/run_format.h"

/* UTHASH_VERSION is defined without quotes. */
#define TEXT(x)	   #x
#define TEXT_OF(x) TEXT(x)

void help_version(struct buffer *b)
{
	unsigned xxhash = hash_version();
	buffer_print(b, "%s %s\n", PROGRAM_NAME, PROGRAM_VERSION);
	buffer_print(b, "License: GPL-3.0-or-later\n");
	buffer_print(
		b,
		"Libraries: libcsv %d.%d.%d, uthash %s, xxHash %u.%u.%u, libdeflate %s, R mathlib %s, "
		"Random123, ",
		CSV_MAJOR, CSV_MINOR, CSV_RELEASE, TEXT_OF(UTHASH_VERSION), xxhash / 10000,
		xxhash / 100 % 100, xxhash % 100, LIBDEFLATE_VERSION_STRING, R_VERSION_STRING);
	system_library(b);
	buffer_print(b, "\n%s", system_has_plugins ? "" : "Built without plugins\n");
}

static void indented(struct buffer *b, const char *text)
{
	while (*text != '\0') {
		size_t length = strcspn(text, "\n");
		buffer_print(b, "  %.*s\n", (int)length, text);
		text += length + (text[length] == '\n');
	}
}

/* Words of all measures' `members`, each once, in the order in which they appear. */
static void nicknames(struct buffer *b, const struct registry *r)
{
	struct slice seen[32], word;
	size_t count = 0;
	for (size_t i = 0; i < r->count; i++)
		for (const char *rest = r->measure[i]->members; next_word(&rest, &word);) {
			size_t k = 0;
			while (k < count && !slice_equal(seen[k], word))
				k++;
			if (k < count || count == 32)
				continue;
			seen[count++] = word;
			buffer_print(b, " %.*s", (int)word.length, word.at);
		}
}

static void help_measures(struct buffer *b, const struct registry *r)
{
	buffer_print(b, "Measures (-h -m NAME prints the manual of one):\n");
	for (size_t i = 0; i < r->count; i++)
		buffer_print(b, "  %-24s %s\n", r->measure[i]->name, r->measure[i]->summary);
	buffer_print(b, "Nicknames:");
	nicknames(b, r);
	buffer_print(b, "\n");
}

/* Names in ir_measures, ranx and BEIR, between quotes: AP@k for the alias "AP@". */
static void help_aliases(struct buffer *b, const char *alias, const char *quote)
{
	for (const char *word = alias, *joint = ""; *word != '\0'; joint = ", ") {
		size_t length = strcspn(word, " ");
		size_t name = strcspn(word, "@(= "), at = strcspn(word, "@ ");
		bool rel = strncmp(word + name, "(rel)", 5) == 0;
		bool selector = word[name] == '(' && !rel;
		size_t shown = selector ? strcspn(word, ")") + 1 : name;
		buffer_print(b, "%s%s%.*s%s", joint, quote, (int)shown, word, rel ? "(rel=n)" : "");
		if (at < length) /* AP@, IPrec@recall */
			buffer_print(b, "@%.*s", at + 1 < length ? (int)(length - at - 1) : 1,
				     at + 1 < length ? word + at + 1 : "k");
		buffer_print(b, "%s", quote);
		if (word[name] == '=') /* RBP=p=0.8 */
			buffer_print(b, " with %.*s", (int)(length - name - 1), word + name + 1);
		word += length + strspn(word + length, " ");
	}
}

static void help_measure(struct buffer *b, const struct measure *m)
{
	buffer_print(b, "%s - %s\n", m->name, m->summary);
	indented(b, m->manual);
	if (m->defaults != NULL)
		buffer_print(b, "  Default parameters: %s\n", m->defaults);
	if (m->settings != NULL)
		buffer_print(b, "  Settings: %s\n", m->settings);
	if (m->alias != NULL) {
		buffer_print(b, "  In ir_measures, ranx and BEIR: ");
		help_aliases(b, m->alias, "");
		buffer_print(b, "\n");
	}
	const struct measure_example *x = &m->example;
	if (x->ranking == NULL)
		return;
	buffer_print(b, "  Example: grades '%s'%s%s give ", x->ranking,
		     x->parameters != NULL ? " with parameters " : "",
		     x->parameters != NULL ? x->parameters : "");
	if (m->value == VALUE_TEXT)
		buffer_print(b, "%s\n", x->text);
	else
		buffer_print(b, "%.4f\n", x->value);
}

int help_named_measures(struct buffer *b, const struct registry *r, const struct text_list *names,
			struct err *e)
{
	struct request_list asked = { .takes_capped = true };
	int result = requests_ask_all(&asked, r, names, e);
	const struct measure **list = calloc(r->count, sizeof *list);
	if (result == 0 && list == NULL)
		result = err_memory(e);
	size_t measures = result == 0 ? requests_measures(&asked, r, list) : 0;
	for (size_t i = 0; i < measures; i++)
		help_measure(b, list[i]);
	free(list);
	requests_release(&asked);
	return result;
}

/* All interval methods, a line each. */
static void help_methods(struct buffer *b)
{
	buffer_print(b, "Interval methods for means over topics:\n");
	HELP_LIST(b, "  --ci=%-19s %s\n", mean_interval_methods);
	buffer_print(b, "Interval methods for estimates from sampled judgments:\n");
	HELP_LIST(b, "  --ci=%-19s %s\n", interval_methods);
	HELP_LIST(b, "  --ci=%-19s %s\n", ranking_methods);
}

void help_methods_page(struct buffer *b)
{
	static const char format[] = "  %-28s %-5s %-19s %s\n";
	buffer_print(b, "Which interval method is used if --ci names none:\n");
	buffer_print(b, format, "of a", "ends", "judgments", "method");
	for (const struct interval_rule *r = interval_rules; r->method != NULL; r++)
		if (r->quantity != NULL)
			buffer_print(b, format, r->quantity, r->ends, r->judgments, r->method);
	buffer_print(
		b,
		"A set has recall, precision, F, and numbers and shares of relevant documents (est_...).\n"
		"A ranking has average precision, R-precision and precision at a cutoff (stat...).\n"
		"Unlimited: values have no least one, or a topic is below it. > 2,000: topics.\n"
		"All equal: every topic has the same value. The last line that is true counts.\n"
		"One end: --tail=lower or --tail=upper. plan and validate are about one topic.\n"
		"One sample in doubt: of recall or F, if all else was judged; from the exact limits\n"
		"of the number of relevant documents. One sample, labels: divided by --labels; each\n"
		"end as much further out as the exact one is, without labels.\n\n");
	help_methods(b);
	buffer_print(b, "-h --ci=NAME prints the manual of one.\n");
}

void help_everything(struct buffer *b, const struct registry *r)
{
	buffer_print(b, "\n");
	help_measures(b, r);
	buffer_print(b, "Formats of judgments:\n");
	HELP_LIST(b, "  -R %-21s %s\n", judgment_formats);
	buffer_print(b, "Formats of runs:\n");
	HELP_LIST(b, "  -T %-21s %s\n", run_formats);
	buffer_print(b, "Interval methods, and which is the default of what: " PROGRAM_NAME
			" help methods\n");
}

void help_manual(struct buffer *b, const char *prefix, const char *name, const char *summary,
		 const char *manual)
{
	buffer_print(b, "%s%s - %s\n", prefix, name, summary);
	text_wrapped(b, manual, 2, 78);
}

void help_format(struct buffer *b, const char *prefix, const char *name, const char *summary,
		 const char *manual)
{
	buffer_print(b, "%s%s - %s\n", prefix, name, summary);
	indented(b, manual);
}

/* ---- doc/measures.md ---- */

/* Escapes what Markdown would take for markup. */
static void escaped(struct buffer *b, const char *text)
{
	for (; *text != '\0'; text++)
		buffer_print(b, "%s%c", strchr("*_<>[]|`\\", *text) != NULL ? "\\" : "", *text);
}

/* A link to a section; anchors are in lower case. */
static void link_to(struct buffer *b, const char *name)
{
	buffer_print(b, "[%s](#", name);
	for (; *name != '\0'; name++)
		buffer_print(b, "%c", tolower((unsigned char)*name));
	buffer_print(b, ")");
}

static const char *const judgments_of[] = {
	[INPUT_GRADES] = "one grade a document (`-R qrels`)",
	[INPUT_GROUPS] = "by judgment groups (`-R qrels_jg`, `diversity`)",
	[INPUT_SUBTOPICS] = "by sub-topics (`-R diversity`)",
	[INPUT_PREFERENCES] = "preferences (`-R prefs`, `qrels_prefs`)",
	[INPUT_SAMPLE] = "a sample (`-R probs`, `prels`, `strata`, `csv`, `table`)",
	[INPUT_POOL] = "a sample whose strata list all documents (`-R strata`, `csv`)",
	[INPUT_ANY] = "any",
};

static const char *const all_of[] = {
	[AGGREGATE_MEAN] = "the mean over topics",
	[AGGREGATE_SUM] = "the sum over topics",
	[AGGREGATE_GEOMETRIC] = "the geometric mean over topics; no value for a topic",
	[AGGREGATE_COUNT] = "the number of topics; no value for a topic",
	[AGGREGATE_NONE] = "no value",
	[AGGREGATE_RUN] = "one text for the run; no value for a topic",
};

static void range_line(struct buffer *b, const struct measure *m)
{
	double least = measure_range(m).least, most = measure_range(m).most;
	if (m->value != VALUE_REAL || m->aggregate == AGGREGATE_GEOMETRIC)
		return;
	if (isinf(most))
		buffer_print(b, "- Range: %s%s\n",
			     isinf(least) ? "any number" : real_text(least).text,
			     isinf(least) ? "" : " or more");
	else
		buffer_print(b, "- Range: %s to %s%s\n", real_text(least).text,
			     real_text(most).text, m->lower_better ? ", lower is better" : "");
}

static void parameters_lines(struct buffer *b, const struct measure *m)
{
	static const char *const kinds[] = {
		[PARAMETERS_CUTOFFS] = "cutoffs, a column for each",
		[PARAMETERS_FRACTIONS] = "fractions, a column for each",
		[PARAMETERS_PERCENTS] = "percents, a column for each",
		[PARAMETERS_NUMBERS] = "numbers",
		[PARAMETERS_GAINS] = "gains of grades such as `1=3,2=9`",
	};
	if (m->kind != PARAMETERS_NONE)
		buffer_print(b, "- Parameters: %s%s%s%s%s\n", kinds[m->kind],
			     m->gains ? ", and gains of grades such as `1=3,2=9`" : "",
			     m->defaults != NULL ? "; by default `" : "",
			     m->defaults != NULL ? m->defaults : "",
			     m->defaults != NULL ? "`" : "");
	if (m->settings != NULL)
		buffer_print(b, "- Settings, with their defaults: `%s`\n", m->settings);
}

static void section(struct buffer *b, const struct measure *m)
{
	const struct measure_example *x = &m->example;
	buffer_print(b, "\n## %s\n\n", m->name);
	escaped(b, m->manual);
	buffer_print(b, "\n");
	range_line(b, m);
	buffer_print(b, "- `all`: %s\n- Judgments: %s\n", all_of[m->aggregate],
		     judgments_of[m->input]);
	parameters_lines(b, m);
	if (m->estimates != NULL) {
		buffer_print(b, "- Estimates: ");
		link_to(b, m->estimates);
		buffer_print(b, "\n");
	}
	if (m->alias != NULL) {
		buffer_print(b, "- In ir_measures, ranx and BEIR: ");
		help_aliases(b, m->alias, "`");
		buffer_print(b, "\n");
	}
	if (m->members != NULL && m->members[0] != '\0')
		buffer_print(b, "- Nicknames: %s\n", m->members);
	buffer_print(b, "- Example: `%s`%s%s%s gives ", x->ranking,
		     x->parameters != NULL ? " with `" : "",
		     x->parameters != NULL ? x->parameters : "", x->parameters != NULL ? "`" : "");
	if (m->value == VALUE_TEXT)
		buffer_print(b, "`%s`\n", x->text);
	else
		buffer_print(b, "%.4f\n", x->value);
}

/* ---- the lists ---- */

enum group {
	GROUP_RANKINGS,
	GROUP_SETS,
	GROUP_COUNTS,
	GROUP_REVIEWS,
	GROUP_SAMPLED_SETS,
	GROUP_SAMPLED_RANKINGS,
	GROUP_SUBTOPICS,
	GROUP_PREFERENCES,
	GROUP_ANSWERS,
	GROUPS,
};

static const char *const group_title[GROUPS] = {
	[GROUP_RANKINGS] = "Rankings, all relevant documents known",
	[GROUP_SETS] = "Sets, all relevant documents known",
	[GROUP_COUNTS] = "Counts, and what is no number",
	[GROUP_REVIEWS] = "Reviews: how much is read to find most of it",
	[GROUP_SAMPLED_SETS] = "Sets, from judgments of a sample",
	[GROUP_SAMPLED_RANKINGS] = "Rankings, from judgments of a sample",
	[GROUP_SUBTOPICS] = "Topics with sub-topics or judgment groups",
	[GROUP_PREFERENCES] = "Preferences between documents",
	[GROUP_ANSWERS] = "Answers: nuggets and citations",
};

static enum group group_of(const struct measure *m)
{
	if (m->scores)
		return GROUP_ANSWERS;
	if (m->input == INPUT_PREFERENCES)
		return GROUP_PREFERENCES;
	if (m->input == INPUT_SAMPLE || m->input == INPUT_POOL)
		return m->ranking || m->input == INPUT_POOL ? GROUP_SAMPLED_RANKINGS
							    : GROUP_SAMPLED_SETS;
	if (m->input == INPUT_GROUPS || m->input == INPUT_SUBTOPICS)
		return GROUP_SUBTOPICS;
	if (m->value != VALUE_REAL)
		return GROUP_COUNTS;
	if (words_have(m->members, "review"))
		return GROUP_REVIEWS;
	return words_have(m->members, "set") ? GROUP_SETS : GROUP_RANKINGS;
}

static void list_begin(struct buffer *b, const char *title)
{
	buffer_print(
		b,
		"\n## %s\n\n| measure | what it is | in ir_measures, ranx and BEIR |\n|---|---|---|\n",
		title);
}

static void list_line(struct buffer *b, const struct measure *m)
{
	buffer_print(b, "| ");
	link_to(b, m->name);
	buffer_print(b, " | ");
	escaped(b, m->summary);
	buffer_print(b, " | ");
	if (m->alias != NULL)
		help_aliases(b, m->alias, "`");
	buffer_print(b, " |\n");
}

/* The measures that papers and reports quote most. */
static void list_first(struct buffer *b, const struct registry *r)
{
	static const char *const first[] = { "ndcg_cut",   "map",   "recip_rank", "P",	   "recall",
					     "est_recall", "est_P", "est_F",	  "statAP" };
	list_begin(b, "Start here");
	for (size_t k = 0; k < sizeof first / sizeof first[0]; k++)
		for (size_t i = 0; i < r->count; i++)
			if (strcmp(r->measure[i]->name, first[k]) == 0)
				list_line(b, r->measure[i]);
	buffer_print(b,
		     "\nThe first five are of complete judgments, the others estimates from a "
		     "sample. `strat_eval -m ndcg_cut.10` and `-m nDCG@10`\nask for the same.\n");
}

void help_measures_page(struct buffer *b, const struct registry *r)
{
	buffer_print(
		b,
		"<!-- SPDX-FileCopyrightText: strat_eval developers -->\n"
		"<!-- SPDX-License-Identifier: GPL-3.0-or-later -->\n"
		"<!-- Written by `strat_eval help measures`. -->\n\n"
		"# Measures\n\n"
		"*For anyone who wants to know what a measure is, and what it is called here.*\n\n"
		"`-m NAME` asks for a measure, `-m NAME.PARAMETERS` for one with parameters. "
		"`strat_eval help NAME` explains one:\nformula, range, source, parameters, and "
		"an example. To add your own, see [writing-a-measure.md](writing-a-measure.md).\n");
	list_first(b, r);
	for (enum group g = 0; g < GROUPS; g++) {
		list_begin(b, group_title[g]);
		for (size_t i = 0; i < r->count; i++)
			if (group_of(r->measure[i]) == g)
				list_line(b, r->measure[i]);
	}
	buffer_print(b, "\n# Each measure\n\n"
			"The examples show the grades of a ranking, best document first: `.` is "
			"not judged, `-` has a negative\njudgment, and behind `|` stand judged "
			"documents that are not retrieved. Letters are the sub-topics that a\n"
			"document is relevant to. R is the number of relevant documents, n that "
			"of retrieved ones, r of those that are both.\n");
	for (size_t i = 0; i < r->count; i++)
		section(b, r->measure[i]);
}
