/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <strings.h>

#include "core/base/array.h"
#include "core/engine/request/request_asks.h"
#include "core/options/former.h"

static int add_ask(struct request_list *p, const struct ask *a, struct err *e)
{
	if (!ARRAY_RESIZE(p->ask, p->asks + 1))
		return err_memory(e);
	p->ask[p->asks++] = *a;
	return 0;
}

/*
 * Names as they are printed: P_10.
 */

/* Whether a measure with these parameters prints one value, by that name; -1: no memory. */
static int prints_as(struct request_list *p, const struct measure *m, const char *parameters,
		     const char *name, struct err *e)
{
	struct request q = { .measure = m };
	const struct ask a = { .parameters = parameters };
	struct err wrong = { 0 };
	if (parameters_parse(&q.parameters, m, parameters, name, &p->memory, &wrong) < 0)
		return wrong.status == STATUS_USAGE ? 0 : err_memory(e);
	if (measure_lists_columns(m) && q.parameters.count != 1)
		return 0;
	const char *printed = request_value_name(p, &q, 0, &a);
	return printed == NULL ? err_memory(e) : strcmp(printed, name) == 0;
}

/* P_10 is P.10; `name` begins behind ci_lo_ and the like. Leaves `a` alone if it is no such name.
 */
static int ask_printed(struct request_list *p, const struct registry *r, const char *name,
		       struct ask *a, struct err *e)
{
	char *copy = arena_copy(&p->memory, slice_of(name));
	if (copy == NULL)
		return err_memory(e);
	char *parameters = strrchr(copy, '_');
	if (parameters == NULL)
		return 0;
	*parameters++ = '\0';
	const struct measure *m = registry_find(r, copy);
	size_t length = strlen(parameters);
	if (m != NULL && m->kind == PARAMETERS_PERCENTS && length > 0 &&
	    parameters[length - 1] == '%')
		parameters[length - 1] = '\0';
	int result = m != NULL ? prints_as(p, m, parameters, name, e) : 0;
	if (result > 0) {
		a->measure = m;
		a->parameters = parameters;
	}
	return result < 0 ? -1 : 0;
}

/* Suggests a measure, with the parameters that a misspelt name has. */
static int unknown(struct request_list *p, const struct registry *r, const char *text,
		   struct err *e)
{
	size_t name = strcspn(text, ".@(,");
	if (former_answer("", "m", text) != NULL)
		return err_usage(e, "%s", former_answer("", "m", text));
	if (text[name] == ',' && strspn(text + name + 1, "0123456789") == 0)
		return err_usage(e, "-m %.200s: each measure has its own -m: -m %.*s -m %.100s",
				 text, (int)name, text, text + name + 1);
	const char *before = p->asks > 0 ? p->ask[p->asks - 1].text : "";
	if (text[0] != '\0' && text[strspn(text, "0123456789,")] == '\0')
		return err_usage(
			e,
			"-m %.100s: a number is not a measure; write a cutoff after a point: "
			"%.100s.%.100s",
			text, before[0] != '\0' ? before : "P", text);
	return measure_refused(p, r, text, "no such measure or nickname (--help lists them)", e);
}

/*
 * Names of other programs that mean something else than what would be answered here.
 */

/* What stands behind the first letters of a text, if it is a list of numbers; or NULL. */
static const char *number_behind(const char *text, const char *letters)
{
	size_t length = strlen(letters);
	const char *rest = text + length;
	if (strncasecmp(text, letters, length) != 0 || *rest == '\0')
		return NULL;
	return rest[strspn(rest, "0123456789,")] == '\0' ? rest : NULL;
}

/* Whether a name, with parameters or without, asks for this measure. */
static bool is_name(const char *text, const char *name)
{
	size_t length = strcspn(text, ".@");
	return strlen(name) == length && strncmp(name, text, length) == 0;
}

/* Behind these letters, a number means something else in another program. */
static const struct {
	const char *letters;
	bool alone; /* and not several */
	const char *says;
} other_meanings[] = {
	{ "accuracy@", false,
	  "-m %.100s: which one? -m accuracy.%.50s is the share of pairs in "
	  "the right order (Accuracy of ir_measures), -m success.%.50s "
	  "whether a relevant document is in the top %.50s (accuracy of BEIR "
	  "and sentence-transformers, hit rate)" },
	{ "hole@", false,
	  "-m %.100s: BEIR's hole counts documents that are judged for no "
	  "topic at all; those not judged for their own topic are -m unj.%.50s" },
	{ "rbp.", true,
	  "-m %.100s: p is -m rbp.p=0.%.50s, with grades scaled to 0 ... 1 in "
	  "each topic, or -m rbp_level.p=0.%.50s, with relevant documents "
	  "alike; ranx takes grades as they are: all are the same if they "
	  "are 0 and 1" },
};

