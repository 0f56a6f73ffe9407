/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval help WORDS: what in the tables of the program, and which headings of its documents,
 * has the words, best first.
 *
 * An entry scores for each word that it has: 3 if its name has it, 2 if its title has it or it is
 * called so, .7 if its other text has it; half of that for another form of the word (sample,
 * sampling); times log(1 + N/n) where n of N entries have the word, so that a rare word counts for
 * more. A word that nothing has is taken for a slip of one letter. The sum counts by the share of
 * the words that the entry has, half as much again if its name or title has them one after the
 * other, and less if it is an option or belongs to a command that few people need.
 */
#include <ctype.h>
#include <math.h>
#include <strings.h>

#include "core/base/array.h"
#include "core/base/nearest.h"
#include "core/base/sort.h"
#include "core/engine/request/registry.h"
#include "core/help/help.h"
#include "core/output/text.h"
#include "core/stats/interval/interval.h"
#include "core/stats/ranking/ranking_method.h"
#include "core/stats/stopping/stopping.h"
#include "core/stats/topics/mean_interval.h"
#include "core/stats/topics/paired_test.h"
#include "readers/judgment_format.h"
#include "readers/run_format.h"

/* Page, heading and other words, in turn, ended by NULL; by the Makefile from doc/. */
extern const char *const headings[];

enum kind { KIND_COMMAND, KIND_OPTION, KIND_MEASURE, KIND_UNIT, KIND_HEADING };

struct entry {
	enum kind kind;
	const char *before, *name; /* "-R ", "csv" */
	const char *title;	   /* its summary or heading */
	const char *more;	   /* not printed; or NULL */
	const char *called;	   /* likewise */
	double score, had;
};

/* What people call it, beside its own words: by what is printed before and as its name. */
static const struct {
	const char *what, *called;
} known_as[] = {
	{ "compare",
	  "statistical significance test p-value effect size is A better than B difference of two systems" },
	{ "agree", "kappa kendall tau inter-assessor agreement correlation of system rankings" },
	{ "plan", "sample size" },
	{ "plan topics", "power analysis how many topics effect size" },
	{ "plan map", "how many topics power analysis sample size" },
	{ "plan richness", "prevalence sample size" },
	{ "validate", "e-discovery recall of a review production" },
	{ "stop", "stopping rule when to stop reviewing technology assisted review" },
	{ "sample", "draw a stratified random sample" },
	{ "simulate", "simulation" },
	{ "--ci", "confidence interval bounds error bars" },
	{ "--format", "output csv json jsonl latex table html dashboard leaderboard markdown" },
	{ "--plot", "picture figure graph" },
	{ "--labels", "LLM judge language model judgments" },
	{ "--complete_rel_info_wanted", "missing topics" },
	{ "--query_eval_wanted", "per topic values" },
	{ "--Max_retrieved_per_topic", "cutoff depth" },
	{ "--Judged_docs_only", "unjudged documents" },
	{ "--level_for_rel", "relevance level threshold" },
	{ "--quiet-warnings", "turn warnings off silence" },
	{ "--topic-groups", "groups of topics" },
	{ "--shard", "several machines" },
	{ "compare --adjust", "multiple comparisons" },
	{ "compare --gate", "continuous integration non-inferiority" },
	{ "est_richness", "prevalence" },
	{ "-R diversity", "subtopics intent aware" },
	{ "README.md", "cite citation licence" },
	{ "P", "precision at 10 cutoff" },
	{ "recall", "recall at depth cutoff" },
	{ "doc/install.md", "install windows mac docker container debian package completions" },
	{ "doc/performance.md", "speed memory fast slow" },
	{ "doc/gallery.md", "pictures plots" },
	{ "doc/which-interval.md", "confidence interval width glossary" },
	{ "doc/answers.md", "RAG evaluation citations nuggets hallucination" },
	{ "doc/labels.md", "LLM judge language model judgments" },
	{ "doc/ci.md", "continuous integration regression test of a ranker" },
	{ "doc/library.md", "python pandas dataframe notebook pytrec_eval" },
	{ "doc/scale.md", "several machines slurm cluster" },
	{ "doc/formats.md", "gzip input files error messages exit status tsv" },
	{ "doc/cookbook.md", "e-discovery review privileged glossary" },
	{ "doc/coming-from.md", "trec_eval pytrec_eval ir_measures ranx BEIR" },
	{ "doc/planning.md", "power analysis sample size how many topics" },
};

