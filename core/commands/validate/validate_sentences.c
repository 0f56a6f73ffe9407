/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sentences for a report, in the words of those who read such reports: point estimate,
 * confidence level, margin of error; documents are "coded" relevant by reviewers.
 */
#include <math.h>

#include "core/commands/validate/validate.h"
#include "core/options/command.h"

/* What the sentences are made from. */
struct sentences {
	const struct validate_request *request;
	const struct validation *x;
	size_t method;
	int digits;
	struct buffer *b;
};

/* ---- counts ---- */

static bool is_of(const struct divided_stratum *s, int side)
{
	return !s->cut && s->retrieved == side;
}

/* "9 of these were coded relevant" */
static void print_coded(const struct sentences *r, int64_t relevant)
{
	buffer_print(r->b, "%s of these %s coded %s", COUNT(relevant),
		     relevant == 1 ? "was" : "were", r->request->word);
}

/* Each stratum with its counts, so that a reader can compute the estimate again. */
static void print_strata(const struct sentences *r, const struct validation_design *d, int side)
{
	size_t number = 0;
	for (size_t i = 0; i < d->strata; i++) {
		const struct divided_stratum *s = &d->stratum[i];
		if (!is_of(s, side))
			continue;
		buffer_print(r->b, number++ > 0 ? "; " : ": ");
		if (d->name[i].length > 0)
			buffer_print(r->b, "%.*s, ", (int)d->name[i].length, d->name[i].at);
		else
			buffer_print(r->b, "stratum %zu, ", number);
		if (s->sampled == s->size)
			buffer_print(r->b, "all %s reviewed", COUNT(s->size));
		else
			buffer_print(r->b, "%s of %s drawn at random and reviewed",
				     COUNT(s->sampled), COUNT(s->size));
		buffer_print(r->b, ", %s coded %s", COUNT(s->relevant[side]), r->request->word);
	}
	/* said once, behind the last strata */
	bool again = side == 1 && total_of(d, 0).strata > 1;
	buffer_print(r->b, ". %s",
		     again ? ""
			   : "In the estimates a stratum of N documents counts as N times the "
			     "share of its sample. ");
}

static void print_rounds(const struct sentences *r)
{
	const struct validation_counts *c = &r->request->question.counts;
	buffer_print(r->b, ", in %zu rounds (", c->rounds);
	for (size_t i = 0; i < c->rounds; i++)
		buffer_print(r->b, "%s%s",
			     i == 0		 ? ""
			     : i + 1 < c->rounds ? ", "
						 : " and ",
			     COUNT(c->round[i]));
	buffer_print(r->b, "),");
}

static const char *in_families(const struct sentences *r)
{
	return r->request->question.drawn.document != NULL ? " in whole families" : "";
}

/* "2,500 were drawn at random, in 2 rounds, and reviewed" */
static void print_drawn(const struct sentences *r, int64_t sampled, int side)
{
	buffer_print(r->b, "%s %s drawn at random%s", COUNT(sampled), sampled == 1 ? "was" : "were",
		     in_families(r));
	if (side == 0 && r->request->question.counts.rounds > 0)
		print_rounds(r);
	buffer_print(r->b, " and reviewed; ");
}

/* "Of the 2,100 documents not produced, 300 were drawn at random and reviewed; 4 of these were
 * coded relevant" */
static void print_part(const struct sentences *r, const char *which, struct slice name,
		       const struct total *t, int side)
{
	buffer_print(r->b, "Of the %s documents %s", COUNT(t->size), which);
	if (name.length > 0)
		buffer_print(r->b, " (%.*s)", (int)name.length, name.at);
	buffer_print(r->b, ", ");
	if (t->sampled == t->size)
		buffer_print(r->b, "all were reviewed; ");
	else
		print_drawn(r, t->sampled, side);
	print_coded(r, t->relevant);
}

/*
 * What was coded before the sample was drawn is a stratum of its own. Whether it was, or was in the
 * frame, may not be known.
 */