static int check_other_meaning(const char *text, struct err *e)
{
	for (size_t i = 0; i < sizeof other_meanings / sizeof *other_meanings; i++) {
		const char *k = number_behind(text, other_meanings[i].letters);
		if (k != NULL && !(other_meanings[i].alone && strchr(k, ',') != NULL))
			return err_usage(e, other_meanings[i].says, text, k, k, k);
	}
	if (is_name(text, "reg_AP") || is_name(text, "lab_AP"))
		return err_usage(
			e,
			"-m %.100s: was experimental and no longer exists: use -m statAP, which "
			"estimates average precision from the sample alone",
			text);
	return 0;
}

/* A name as ir_measures writes it. */
static int ask_alias(struct request_list *p, const struct registry *r, const char *text,
		     struct err *e)
{
	struct ask a;
	if (strchr(text, '(') != NULL && strchr(text, '=') == NULL)
		return unknown(p, r, text, e); /* rbp(0.8) */
	if (ask_ir_name(r, text, &p->memory, &a, e) < 0)
		return -1;
	if (a.measure == NULL)
		return unknown(p, r, text, e);
	if (a.has_level && a.measure->graded)
		return err_usage(e, "-m %.200s: %s looks at grades, not at a level of relevance",
				 text, a.measure->name);
	/* our own names show neither the level nor that unjudged documents are left out */
	if (a.has_level || a.judged_only)
		a.asked_as = a.alias;
	return add_ask(p, &a, e);
}

/* Whether there is what a request by a measure's name asks for. */
static int check_ask(struct request_list *p, const struct registry *r, const struct ask *a,
		     struct err *e)
{
	const struct measure *m = a->measure;
	bool uncut = m->kind == PARAMETERS_NONE && m->settings == NULL;
	if (a->parameters != NULL && a->parameters[0] != '\0' &&
	    (uncut || m->kind == PARAMETERS_GAINS) &&
	    a->parameters[strspn(a->parameters, "0123456789,")] == '\0') {
		char why[100];
		snprintf(why, sizeof why, "%.60s takes %s", m->name,
			 uncut ? "no parameters" : "pairs such as 1=0.5,2=1");
		return measure_refused(p, r, a->text, why, e);
	}
	if (a->parameters != NULL && a->parameters[0] == '\0')
		return err_usage(e, "-m %.200s: no parameters after the '.'", a->text);
	if (a->capped && !m->capped)
		return err_usage(e, "-m %.200s: there is nothing to cap in %s", a->text, m->name);
	if (a->shown == COLUMN_ERROR && !m->shows_error)
		return err_usage(e, "-m %.200s: there is no standard error for %s", a->text,
				 m->name);
	if (a->shown != COLUMN_VALUE && !measure_has_bounds(m) && !measure_is_averaged(m))
		return err_usage(e, "-m %.200s: there are no bounds for %s", a->text, m->name);
	return 0;
}

/* What stands for a measure of complete judgments in a sampled pool. */
static const struct {
	const char *measure, *estimate;
} pool_estimates[] = {
	{ "nDCG", "lab_nDCG" },
	{ "ndcg_cut", "lab_nDCG" },
	{ "P", "lab_P" },
	{ "DCG", "lab_DCG" },
	{ "ndcg_exp_cut", "lab_nDCG_exp" },
	{ "dcg_cut", "lab_DCG" },
	{ "set_recall", "est_recall" },
	{ "SetR", "est_recall" },
	{ "set_P", "est_P" },
	{ "SetP", "est_P" },
	{ "set_F", "est_F" },
	{ "SetF", "est_F" },
	{ "num_rel", "est_rel" },
};

/* What cannot be estimated so, and what to do instead. */
static int refuse_estimate(const char *text, struct err *e)
{
	static const struct {
		const char *names, *why;
	} refused[] = {
		{ "AP map",
		  "labels do not help with average precision: -m statAP estimates it from the "
		  "sample alone" },
		{ "Rprec RPrec recall R",
		  "it depends on how many documents of each topic are relevant, which few judged "
		  "documents do not tell: intervals would miss. Take -m P@10 or -m nDCG@10; or judge all "
		  "that the runs have in their first documents, and evaluate without --drawn-from" },
		{ "RR recip_rank MRR",
		  "one document decides on a topic, and a random sample hardly has it: judge the first "
		  "three documents of each run, and evaluate them without --drawn-from (-m success.3, -J)" },
	};
	const struct slice name = { text, strcspn(text, ".@") };
	struct slice word;
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		for (const char *rest = refused[i].names; next_word(&rest, &word);)
			if (slice_equal(word, name))
				return err_usage(e, "-m %.100s: %s", text, refused[i].why);
	return 0;
}