struct entries {
	struct entry *list;
	size_t count, room;
	bool failed;
};

/* As it is printed. */
struct label {
	char text[160];
};

static struct label label_of(const struct entry *x)
{
	struct label l;
	bool option = x->kind == KIND_OPTION;
	snprintf(l.text, sizeof l.text, "%s%s%s%s", x->before,
		 option && x->before[0] != '\0' ? " " : "", option ? "--" : "", x->name);
	return l;
}

static void add_entry(struct entries *x, struct entry entry)
{
	struct label own = label_of(&entry);
	for (size_t i = 0; i < sizeof known_as / sizeof *known_as && entry.called == NULL; i++)
		if (strcmp(own.text, known_as[i].what) == 0)
			entry.called = known_as[i].called;
	if (ARRAY_ROOM(x->list, x->count, x->room))
		x->list[x->count++] = entry;
	else
		x->failed = true;
}

/* ---- what there is ---- */

/* An option of several commands is one entry if its text is the same. */
static void add_option(struct entries *x, const struct command_table *t,
		       const struct command_option *o)
{
	if (o->hidden || o->same_as != NULL || o->name == NULL || o->help == NULL)
		return;
	for (size_t i = 0; i < x->count; i++)
		if (x->list[i].kind == KIND_OPTION && strcmp(x->list[i].name, o->name) == 0 &&
		    strcmp(x->list[i].title, o->help) == 0)
			return;
	add_entry(x, (struct entry){ KIND_OPTION, t->name, o->name, o->help, o->more, NULL, 0, 0 });
}

static void add_command(struct entries *x, const struct command_table *t)
{
	if (t->name[0] != '\0')
		add_entry(x, (struct entry){ KIND_COMMAND, "", t->name, t->summary, t->doc, NULL, 0,
					     0 });
	for (struct option_place p = { 0 }; t->option != NULL && option_next(t, &p);)
		add_option(x, t, p.option);
}

#define ADD_UNITS(x, prefix, units)                                                            \
	for (size_t i = 0; (units)[i] != NULL; i++)                                            \
	add_entry(x, (struct entry){ KIND_UNIT, prefix, (units)[i]->name, (units)[i]->summary, \
				     (units)[i]->manual, NULL, 0, 0 })

static void add_everything(struct entries *x, const struct registry *r)
{
	if (command_find("") != NULL) /* evaluation first: who shares its options is not named */
		add_command(x, command_find("")->table);
	for (size_t i = 0; commands[i] != NULL; i++)
		if (commands[i]->table->name[0] != '\0')
			add_command(x, commands[i]->table);
	for (size_t i = 0; i < r->count; i++)
		add_entry(x, (struct entry){ KIND_MEASURE, "", r->measure[i]->name,
					     r->measure[i]->summary, r->measure[i]->alias, NULL, 0,
					     0 });
	ADD_UNITS(x, "-R ", judgment_formats);
	ADD_UNITS(x, "-T ", run_formats);
	ADD_UNITS(x, "--ci=", mean_interval_methods);
	ADD_UNITS(x, "--ci=", interval_methods);
	ADD_UNITS(x, "--ci=", ranking_methods);
	ADD_UNITS(x, "compare --test=", paired_tests);
	ADD_UNITS(x, "stop --rule=", stopping_rules);
	const char *page = "";
	for (const char *const *h = headings; *h != NULL; page = h[0], h += 3) {
		bool first = strcmp(page, h[0]) != 0; /* only the title of a page is called so */
		add_entry(x, (struct entry){ KIND_HEADING, "", h[0], h[1], h[2], first ? NULL : "",
					     0, 0 });
	}
}

