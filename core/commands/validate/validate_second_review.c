/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Samples of which a random part was reviewed again (--produced-qc, --null-qc): checks, estimates
 * and bounds (core/stats/interval/two_phase.h), and their sentences.
 */
#include "core/commands/validate/validate.h"
#include "core/stats/f_measure.h"

bool second_review_is_open(const struct validation_counts *c)
{
	const struct second_review *r = c->second;
	return (r[0].text != NULL && !r[0].settled) || (r[1].text != NULL && !r[1].settled);
}

/* ---- checks ---- */

static int check_code(const struct second_review *r, const struct counted_segment *s, int side,
		      int code, struct err *e)
{
	const char *option = side_option[side];
	int64_t coded = code == 1 ? s->relevant : s->sampled - s->relevant;
	const char *word = code == 1 ? "coded relevant" : "coded not relevant";
	if (!r->done[code])
		return 0;
	if (r->again[code] > coded || r->relevant[code] > r->again[code])
		return err_usage(e,
				 "%s-qc=%.100s: impossible: %lld %s, %lld reviewed again, %lld "
				 "relevant",
				 option, r->text, LL(coded), word, LL(r->again[code]),
				 LL(r->relevant[code]));
	if (r->again[code] == 0 && coded > 0)
		return err_usage(e,
				 "%s-qc=%.100s: none of %lld documents %s was reviewed again; if "
				 "their code counts as right, leave the pair out (%s)",
				 option, r->text, LL(coded), word, code == 1 ? ",m0:o0" : "m1:u1,");
	return 0;
}

static struct coded_sample coded_sample_of(const struct counted_segment *s,
					   const struct second_review *r)
{
	struct coded_sample out = { .size = s->size,
				    .coded = { s->sampled - s->relevant, s->relevant } };
	for (int code = 0; code < 2; code++) {
		out.trusted[code] = r->settled || !r->done[code];
		out.again[code] = r->again[code];
		out.relevant[code] = r->relevant[code];
	}
	return out;
}

/*
 * If nothing is left open the sample has the counts of the second review. If all documents were
 * reviewed again, nobody asks what the first review said.
 */
static void settle(struct second_review *r, struct counted_segment *s)
{
	const struct coded_sample x = coded_sample_of(s, r);
	bool all = r->done[0] && r->done[1];
	r->coded = s->relevant;
	r->settled = coded_sample_is_settled(&x);
	if (!r->settled)
		return;
	s->relevant = coded_sample_found(&x);
	if (all)
		*r = (struct second_review){ 0 };
}

int second_review_check(struct validation_counts *c, const struct method_list *methods,
			struct err *e)
{
	for (int side = 0; side < SIDES; side++) {
		struct second_review *r = &c->second[side];
		struct segment_list *list = (struct segment_list *)segments_of(c, side);
		const char *option = side_option[side];
		if (r->text == NULL)
			continue;
		if (list->count != 1 || list->item[0].size_only)
			return err_usage(e,
					 "%s-qc needs the sample that was reviewed again, one "
					 "%s=N:n:r",
					 option, option);
		struct counted_segment *s = &list->item[0];
		if (s->relevant > s->sampled || s->sampled > s->size)
			continue; /* the counts themselves cannot be: their own message follows */
		if (check_code(r, s, side, 1, e) < 0 || check_code(r, s, side, 0, e) < 0)
			return -1;
		settle(r, s);
	}
	if (!second_review_is_open(c))
		return 0;
	if (c->produced.count > 1 || c->null.count > 1)
		return err_usage(e,
				 "--produced-qc and --null-qc need one --produced and one --null");
	if (c->withheld.count + c->culled.count > 0)
		return err_usage(e,
				 "%s cannot be combined with --produced-qc and --null-qc: there "
				 "are no bounds of end-to-end recall by " TWO_PHASE_METHOD,
				 c->withheld.count > 0 ? "--withheld" : "--culled");
	if (methods->count > 0)
		return err_usage(e,
				 "--ci=%s cannot be combined with --produced-qc and --null-qc, "
				 "whose bounds are by " TWO_PHASE_METHOD,
				 methods->method[0]);
	return 0;
}

/* ---- estimates and bounds ---- */

/* The samples of both sides, and where they are; NULL: there is none. */
static void samples_of(const struct validation_counts *c, struct coded_sample sample[SIDES],
		       const struct coded_sample *side[SIDES])
{
	for (int i = 0; i < SIDES; i++) {
		sample[i] = coded_sample_of(&segments_of(c, i)->item[0], &c->second[i]);
		side[i] = segments_of(c, i)->count > 0 ? &sample[i] : NULL;
	}
}