/* nDCG@10 becomes lab_nDCG.10; others stay. NULL: there is no memory. */
static const char *estimate_of(struct request_list *p, const char *text)
{
	size_t length = strcspn(text, ".@");
	if (strncmp(text, "nugget_", 7) == 0)
		return request_name(p, "", "lab_", text, "");
	for (size_t i = 0; i < sizeof pool_estimates / sizeof *pool_estimates; i++)
		if (is_name(text, pool_estimates[i].measure))
			return request_name(p, "", pool_estimates[i].estimate,
					    text[length] != '\0' ? "." : "",
					    text[length] != '\0' ? text + length + 1 : "");
	return text;
}

static int ask_for(struct request_list *p, const struct registry *r, const char *text,
		   struct err *e)
{
	char *copy = arena_copy(&p->memory, slice_of(text)), *name = copy;
	if (name == NULL)
		return err_memory(e);
	if (check_other_meaning(text, e) < 0)
		return -1;
	struct ask a = { .text = text };
	a.shown = COLUMN_UPPER;
	while (strncmp(name, column_prefix[a.shown], strlen(column_prefix[a.shown])) != 0)
		a.shown--;
	name += strlen(column_prefix[a.shown]);
	char *parameters = strchr(name, '.');
	if (parameters != NULL)
		*parameters++ = '\0';
	a.parameters = parameters;
	a.measure = registry_find(r, name);
	a.capped =
		a.measure == NULL && p->takes_capped && strncmp(name, CAPPED, strlen(CAPPED)) == 0;
	if (a.capped)
		a.measure = registry_find(r, name += strlen(CAPPED));
	bool nickname = a.measure == NULL && registry_has_nickname(r, name);
	if (a.measure == NULL && !nickname && ask_printed(p, r, text + (name - copy), &a, e) < 0)
		return -1;
	if (a.measure != NULL)
		return check_ask(p, r, &a, e) < 0 ? -1 : add_ask(p, &a, e);
	if (a.shown != COLUMN_VALUE || (a.capped && !nickname))
		return unknown(p, r, text, e);
	if (!nickname)
		return ask_alias(p, r, text, e);
	if (parameters != NULL)
		return err_usage(e, "-m %.200s: a nickname takes no parameters", text);
	for (size_t i = 0; i < r->count; i++) {
		a.measure = r->measure[i];
		a.by_nickname = true;
		if (words_have(a.measure->members, name) && (a.measure->capped || !a.capped) &&
		    !(p->trec_eval_9 && words_have("rbp rbp_resid unj", a.measure->name)) &&
		    add_ask(p, &a, e) < 0)
			return -1;
	}
	return 0;
}

int requests_ask(struct request_list *p, const struct registry *r, const char *text, struct err *e)
{
	size_t first = p->asks;
	if (p->as_estimates && refuse_estimate(text, e) < 0)
		return -1;
	p->try_to_ask = requests_ask;
	const char *name = p->as_estimates ? estimate_of(p, text) : text;
	if (name == NULL)
		return err_memory(e);
	int result = ask_for(p, r, name, e);
	for (size_t k = first; result == 0 && name != text && k < p->asks; k++)
		p->ask[k].text = text;
	return result;
}

/*
 * Several in one argument.
 */

/* How long the first measure is: a blank ends it, except in brackets and before a number. */
static size_t length_of_first(const char *text)
{
	size_t i = 0;
	int open = 0;
	for (; text[i] != '\0'; i++) {
		open += (strchr("([{", text[i]) != NULL) - (strchr(")]}", text[i]) != NULL);
		bool blank = text[i] == ' ' || text[i] == '\t';
		bool before = i > 0 && strchr(".,@ \t", text[i - 1]) != NULL;
		if (blank && open <= 0 && !before)
			break;
	}
	return i;
}

static int split(const char *text, struct arena *memory, struct text_list *list, struct err *e)
{
	size_t length = strlen(text);
	bool quoted = length > 1 && text[0] == '"' && text[length - 1] == '"';
	const char *rest = arena_copy(memory, (struct slice){ text + quoted, length - 2 * quoted });
	if (rest == NULL)
		return err_memory(e);
	size_t before = list->count;
	for (rest += strspn(rest, " \t"); *rest != '\0'; rest += strspn(rest, " \t")) {
		size_t first = length_of_first(rest);
		const char *name = arena_copy(memory, (struct slice){ rest, first });
		if (name == NULL)
			return err_memory(e);
		if (text_list_add(list, name, e) < 0)
			return -1;
		rest += first;
	}
	return list->count > before ? 0 : text_list_add(list, text, e);
}

int measures_split(const struct text_list *texts, struct arena *memory, struct text_list *list,
		   struct err *e)
{
	int result = 0;
	for (size_t i = 0; i < texts->count && result == 0; i++)
		result = split(texts->text[i], memory, list, e);
	return result;
}

int requests_ask_all(struct request_list *p, const struct registry *r,
		     const struct text_list *texts, struct err *e)
{
	struct text_list list = { 0 };
	int result = measures_split(texts, &p->memory, &list, e);
	for (size_t i = 0; i < list.count && result == 0; i++)
		result = requests_ask(p, r, list.text[i], e);
	text_list_release(&list);
	return result;
}
