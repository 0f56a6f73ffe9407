/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <math.h>

#include "core/base/number.h"
#include "core/help/help.h"

void help_aliases(struct buffer *b, const char *alias, const char *quote)
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

static const char *judgments_of(const struct measure *m)
{
	switch (m->input) {
	case INPUT_GRADES:
		return "one grade a document (`-R qrels`)";
	case INPUT_GROUPS:
		return "by judgment groups (`-R qrels_jg`, `diversity`)";
	case INPUT_SUBTOPICS:
		return "by sub-topics (`-R diversity`)";
	case INPUT_PREFERENCES:
		return "preferences (`-R prefs`, `qrels_prefs`)";
	case INPUT_SAMPLE:
		return "a sample (`-R probs`, `prels`, `strata`, `csv`, `table`)";
	case INPUT_POOL:
		return "a sample whose strata list all documents (`-R strata`, `csv`)";
	case INPUT_ANY:
		return "any";
	}
	return "";
}

static const char *all_of(const struct measure *m)
{
	switch (m->aggregate) {
	case AGGREGATE_MEAN:
		return "the mean over topics";
	case AGGREGATE_SUM:
		return "the sum over topics";
	case AGGREGATE_GEOMETRIC:
		return "the geometric mean over topics; no value for a topic";
	case AGGREGATE_COUNT:
		return "the number of topics; no value for a topic";
	case AGGREGATE_NONE:
		return "no value";
	case AGGREGATE_RUN:
		return "one text for the run; no value for a topic";
	}
	return "";
}

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
	buffer_print(b, "- `all`: %s\n- Judgments: %s\n", all_of(m), judgments_of(m));
	parameters_lines(b, m);
	if (m->estimates != NULL) {
		buffer_print(b, "- Estimates: ");
		link_to(b, m->estimates);
		buffer_print(b, "\n");
	}
	if (m->alias != NULL) {
		buffer_print(b, "- In ir_measures and ranx: ");
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

void help_measures_page(struct buffer *b, const struct registry *r)
{
	buffer_print(b,
		     "<!-- SPDX-FileCopyrightText: strat_eval developers -->\n"
		     "<!-- SPDX-License-Identifier: GPL-3.0-or-later -->\n"
		     "<!-- Written by `strat_eval help measures`. -->\n\n"
		     "# Measures\n\n"
		     "*For everybody who asks what a measure is, and what it is called here.*\n\n"
		     "All measures, in the order of the output. `-m NAME` asks for one, "
		     "`-m NAME.PARAMETERS` for one with parameters.\nThe examples show the grades "
		     "of a ranking, best document first: `.` is not judged, `-` has a negative\n"
		     "judgment, and behind `|` stand judged documents that are not retrieved. "
		     "Letters are the sub-topics that a\ndocument is relevant to. R is the number "
		     "of relevant documents, n that of retrieved ones, r of those that are both.\n"
		     "A measure of your own: [writing-a-measure.md](writing-a-measure.md).\n\n"
		     "| measure | what it is | in ir_measures and ranx |\n|---|---|---|\n");
	for (size_t i = 0; i < r->count; i++) {
		const struct measure *m = r->measure[i];
		buffer_print(b, "| ");
		link_to(b, m->name);
		buffer_print(b, " | ");
		escaped(b, m->summary);
		buffer_print(b, " | ");
		if (m->alias != NULL)
			help_aliases(b, m->alias, "`");
		buffer_print(b, " |\n");
	}
	for (size_t i = 0; i < r->count; i++)
		section(b, r->measure[i]);
}
