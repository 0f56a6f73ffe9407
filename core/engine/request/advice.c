/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What may have been meant by a measure that does not exist: the nearest name, with the numbers
 * that were typed behind it in whatever form. Only what is accepted, with the judgments at hand, is
 * advised.
 *
 * Names are compared without case, '_', '-' and the like.
 */
#include <ctype.h>
#include <strings.h>

#include "core/base/array.h"
#include "core/base/nearest.h"
#include "core/engine/request/request_asks.h"

/* What other programs, and people, call a measure whose name here is not near. */
static const char *const said[][2] = {
	{ "prec", "P" },
	{ "precision", "P" },
	{ "rec", "recall" },
	{ "hit", "success" },
	{ "hitsat", "success" },
	{ "averageprecision", "AP" },
	{ "meanaverageprecision", "AP" },
	{ "reciprocalrank", "RR" },
	{ "meanreciprocalrank", "RR" },
	{ "normalizeddiscountedcumulativegain", "nDCG" },
	{ "discountedcumulativegain", "DCG" },
	{ "rankbiasedprecision", "rbp" },
	{ "expectedreciprocalrank", "err" },
	{ "rprecision", "Rprec" },
	{ "interpolatedprecision", "iprec_at_recall" },
	{ "geometricmap", "gm_map" },
	{ "gmap", "gm_map" },
	{ "fmeasure", "set_F" },
	{ "fscore", "set_F" },
	{ "relp", "relative_P" },
	{ "setrelp", "set_relative_P" },
	{ "estprec", "est_P" },
	{ "estprecision", "est_P" },
	{ "estrec", "est_recall" },
	{ "estf1", "est_F" },
	{ "yield", "est_rel" },
	{ "prevalence", "est_richness" },
	{ "ndcgexp", "ndcg_exp_cut" },
	{ "unjudged", "unj" },
};

/* A name as it is compared. */
struct key {
	char text[64];
	size_t length;
};

static struct key key_of(struct slice name)
{
	struct key k = { .length = 0 };
	for (size_t i = 0; i < name.length && k.length + 1 < sizeof k.text; i++)
		if (isalnum((unsigned char)name.at[i]) || (name.at[i] & 0x80) != 0)
			k.text[k.length++] = (char)tolower((unsigned char)name.at[i]);
	return k;
}

/* What was typed: PREFIX, a name, and numbers or other parameters behind it. */
struct typed {
	const char *prefix; /* "ci_lo_" or the like */
	bool at;	    /* with '@' */
	struct key name;    /* without the numbers ... */
	char numbers[64];   /* ... at the end; empty: none */
	const char *rest;   /* (rel=2)@10: all that follows the name; or NULL */
	const char *text;
};

static bool is_one_of(const char *characters, char c)
{
	return c != '\0' && strchr(characters, c) != NULL;
}

/* Takes the numbers at the end off: _10, @10, _at_10, -10, .10, (10). */
static void take_numbers(struct typed *t, const char *text)
{
	size_t end = strlen(text);
	while (end > 0 && is_one_of(")%", text[end - 1]))
		end--;
	size_t from = end;
	while (from > 0 && is_one_of("0123456789,.", text[from - 1]))
		from--;
	size_t name = from;
	while (from < end && is_one_of(",.", text[from]))
		from++;
	snprintf(t->numbers, sizeof t->numbers, "%.*s", (int)(end - from), text + from);
	if (name > 4 && is_one_of("_- ", text[name - 1]) &&
	    strncasecmp(text + name - 3, "at", 2) == 0)
		name -= 4;
	t->name = key_of((struct slice){ text, name });
}

static struct typed take_apart(const char *text)
{
	static const char *const prefix[] = { "ci_lo_", "ci_hi_", "se_", CAPPED, "" };
	/* of sentence-transformers */
	static const char *const similarity[] = { "cosine_", "cos_sim-", "cos_sim_", "dot_score-",
						  "dot_" };
	size_t i = 0;
	while (strncmp(text, prefix[i], strlen(prefix[i])) != 0)
		i++;
	struct typed t = { .prefix = prefix[i], .at = strchr(text, '@') != NULL, .text = text };
	text += strlen(prefix[i]);
	for (i = 0; i < sizeof similarity / sizeof *similarity; i++)
		if (strncmp(text, similarity[i], strlen(similarity[i])) == 0)
			text += strlen(similarity[i]);
	if (strchr(text, '=') != NULL) {
		t.rest = text + strcspn(text, ".@(");
		t.name = key_of((struct slice){ text, (size_t)(t.rest - text) });
	} else {
		take_numbers(&t, text);
	}
	return t;
}

/* A name that may have been meant, and how far it is from what was typed. */
struct candidate {
	struct slice name;
	size_t distance, order;
	bool alias, without; /* without the numbers */
};

struct candidates {
	struct candidate *list;
	size_t count, room;
};

enum { NOT_NEAR = 1000, EDIT = 100 };