/* ---- words ---- */

/* The next run of letters and digits; false: there is none. */
static bool next_token(const char **text, struct slice *word)
{
	const char *p = *text;
	while (*p != '\0' && !isalnum((unsigned char)*p))
		p++;
	word->at = p;
	while (isalnum((unsigned char)*p))
		p++;
	word->length = (size_t)(p - word->at);
	*text = p;
	return word->length > 0;
}

/* 1 if words are the same, .5 if one is another form of the other or begins with it; with `slips`
 * .4 if a letter is wrong; else 0. */
static double likeness(struct slice asked, struct slice word, bool slips)
{
	size_t shorter = asked.length < word.length ? asked.length : word.length, same = 0;
	while (same < shorter && strncasecmp(asked.at + same, word.at + same, 1) == 0)
		same++;
	if (same == asked.length && same == word.length)
		return 1;
	bool begins = same == asked.length && same >= 3;
	size_t rest = (asked.length > word.length ? asked.length : word.length) - same;
	bool form = same >= 3 && same + (shorter > 4) >= shorter && rest <= 3;
	if (begins || form)
		return .5;
	struct nearest n = nearest_to(asked);
	if (slips && asked.length >= 5)
		nearest_try(&n, word);
	return n.best.length > 0 && n.distance == 1 ? .4 : 0;
}

static double found_in(const char *text, struct slice asked, bool slips)
{
	double best = 0;
	struct slice word;
	while (text != NULL && best < 1 && next_token(&text, &word))
		best = fmax(best, likeness(asked, word, slips));
	return best;
}

/* How well an entry has a word. That of a page is in `more`. */
static double found(const struct entry *x, struct slice asked, bool slips)
{
	double name = x->kind != KIND_HEADING ? 3 * found_in(x->name, asked, slips) : 0;
	double title =
		2 * fmax(found_in(x->title, asked, slips), found_in(x->called, asked, slips));
	return fmax(name, fmax(title, .7 * found_in(x->more, asked, slips)));
}

/* Articles and the like, and numbers. */
static bool says_nothing(struct slice word)
{
	static const char *const words[] = { "a",    "an",   "and",  "are",  "at", "do",  "does",
					     "for",  "from", "how",  "i",    "in", "is",  "it",
					     "many", "my",   "of",   "on",   "or", "the", "to",
					     "was",  "what", "when", "with", NULL };
	for (size_t i = 0; words[i] != NULL; i++)
		if (strlen(words[i]) == word.length &&
		    strncasecmp(words[i], word.at, word.length) == 0)
			return true;
	return strspn(word.at, "0123456789") >= word.length;
}

/* Adds the word to the scores, and what it counts to `possible`. */
static void score_word(struct entries *x, struct slice asked, double *possible)
{
	size_t having = 0;
	bool slips = false;
	for (int turn = 0; turn < 2 && having == 0; turn++) {
		slips = turn > 0;
		for (size_t i = 0; i < x->count; i++)
			having += found(&x->list[i], asked, slips) > 0;
	}
	double rare = log(1 + (double)x->count / (double)(having > 0 ? having : 1));
	*possible += rare;
	for (size_t i = 0; i < x->count && having > 0; i++) {
		double how = found(&x->list[i], asked, slips);
		x->list[i].score += how * rare;
		x->list[i].had += how > 0 ? rare : 0;
	}
}

/* Whether a text, or NULL, has the words that were asked for one after the other. */
static bool has_phrase(const char *text, const char *asked)
{
	struct slice word, part;
	while (text != NULL && next_token(&text, &word)) {
		const char *from = word.at, *rest = asked;
		bool all = true;
		while (all && next_token(&rest, &part))
			all = next_token(&from, &word) && likeness(part, word, false) > 0;
		if (all)
			return true;
	}
	return false;
}