static bool print_earlier(const struct sentences *r, const struct validation_design *d,
			  const struct total *t)
{
	const struct divided_stratum *coded = NULL, *drawn = NULL;
	for (size_t i = 0; i < d->strata; i++)
		if (is_of(&d->stratum[i], 0))
			*(slice_equal(d->name[i], slice_of(CODED_EARLIER)) ? &coded : &drawn) =
				&d->stratum[i];
	if (t->strata != 2 || coded == NULL || drawn == NULL || coded->sampled != coded->size)
		return false;
	const char *when = r->request->readings > 1
				   ? "were coded and not drawn"
				   : "had been coded before the sample was drawn from the others";
	buffer_print(r->b, "Of the %s documents not produced, %s %s; ", COUNT(t->size),
		     COUNT(coded->size), when);
	print_coded(r, coded->relevant[0]);
	buffer_print(r->b, ". Of the other %s, ", COUNT(drawn->size));
	print_drawn(r, drawn->sampled, 0);
	print_coded(r, drawn->relevant[0]);
	buffer_print(r->b, ". ");
	return true;
}

static void print_side(const struct sentences *r, const struct validation_design *d, int side,
		       const char *which)
{
	struct total t = total_of(d, side);
	if (t.strata == 0 || t.size == 0 || (side == 0 && print_earlier(r, d, &t)))
		return;
	if (t.strata > 1) {
		buffer_print(r->b, "The %s documents %s are in %zu strata", COUNT(t.size), which,
			     t.strata);
		print_strata(r, d, side);
		return;
	}
	t.relevant = second_review_coded(&r->request->question.counts, side, t.relevant);
	print_part(r, which, (struct slice){ 0 }, &t, side);
	buffer_print(r->b, ". ");
}

/* What happened after the draw, and what the readings have in common. */
static void print_since(const struct sentences *r)
{
	const struct validation_counts *c = &r->request->question.counts;
	const struct validate_request *q = r->request;
	if (c->since.documents > 0)
		buffer_print(r->b, "%s of these %s produced since, %s of them coded %s. ",
			     COUNT(c->since.documents), c->since.documents == 1 ? "was" : "were",
			     COUNT(c->since.relevant), q->word);
	if (c->missed > 0)
		buffer_print(r->b,
			     "%s documents that were not produced are coded %s, in the sample or "
			     "not, and count as missed. ",
			     COUNT(c->missed), q->word);
	unsigned frames = 0;
	int64_t uncoded = 0;
	for (size_t i = 0; i < q->readings; i++)
		frames |= q->reading[i].frame;
	for (int place = 0; place < PLACES; place++)
		uncoded += q->ledger.documents[place][DRAWN_UNCODED][0];
	const char *open = (frames & FROM_THEN) != 0 && q->since_file == NULL
				   ? "documents were produced because they had been drawn"
			   : (frames & (frames - 1)) != 0
				   ? "the sample was drawn from what was coded otherwise, too,"
				   : NULL;
	if (open != NULL)
		buffer_print(r->b, "Whether %s is not known: the bounds hold in either case. ",
			     open);
	if (uncoded > 0)
		buffer_print(r->b, "%s drawn document%s no code%s. ", COUNT(uncoded),
			     uncoded == 1 ? " has" : "s have",
			     q->readings == 1 ? ": left out"
					      : "; the bounds hold whatever it would be");
}

/* "Of the 20,000 documents of the collection, 2,000 were drawn at random (control set) ..." */
static void print_control(const struct sentences *r, const struct validation_design *d)
{
	const struct validation_counts *c = &r->request->question.counts;
	const struct control_set *x = &c->control;
	const struct total in = total_of(d, 1), out = total_of(d, 0);
	int64_t others = x->sampled - x->produced;
	buffer_print(
		r->b,
		"Of the %s documents of the collection, %s were drawn at random%s (control set) "
		"and reviewed. ",
		COUNT(in.size + out.size - c->since.documents), COUNT(x->sampled), in_families(r));
	if (c->since.documents > 0)
		buffer_print(r->b,
			     "%s of them had been produced before the draw: ", COUNT(x->produced));
	else
		buffer_print(r->b, "%s of them %s among the %s produced: ", COUNT(x->produced),
			     x->produced == 1 ? "is" : "are", COUNT(in.size));
	print_coded(r, x->relevant[1]);
	buffer_print(r->b, "; %s %s among the %s not produced%s: ", COUNT(others),
		     others == 1 ? "is" : "are", COUNT(out.size),
		     c->since.documents > 0 ? " then" : "");
	print_coded(r, x->relevant[0]);
	buffer_print(r->b, ". ");
	for (int side = 1; side >= 0; side--) {
		const struct segment_list *list = segments_of(c, side);
		const char *which = side == 1 ? "produced" : "not produced";
		if (list->count == 0 || list->item[0].size_only || list->item[0].size == 0)
			continue;
		const struct counted_segment *s = &list->item[0];
		const struct total t = { s->size, s->sampled, s->relevant, 1 };
		print_part(r, which, (struct slice){ 0 }, &t, side);
		if (s->sampled < s->size)
			buffer_print(r->b,
				     "; %s of the drawn ones are in both samples and count once",
				     COUNT(c->twice[side].documents));
		buffer_print(r->b, ". ");
	}
}

