/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <csv.h>
#include <libdeflate.h>

#include "core/base/hash.h"
#include "core/base/system.h"
#include "core/engine/request/requests.h"
#include "core/help/help.h"
#include "core/output/text.h"
#include "core/stats/interval/choose.h"
#include "core/stats/interval/interval.h"
#include "core/stats/ranking/ranking_method.h"
#include "core/stats/rmath.h"
#include "core/stats/topics/mean_interval.h"
#include "readers/judgment_format.h"
#include "readers/run_format.h"

/* UTHASH_VERSION is defined without quotes. */
#define TEXT(x)	   #x
#define TEXT_OF(x) TEXT(x)

void help_version(struct buffer *b)
{
	unsigned xxhash = XXH_versionNumber();
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
	const char *seen[32];
	size_t lengths[32], count = 0;
	for (size_t i = 0; i < r->count; i++) {
		const char *p = r->measure[i]->members != NULL ? r->measure[i]->members : "";
		while (*p != '\0') {
			size_t length = strcspn(p, " "), k = 0;
			while (k < count &&
			       (lengths[k] != length || memcmp(seen[k], p, length) != 0))
				k++;
			if (k == count && count < 32) {
				seen[count] = p;
				lengths[count++] = length;
				buffer_print(b, " %.*s", (int)length, p);
			}
			p += length + strspn(p + length, " ");
		}
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
	struct request_list asked = { 0 };
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
		"Unlimited: values have no least one, or a topic is below it. > 10,000: topics.\n"
		"All equal: every topic has the same value. The last line that is true counts.\n"
		"One end: --tail=lower or --tail=upper. plan and validate are about one topic.\n\n");
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
	help_methods(b);
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

void help_set_methods(struct buffer *b)
{
	buffer_print(b, "Interval methods:\n");
	for (size_t i = 0; interval_methods[i] != NULL; i++)
		if (interval_methods[i]->weighted == NULL)
			buffer_print(b, "  %-15s %s\n", interval_methods[i]->name,
				     interval_methods[i]->summary);
}

int help_with_set_methods(void *request, struct help *h, struct err *e)
{
	(void)request;
	(void)e;
	buffer_print(&h->text, "\n");
	help_set_methods(&h->text);
	return 0;
}