struct two_phase *second_review_analyse(const struct validation_counts *c, struct err *e)
{
	struct coded_sample sample[SIDES];
	const struct coded_sample *side[SIDES];
	samples_of(c, sample, side);
	return two_phase_new(side, e);
}

/* What a figure is made of; the unit is a number of documents by which it is divided, or 1. */
struct made_of {
	enum two_phase_quantity what;
	double value, unit;
};

static struct made_of made_of(const struct validation_counts *c, const char *measure)
{
	double R[SIDES], N[SIDES];
	struct coded_sample sample[SIDES];
	const struct coded_sample *side[SIDES];
	samples_of(c, sample, side);
	for (int i = 0; i < SIDES; i++) {
		R[i] = side[i] != NULL ? two_phase_estimate(side[i]) : 0;
		N[i] = side[i] != NULL ? (double)side[i]->size : 0;
	}
	const struct {
		const char *measure;
		struct made_of of;
	} known[] = {
		{ "est_richness", { TWO_PHASE_ALL, R[0] + R[1], N[0] + N[1] } },
		{ "est_rel", { TWO_PHASE_ALL, R[0] + R[1], 1 } },
		{ "est_rel_ret", { TWO_PHASE_PRODUCED, R[1], 1 } },
		{ "est_rel_unret", { TWO_PHASE_NULL, R[0], 1 } },
		{ "est_elusion", { TWO_PHASE_NULL, R[0], N[0] } },
		{ "est_recall", { TWO_PHASE_RECALL, R[1] / (R[0] + R[1]), 1 } },
		{ "est_P", { TWO_PHASE_PRODUCED, R[1], N[1] } },
		{ "est_F", { TWO_PHASE_F1, f_of_counts(R[1], N[1], R[0] + R[1], 1), 1 } },
	};
	size_t i = 0;
	while (strcmp(known[i].measure, measure) != 0)
		i++;
	return known[i].of;
}

void second_review_figure(const struct two_phase *x, const struct validation_question *q,
			  struct validation_figure *out)
{
	const struct made_of of = made_of(&q->counts, out->measure);
	struct validation_bounds *b = &out->bounds[0];
	double error = 1 - q->level;
	out->value = of.value / of.unit;
	b->by = TWO_PHASE_METHOD;
	b->between.lower = two_phase_bound(x, of.what, true, error / 2) / of.unit;
	b->between.upper = two_phase_bound(x, of.what, false, error / 2) / of.unit;
	b->at_least = two_phase_bound(x, of.what, true, error) / of.unit;
	b->at_most = two_phase_bound(x, of.what, false, error) / of.unit;
}

/* ---- sentences ---- */

const char two_phase_manual[] = TWO_PHASE_METHOD
	": a first review of a sample, and a second one of a random part of it (double sampling: "
	"Tenenbein 1970; Cochran 1977, section 12.2). How many documents the first review would "
	"code relevant is unknown, and has the distribution whose quantiles are its exact "
	"hypergeometric limits; given that number, the second review is a stratified sample with "
	"the bounds of bb-bound. The bounds are quantiles of the mixture; those of recall and F "
	"combine production and null set as bb-bound does. One-sided 95 % bounds held in at least 95 % "
	"of samples, in all truths of small designs and in the worst ones of large designs "
	"(doc/coverage.md).";

/* "A second review, whose decision is final, saw 600 of the 2,391 coded not relevant again ..." */
static void print_code(struct buffer *b, const struct second_review *r, int64_t coded, int code,
		       const char *word)
{
	bool first = code == 1 || !r->done[1];
	const char *not_coded = code == 1 ? "" : "not ";
	if (coded == 0)
		return;
	if (!r->done[code]) {
		buffer_print(b, "Those coded %s%s were taken as correct. ", not_coded, word);
		return;
	}
	buffer_print(b, "%s saw ", first ? "A second review, whose decision is final," : "It also");
	if (r->again[code] == coded)
		buffer_print(b, "all %s coded %s%s again", COUNT(coded), not_coded, word);
	else
		buffer_print(b, "%s of the %s coded %s%s again, drawn at random,",
			     COUNT(r->again[code]), COUNT(coded), not_coded, word);
	buffer_print(b, " and found %s of them %s. ", COUNT(r->relevant[code]), word);
}

void second_review_print(struct buffer *b, const struct validation_counts *c, int side,
			 const char *word)
{
	const struct second_review *r = &c->second[side];
	const struct counted_segment *s = &segments_of(c, side)->item[0];
	if (r->text == NULL)
		return;
	print_code(b, r, r->coded, 1, word);
	print_code(b, r, s->sampled - r->coded, 0, word);
}