static void print_cut(const struct sentences *r, const struct divided_stratum *s, struct slice name)
{
	bool parted = (r->x->design.known & KNOWN_PARTS) != 0;
	buffer_print(r->b, "Of the %s documents of ", COUNT(s->size));
	if (name.length > 0)
		buffer_print(r->b, "stratum %.*s, a part of which was produced, ", (int)name.length,
			     name.at);
	else
		buffer_print(r->b, "the collection, ");
	if (s->sampled == s->size)
		buffer_print(r->b, "all were reviewed; ");
	else
		buffer_print(r->b, "%s were drawn at random%s and reviewed; ", COUNT(s->sampled),
			     name.length > 0 ? "" : " (control set)");
	print_coded(r, s->relevant[0] + s->relevant[1]);
	if (!parted) {
		buffer_print(r->b, ", and %s of them are in the production. ",
			     COUNT(s->relevant[1]));
		return;
	}
	buffer_print(r->b, ". Of the %s in the production, %s %s coded %s; of the %s others, %s. ",
		     COUNT(s->relevant[1] + s->other[1]), COUNT(s->relevant[1]),
		     s->relevant[1] == 1 ? "was" : "were", r->request->word,
		     COUNT(s->relevant[0] + s->other[0]), COUNT(s->relevant[0]));
}

/* "Of the 2,000 documents withheld, all were reviewed; 1,800 of these were coded relevant" */
static void print_segments(const struct sentences *r, const struct segment_list *list,
			   const char *which, const char *meaning)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct counted_segment *s = &list->item[i];
		const struct total t = { s->size, s->sampled, s->relevant, 1 };
		print_part(r, which, s->name, &t, 1);
		buffer_print(r->b, ". ");
	}
	if (list->count > 0)
		buffer_print(
			r->b,
			"What is %s among them was %s, and counts as %s in end-to-end recall. ",
			r->request->word, meaning, meaning);
}

static void print_families(const struct sentences *r)
{
	const struct drawn_documents *drawn = &r->request->question.drawn;
	const struct validation_figure *f = validation_recall(r->x);
	if (drawn->document == NULL)
		return;
	buffer_print(
		r->b,
		"Whole families, not single documents, were drawn (column %s): the %s documents "
		"that were reviewed are in %s families, and the bounds allow for that",
		r->request->formats.columns.cluster, COUNT((int64_t)drawn->count),
		COUNT((int64_t)drawn->clusters));
	if (f != NULL && f->design_effect > 0)
		buffer_print(r->b, " (design effect of recall %.2f)", f->design_effect);
	buffer_print(r->b, ". ");
}

static void print_counts(const struct sentences *r)
{
	const struct validation_design *d = &r->x->design;
	bool collection = (d->known & (KNOWN_PRODUCED | KNOWN_NULL)) == 0;
	const struct validation_counts *c = &r->request->question.counts;
	bool cut = false;
	for (size_t i = 0; i < d->strata; i++) {
		if (d->stratum[i].cut)
			print_cut(r, &d->stratum[i], d->name[i]);
		cut = cut || d->stratum[i].cut;
	}
	print_side(r, &r->x->whole, 0, "of the collection");
	if (c->control.text != NULL && !cut)
		print_control(r, d);
	else {
		print_side(r, d, 1, "produced");
		second_review_print(r->b, c, 1, r->request->word);
		print_side(r, d, 0,
			   collection		    ? "of the collection"
			   : c->since.documents > 0 ? "not produced when the sample was drawn"
						    : "not produced");
		second_review_print(r->b, c, 0, r->request->word);
	}
	print_since(r);
	print_segments(r, &c->withheld, "withheld after the review", "found");
	print_segments(r, &c->culled, "culled before the review", "missed");
	print_families(r);
}