/* Letters that differ; then names that begin with the other, or end with what was typed. */
static size_t distance(const struct key *a, const struct key *b)
{
	struct slice x = { a->text, a->length }, y = { b->text, b->length };
	struct nearest n = nearest_to(x);
	if (slice_equal(x, y))
		return 0;
	nearest_try(&n, y);
	if (n.best.length > 0)
		return n.distance * EDIT + (a->text[0] != b->text[0]);
	size_t less = x.length < y.length ? x.length : y.length;
	size_t more = x.length + y.length - 2 * less;
	bool begins = memcmp(x.at, y.at, less) == 0 && (y.length > less || less > 2 * more);
	bool ends = y.length == less + more && memcmp(x.at, y.at + more, less) == 0;
	return less >= 3 && (begins || ends) ? 3 * EDIT + more : NOT_NEAR;
}

static void add_candidate(struct candidates *x, const struct typed *t, const struct key *near,
			  struct slice name, bool alias)
{
	const struct key typed[] = { t->name, key_of(slice_of(t->text + strlen(t->prefix))) };
	for (int whole = 0; whole < (t->numbers[0] != '\0' ? 2 : 1); whole++) {
		size_t d = distance(&typed[whole], near);
		if (d >= NOT_NEAR)
			continue;
		if (!ARRAY_ROOM(x->list, x->count + 1, x->room))
			return;
		d += t->at && !alias; /* ndcg@10 is nDCG@10 */
		struct candidate c = { name, d, x->count, alias, whole > 0 };
		x->list[x->count++] = c;
		c.without = true; /* a number that the measure does not take is the last thing to
				     give up */
		c.distance += NOT_NEAR;
		if (whole == 0 && t->numbers[0] != '\0')
			x->list[x->count++] = c;
	}
}

static void add_words(struct candidates *x, const struct typed *t, const char *words, bool alias)
{
	struct slice word;
	while (next_word(&words, &word)) {
		struct slice name = { word.at, strcspn(word.at, " @(=") };
		struct key k = key_of(name);
		add_candidate(x, t, &k, name, alias);
	}
}

static int nearer(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;
	if (x->distance != y->distance)
		return x->distance < y->distance ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

static void collect(struct candidates *x, const struct registry *r, const struct typed *t)
{
	for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
		struct key k = key_of(slice_of(said[i][0]));
		if (distance(&t->name, &k) == 0)
			add_candidate(x, t, &k, slice_of(said[i][1]), false);
	}
	for (size_t i = 0; i < r->count; i++)
		add_words(x, t, r->measure[i]->name, false);
	for (size_t i = 0; i < r->count; i++) {
		add_words(x, t, r->measure[i]->alias, true);
		add_words(x, t, r->measure[i]->members, false);
	}
	if (x->count > 0)
		qsort(x->list, x->count, sizeof *x->list, nearer);
}

/* Whether this can be asked for, with the judgments at hand or with any; else `wrong` says why not.
 */
static bool works(const struct request_list *p, const struct registry *r, const char *text,
		  bool at_hand, struct err *wrong)
{
	struct request_list trial = { .no_run = p->no_run,
				      .as_estimates = p->as_estimates,
				      .takes_capped = p->takes_capped,
				      .format = at_hand ? p->format : NULL,
				      .trial = true };
	*wrong = (struct err){ 0 };
	bool fits = p->try_to_ask(&trial, r, text, wrong) == 0 && requests_fit(&trial, wrong);
	requests_release(&trial);
	return fits;
}

/* The first form of a candidate that works, or NULL; `at_hand` as above. */
static const char *form_of(struct request_list *p, const struct registry *r, const struct typed *t,
			   const struct candidate *c, bool at_hand)
{
	static const char *const joint[] = { "@", ".", "@", ".p=" };
	const char *name = arena_copy(&p->memory, c->name);
	bool plain = c->without || t->numbers[0] == '\0';
	size_t first = t->at || c->alias ? 0 : 1;
	struct err wrong;
	for (size_t i = plain ? 3 : first; name != NULL && i < 4; i++) {
		const char *behind = t->rest != NULL ? t->rest : plain ? "" : joint[i];
		const char *form =
			request_name(p, t->prefix, name, behind, plain ? "" : t->numbers);
		if (form != NULL && strcmp(form, t->text) != 0 &&
		    works(p, r, form, at_hand, &wrong))
			return form;
	}
	return NULL;
}

int measure_refused(struct request_list *p, const struct registry *r, const char *text,
		    const char *why, struct err *e)
{
	if (p->trial)
		return err_usage(e, "-m %.200s: %s", text, why);
	const struct typed t = take_apart(text);
	struct candidates x = { 0 };
	struct err wrong;
	const char *form = NULL, *other = NULL;
	collect(&x, r, &t);
	for (size_t i = 0, near = NOT_NEAR; i < x.count && form == NULL; i++) {
		if (other != NULL && x.list[i].distance / EDIT > near)
			break; /* better to say why the nearest one is refused */
		form = form_of(p, r, &t, &x.list[i], true);
		if (form == NULL && other == NULL) {
			other = form_of(p, r, &t, &x.list[i], false);
			near = x.list[i].distance / EDIT;
		}
	}
	free(x.list);
	if (form == NULL && other != NULL && !works(p, r, other, true, &wrong))
		return err_usage(e, "-m %.200s: no such measure, and %.300s", text,
				 wrong.text + strlen("-m : ") + strlen(other));
	return err_usage(e, "-m %.200s: %s%s%.100s%s", text, why,
			 form != NULL ? "; did you mean '" : "", form != NULL ? form : "",
			 form != NULL ? "'?" : "");
}