/* Whether all words of a name were asked for. */
static bool has_all(const char *name, const char *asked)
{
	struct slice part;
	bool all = true;
	while (all && next_token(&name, &part))
		all = found_in(asked, part, false) >= 1;
	return all;
}

/* What the parts of the program are worth to somebody who looks for something. */
static double worth(const struct entry *x)
{
	static const double of[] = { [KIND_COMMAND] = 1.3,
				     [KIND_OPTION] = .9,
				     [KIND_MEASURE] = 1,
				     [KIND_UNIT] = .8,
				     [KIND_HEADING] = 1 };
	bool rarely =
		strncmp(x->before, "simulate", 8) == 0 || strncmp(x->name, "simulate ", 9) == 0;
	rarely = rarely || strcmp(x->name, "doc/design.md") == 0 ||
		 strcmp(x->name, "doc/contributing.md") == 0;
	bool elsewhere = x->kind == KIND_OPTION && x->before[0] != '\0';
	return of[x->kind] * (rarely ? .5 : elsewhere ? .75 : 1);
}

/* ---- the answer ---- */

static int best_first(const void *a, const void *b, void *context)
{
	const struct entry *x = a, *y = b;
	(void)context;
	if (x->score < y->score || x->score > y->score)
		return x->score > y->score ? -1 : 1;
	size_t lengths[2] = { strlen(x->title), strlen(y->title) };
	return (lengths[0] > lengths[1]) - (lengths[0] < lengths[1]);
}

static void print_entry(struct buffer *b, const struct entry *x)
{
	struct buffer line = { 0 }, wrapped = { 0 };
	buffer_print(&line, "%s: %s", label_of(x).text, x->title);
	if (!line.failed)
		text_wrapped(&wrapped, line.text, 4, 80);
	if (line.failed || wrapped.failed)
		b->failed = true;
	else
		buffer_print(b, "%s", wrapped.text + 2);
	buffer_release(&wrapped);
	buffer_release(&line);
}

/* Scores all entries by the words, and puts the best first. */
static void rank(struct entries *x, const char *asked)
{
	double possible = 0;
	struct slice word;
	for (const char *text = asked; next_token(&text, &word);)
		if (!says_nothing(word))
			score_word(x, word, &possible);
	for (size_t i = 0; i < x->count && possible > 0; i++) {
		struct entry *one = &x->list[i];
		bool named = one->kind != KIND_HEADING;
		bool phrase = has_phrase(one->title, asked) || has_phrase(one->called, asked) ||
			      (named && has_phrase(one->name, asked));
		bool whole = named && has_all(one->name, asked);
		one->score *=
			worth(one) * (phrase ? 1.5 : 1) * (whole ? 1.5 : 1) * one->had / possible;
	}
	stable_sort(x->list, x->count, sizeof *x->list, best_first, NULL);
}

int help_search(struct buffer *b, const struct registry *r, char *const *words, struct err *e)
{
	enum { MOST = 12 };
	struct entries x = { 0 };
	struct buffer asked = { 0 };
	while (*words != NULL)
		buffer_print(&asked, "%s ", *words++);
	add_everything(&x, r);
	if (!asked.failed)
		rank(&x, asked.text);
	double best = x.count > 0 ? x.list[0].score : 0;
	for (size_t i = 0, shown = 0; best > 0 && i < x.count && shown < MOST; i++) {
		double least = x.list[i].kind == KIND_HEADING ? .05 : .3; /* documents say most */
		if (x.list[i].score < least * best)
			continue;
		print_entry(b, &x.list[i]);
		shown++;
	}
	bool failed = x.failed || asked.failed;
	buffer_release(&asked);
	free(x.list);
	return failed ? err_memory(e) : best > 0;
}