/* ---- figures ---- */

/* A figure in the words of a sentence. */
struct named_figure {
	const char *measure, *subject; /* "Recall" */
	const char *again;	       /* what it is called the second time */
	const char *reviewed;	       /* if it was counted, which documents were reviewed */
	const char *unknown;	       /* why there may be no estimate */
	bool upper;		       /* it is the upper bound that is reported */
};

#define NOTHING "nothing %s was found, neither in the production nor outside it"
static const struct named_figure richness = {
	"est_richness", "richness", "it", "document", "there are no documents", false
};
static const struct named_figure figures[] = {
	{ "est_recall", "recall", "recall", "document", NOTHING, false },
	{ END_TO_END, "end-to-end recall", "end-to-end recall", "document", NOTHING, false },
	{ ERECALL, "recall from two samples (eRecall)", "it", "document of either sample",
	  "nothing %s was found in the sample of the collection", false },
	{ "est_elusion", "elusion, the %s share of the documents not produced,", "it",
	  "document not produced", "everything was produced", .upper = true },
	{ "est_P", "precision", "precision", "produced document", "nothing was produced", false },
};

/* The confidence level, and whether it is guaranteed. */
static void print_method(const struct sentences *r, const struct validation_figure *f, bool lower)
{
	const char *method = lower && f->sure != NULL ? f->sure : r->x->method[r->method].one_sided;
	buffer_print(r->b, " (one-sided %s bound, method %s", lower ? "lower" : "upper", method);
	if (strcmp(method, "anytime") == 0)
		buffer_print(r->b, ", which holds at every look");
	else if (!validation_keeps_level(r->x, f, r->method))
		buffer_print(r->b, ", an approximation");
	buffer_print(r->b, ")");
}

static void print_subject(const struct sentences *r, const struct named_figure *n, bool first)
{
	char text[96];
	snprintf(text, sizeof text, n->subject, r->request->word);
	if (first)
		text[0] = (char)(text[0] - 'a' + 'A');
	buffer_print(r->b, "%s", text);
}

static void print_one_sided(const struct sentences *r, const struct named_figure *n, bool lower)
{
	const struct validation_figure *f = validation_find(r->x, n->measure);
	if (f == NULL)
		return;
	char why[128];
	snprintf(why, sizeof why, n->unknown, r->request->word);
	struct rounded value = rounded_percent(f->value, TO_NEAREST, r->digits);
	if (isnan(f->value) || f->counted) {
		print_subject(r, n, true);
		if (isnan(f->value))
			buffer_print(r->b, " cannot be estimated: %s. ", why);
		else
			buffer_print(r->b,
				     " is %s (a count, not an estimate: every %s was reviewed). ",
				     value.text, n->reviewed);
		return;
	}
	const struct validation_bounds y = validation_shown(f, r->method);
	double bound = lower ? y.at_least : y.at_most;
	buffer_print(r->b, "The point estimate of ");
	print_subject(r, n, false);
	buffer_print(r->b, " is %s", value.text);
	if (!isnan(bound)) {
		buffer_print(r->b, "; at the %g %% confidence level %s is at %s %s",
			     100 * r->request->question.level, n->again, lower ? "least" : "most",
			     rounded_percent(bound, lower ? DOWN : UP, r->digits).text);
		print_method(r, f, lower);
	}
	buffer_print(r->b, ". ");
}

/* "3.73 % to 6.54 %", the margin, and the same as numbers of documents. */
static void print_richness(const struct sentences *r)
{
	const struct validation_figure *share = validation_find(r->x, "est_richness");
	const struct validation_figure *yield = validation_find(r->x, "est_rel");
	const struct interval of = validation_shown(share, r->method).between;
	const struct interval number = validation_shown(yield, r->method).between;
	if (isnan(share->value) || share->counted || isnan(of.lower)) {
		print_one_sided(r, &richness, true);
		return;
	}
	double margin = fmax(share->value - of.lower, of.upper - share->value);
	struct rounded points = rounded_percent(margin, UP, r->digits);
	points.text[strcspn(points.text, " ")] = '\0';
	buffer_print(
		r->b,
		"The point estimate of richness is %s, with a margin of error of at most %s percentage points at the %g %% "
		"confidence level: from %s to %s (two-sided, method %s). These are about %s %s documents, from %s to %s. ",
		rounded_percent(share->value, TO_NEAREST, r->digits).text, points.text,
		100 * r->request->question.level, rounded_percent(of.lower, DOWN, r->digits).text,
		rounded_percent(of.upper, UP, r->digits).text, share->bounds[r->method].by,
		COUNT(yield->value), r->request->word, rounded_count(number.lower, DOWN).text,
		rounded_count(number.upper, UP).text);
}

/*
 * Elusion has its upper bound reported, as less of it is better, and all else the lower one. Only
 * richness alone has no good side.
 */
static void print_figures(const struct sentences *r)
{
	bool alone =
		(r->x->design.known & (KNOWN_PRODUCED | KNOWN_NULL)) == 0 || r->x->whole.strata > 0;
	enum tail tail = r->request->tail;
	if (alone && tail == TAIL_BOTH)
		print_richness(r);
	else if (alone)
		print_one_sided(r, &richness, tail == TAIL_LOWER);
	for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
		print_one_sided(r, &figures[i], !figures[i].upper);
}

static void print_target(const struct sentences *r)
{
	double target = r->request->question.target, level = 100 * r->request->question.level;
	if (isnan(target))
		return;
	const struct validation_figure *f = validation_recall(r->x);
	const struct validation_bounds y = validation_shown(f, r->method);
	enum verdict v = r->x->verdict[r->method];
	const char *method = r->x->method[r->method].one_sided;
	const char *which = r->x->end_to_end.strata > 0 ? "an end-to-end recall" : "a recall";
	if (v == VERDICT_NOT_SHOWN)
		buffer_print(r->b,
			     "At the %g %% confidence level the sample does not establish %s "
			     "of at least %g %%; it does not show that recall is lower. ",
			     level, which, 100 * target);
	else if (!validation_keeps_level(r->x, f, r->method))
		buffer_print(r->b,
			     "By this approximation recall is %s %g %%. That is not shown: method "
			     "%s does not guarantee its confidence level. ",
			     v == VERDICT_SHOWN ? "at least" : "below", 100 * target, method);
	else if (f->counted)
		buffer_print(r->b, "The target, a recall of at least %g %%, is %s. ", 100 * target,
			     v == VERDICT_SHOWN ? "reached" : "missed");
	else if (v == VERDICT_SHOWN)
		buffer_print(r->b,
			     "At the %g %% confidence level the sample supports %s of at "
			     "least %g %%: the target is shown. ",
			     level, which, 100 * target);
	else
		buffer_print(r->b,
			     "At the %g %% confidence level recall is at most %s: the target, a "
			     "recall of at least %g %%, is missed. ",
			     level, rounded_percent(y.at_most, UP, r->digits).text, 100 * target);
}

/* How many more documents would show the target. */
static void print_more(const struct sentences *r)
{
	const struct further_sample *m = &r->x->more[r->method];
	if (!m->known || r->x->verdict[r->method] != VERDICT_NOT_SHOWN)
		return;
	if (m->size == 0) {
		buffer_print(r->b,
			     "No further sample of the null set would show it with probability 0.8 "
			     "if its %s share stays as it is. ",
			     r->request->word);
		return;
	}
	buffer_print(r->b,
		     "If the %s share of the null set stays as it is, %s further documents of it, "
		     "drawn at random, would show the target with probability %.2f: it is shown "
		     "if at most %s of them are %s. ",
		     r->request->word, COUNT(m->size), floor(100 * m->probability) / 100,
		     COUNT(m->relevant), r->request->word);
	if (strcmp(r->x->method[r->method].one_sided, "anytime") != 0)
		buffer_print(r->b,
			     "That is a second look, at which the bounds of %s no longer keep "
			     "their level: it needs --ci=anytime from the first look on. ",
			     r->x->method[r->method].one_sided);
}

void report_print(struct buffer *b, const struct validate_request *q, const struct validation *x,
		  size_t method)
{
	const struct sentences r = {
		.request = q, .x = x, .method = method, .digits = validation_digits(q, x), .b = b
	};
	print_counts(&r);
	print_figures(&r);
	print_target(&r);
	print_more(&r);
	buffer_print(b, "Computed by " PROGRAM_NAME " " PROGRAM_VERSION ". ");
}
