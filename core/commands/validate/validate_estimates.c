/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The values are those of an evaluation: the measures see the strata as they see those of a table,
 * and bounds are by the same functions.
 */
#include <math.h>
#include <stdlib.h>

#include "core/commands/validate/validate_bounds.h"
#include "core/data/design/ledger.h"
#include "core/engine/request/registry.h"
#include "core/stats/interval/choose.h"
#include "core/stats/interval/interval.h"

enum { ASKED = FIGURES_MAX - 1 }; /* and eRecall, which no measure has */

/* What can be said, and what must be known for it. */
static const struct asked asked[ASKED] = {
	{ "est_richness", "richness", KNOWN_ALL, true },
	{ "est_rel", "relevant", KNOWN_ALL, false },
	{ "est_rel_ret", "relevant, produced", KNOWN_PRODUCED, false },
	{ "est_rel_unret", "relevant, not produced", KNOWN_NULL, false },
	{ "est_elusion", "elusion", KNOWN_NULL | KNOWN_PARTS, true },
	{ "est_recall", "recall", KNOWN_PRODUCED | KNOWN_NULL, true },
	{ "est_P", "precision", KNOWN_PRODUCED | KNOWN_PARTS, true },
	{ "est_F", "F1", KNOWN_PRODUCED | KNOWN_NULL | KNOWN_PARTS, true },
	{ END_TO_END, "recall, end to end", KNOWN_PRODUCED | KNOWN_NULL, true },
};

/* The strata that it is about; NULL: they do not tell it. */
static const struct validation_design *design_for(const struct validation *x, const struct asked *a)
{
	const struct validation_design *d = is_end_to_end(a) ? &x->end_to_end
					    : a->needs == KNOWN_ALL && x->whole.strata > 0
						    ? &x->whole
						    : &x->design;
	unsigned known = is_end_to_end(a) ? x->design.known : d->known;
	return d->strata > 0 && (a->needs & ~known) == 0 ? d : NULL;
}

/* How many documents a figure is about; of a stratum that is cut, at most all of it. Whether all of
 * them were reviewed. */
static double documents_of(const struct validation_design *d, unsigned needs, bool *counted)
{
	double sum = 0;
	*counted = true;
	for (size_t i = 0; i < d->strata; i++) {
		const struct divided_stratum *s = &d->stratum[i];
		unsigned tells = KNOWN_ALL | (s->retrieved ? KNOWN_PRODUCED : KNOWN_NULL);
		if (!s->cut && (needs & tells) == 0)
			continue;
		sum += (double)s->size;
		*counted = *counted && s->sampled == s->size;
	}
	return sum;
}

/* What is relevant in segments that were reviewed as a whole; nan: one was not. */
static double relevant_in(const struct segment_list *list)
{
	double sum = 0;
	for (size_t i = 0; i < list->count; i++)
		sum += list->item[i].sampled == list->item[i].size ? (double)list->item[i].relevant
								   : NAN;
	return sum;
}

/* A lower bound that holds whatever the truth is, if the sizes of all families are known. */
static void bound_by_families(const struct validation_question *q, const struct asked *a,
			      struct validation_figure *f)
{
	struct family_sample s = q->drawn.families;
	if (is_end_to_end(a)) {
		s.known_found += relevant_in(&q->counts.withheld);
		s.known_missed += relevant_in(&q->counts.culled);
	}
	if (!q->drawn.sized || isnan(s.known_found + s.known_missed) ||
	    (!is_end_to_end(a) && strcmp(a->measure, "est_recall") != 0))
		return;
	f->sure = "fay-feuer";
	f->bounds[0].at_least = fmin(f->bounds[0].at_least, family_recall_bound(&s, 1 - q->level));
	f->bounds[0].between.lower = fmin(f->bounds[0].between.lower, f->bounds[0].at_least);
}

/* Adds one figure of a review with its bounds. */
static int add_figure(struct validation *x, struct seen *s, const struct asked *a, struct err *e)
{
	static const double beta = 1;
	const struct validation_design *d = design_for(x, a);
	s->sample.stratum = d->stratum;
	s->sample.strata = d->strata;
	const struct drawn_documents *drawn = &s->question->drawn;
	s->sample.document = drawn->document;
	s->sample.documents = is_end_to_end(a) ? drawn->count : drawn->of_review;
	struct validation_figure *f = &x->figure[x->figures++];
	*f = (struct validation_figure){ .measure = a->measure,
					 .label = a->label,
					 .share = a->share };
	f->most = documents_of(d, a->needs, &f->counted);
	if (s->again != NULL) {
		second_review_figure(s->again, s->question, f);
		return 0;
	}
	bool number = s->measure->kind == PARAMETERS_NUMBERS;
	s->parameters = (struct parameters){ .count = number, .value = number ? &beta : NULL };
	if (s->measure->score(&s->view, &s->parameters, &f->value) < 0)
		return err_memory(e);
	s->value = f->value;
	s->refused = (struct err){ 0 };
	if (figure_bounds(s, x, d, a, f, e) < 0)
		return -1;
	f->design_effect = s->design_effect;
	bound_by_families(s->question, a, f);
	if (s->refused.status != STATUS_OK) {
		buffer_print(&s->without, "%s%s", s->without.length > 0 ? "; " : "", f->label);
		s->why = s->why.status == STATUS_OK ? s->refused : s->why;
	}
	return 0;
}

/* Adds each figure that the strata tell, or the two that eRecall needs: relevant documents in all,
 * and in the null set. */
static int add_known(struct validation *x, struct seen *s, const struct registry *r, bool parts,
		     struct err *e)
{
	for (size_t i = 0; i < ASKED; i++) {
		const struct asked *a = &asked[i];
		if (parts ? a->share || (a->needs & KNOWN_PRODUCED) != 0 : design_for(x, a) == NULL)
			continue;
		s->measure = registry_find(r, is_end_to_end(a) ? "est_recall" : a->measure);
		if (add_figure(x, s, a, e) < 0)
			return -1;
	}
	return 0;
}

/* An end of eRecall: 0 if as many may have been missed as there are. */
static double found_share(double missed, double all)
{
	return missed >= all ? 0 : (all - missed) / all; /* 1 - 9/10 is less than .1 in binary */
}

/*
 * eRecall = 1 - elusion * size of the null set / (richness * size of the collection), that is 1
 * less the relevant documents that were missed over all (Dimm, "eRecall: No Free Lunch", 2014;
 * Grossman & Cormack, 7 Fed. Cts. L. Rev. 285, 2014, say why it needs samples as large as a control
 * set does). The two samples may have documents in common, and nobody knows how many: each gets
 * half of the error, so that the ends hold whatever the truth is if those of the samples do
 * (Bonferroni).
 */
static int add_erecall(struct validation *x, const struct validation_question *q,
		       const struct registry *r, struct err *e)
{
	struct validation *parts = malloc(sizeof *parts);
	struct validation_question *each = malloc(sizeof *each);
	int result = parts == NULL || each == NULL ? err_memory(e) : 0;
	if (result == 0) {
		*each = *q;
		each->level = 1 - (1 - q->level) / 2;
		struct seen s;
		look(&s, each, &x->design);
		*parts = *x;
		parts->figures = 0;
		result = add_known(parts, &s, r, true, e);
	}
	if (result == 0) {
		const struct validation_figure *all = &parts->figure[0],
					       *missed = &parts->figure[1];
		struct validation_figure *f = &x->figure[x->figures++];
		*f = (struct validation_figure){
			.measure = ERECALL,
			.label = ERECALL,
			.share = true,
			.counted = all->counted && missed->counted,
			.value = all->value > 0 ? (all->value - missed->value) / all->value : NAN
		};
		for (size_t m = 0; m < x->methods; m++) {
			const struct validation_bounds a = validation_shown(all, m);
			const struct validation_bounds b = validation_shown(missed, m);
			f->bounds[m] = (struct validation_bounds){
				.between = { found_share(b.between.upper, a.between.lower),
					     found_share(b.between.lower, a.between.upper) },
				.by = a.by,
				.at_least = found_share(b.at_most, a.at_least),
				.at_most = found_share(b.at_least, a.at_most),
			};
		}
	}
	free(parts);
	free(each);
	return result;
}

/* Lower and upper ends of two answers become one; where the first has none, it stays so. */
static void combine(struct validation_bounds *b, const struct validation_bounds *by,
		    double (*lower)(double, double), double (*upper)(double, double))
{
	if (isnan(b->at_least) && isnan(b->between.lower))
		return;
	b->between.lower = lower(b->between.lower, by->between.lower);
	b->between.upper = upper(b->between.upper, by->between.upper);
	b->at_least = lower(b->at_least, by->at_least);
	b->at_most = upper(b->at_most, by->at_most);
}

/*
 * What was culled can only lower recall, and what was withheld can only raise it. The prior of the
 * strata together does not know that: one more stratum takes its share, and an end could lie on the
 * wrong side of that of recall by some 1e-4. With both, either is possible.
 */
static void keep_order(struct validation *x, const struct validation_counts *c)
{
	struct validation_figure *all = (struct validation_figure *)validation_find(x, END_TO_END);
	const struct validation_figure *recall = validation_find(x, "est_recall");
	if (all == NULL || recall == NULL || (c->culled.count > 0) == (c->withheld.count > 0))
		return;
	double (*choose)(double, double) = c->culled.count > 0 ? fmin : fmax;
	for (size_t m = 0; m < x->methods; m++)
		combine(&all->bounds[m], &recall->bounds[m], choose, choose);
}

/* Adds all figures that the samples give. */
static int add_figures(struct validation *x, const struct validation_question *q,
		       const struct registry *r, const struct two_phase *again,
		       struct warnings *warnings, struct err *e)
{
	struct seen s;
	look(&s, q, &x->design);
	s.again = again;
	int result = add_known(x, &s, r, false, e);
	if (result == 0 && x->whole.strata > 0)
		result = add_erecall(x, q, r, e);
	keep_order(x, &q->counts);
	if (s.caution != NULL)
		warnings_add(warnings, "in some intervals %s", s.caution);
	if (s.without.failed)
		result = err_memory(e);
	else if (s.why.status != STATUS_OK)
		warnings_add(warnings, "no bounds by families of %s. Of the first: %s",
			     s.without.text, s.why.text);
	buffer_release(&s.without);
	return result;
}

/* How many documents of a control set are produced follows from the size of the production. */
static void warn_of_control(const struct validation_counts *c, const struct validation_design *d,
			    struct warnings *warnings)
{
	int64_t produced = total_of(d, 1).size, N = produced + total_of(d, 0).size;
	if (c->control.text != NULL && d->strata > 1 && c->since.documents == 0 &&
	    is_refuted(N, produced, c->control.sampled, c->control.produced))
		warnings_add(warnings,
			     "--control=%s: %lld of %lld sampled documents are produced; a random "
			     "sample has %.1f on average, and so many or so few in fewer than 1 of "
			     "1000 samples",
			     c->control.text, LL(c->control.produced), LL(c->control.sampled),
			     (double)c->control.sampled * (double)produced / (double)N);
}

static void set_verdicts(struct validation *x, double target)
{
	const struct validation_figure *recall = validation_recall(x);
	for (size_t m = 0; m < x->methods; m++) {
		const struct validation_bounds b = validation_shown(recall, m);
		x->verdict[m] = b.at_least >= target ? VERDICT_SHOWN
				: b.at_most < target ? VERDICT_MISSED
						     : VERDICT_NOT_SHOWN;
	}
}

/* A method that was named says something, and has bounds of recall if there is a target. */
static int check_methods(const struct validation *x, const struct validation_question *q,
			 struct err *e)
{
	const struct validation_figure *recall = isnan(q->target) ? NULL : validation_recall(x);
	bool families = q->drawn.document != NULL;
	for (size_t m = 0; m < x->methods; m++) {
		bool any = families;
		for (size_t i = 0; i < x->figures; i++)
			any = any || !isnan(x->figure[i].bounds[m].between.lower);
		if (!any)
			return err_usage(e, "--ci=%s: the method has no bounds for these counts",
					 x->method[m].between);
		if (recall == NULL || isnan(recall->value) ||
		    !isnan(validation_shown(recall, m).at_least))
			continue;
		if (families)
			return err_data(e, "--target: recall has no bounds by families; a warning "
					   "says what is missing");
		return err_usage(
			e,
			"--target is for recall, for which --ci=%s has no bounds here (leave out "
			"--ci, or use bb-bound)",
			x->method[m].one_sided);
	}
	return 0;
}

/* Bounds that hold for both answers: the wider ones. `x` keeps its estimates. */
static void widen(struct validation *x, const struct validation *y, double target)
{
	for (size_t i = 0; i < x->figures; i++) {
		struct validation_figure *f = &x->figure[i];
		const struct validation_figure *other = validation_find(y, f->measure);
		for (size_t m = 0; m < x->methods && other != NULL; m++) {
			combine(&f->bounds[m], &other->bounds[m], fmin, fmax);
			f->counted = f->counted && other->counted && f->value == other->value;
		}
	}
	if (!isnan(target))
		set_verdicts(x, target);
}

bool validation_keeps_level(const struct validation *x, const struct validation_figure *f,
			    size_t method)
{
	const char *by = x->method[method].one_sided;
	const struct interval_method *m = interval_find(by);
	return f->counted || strcmp(by, TWO_PHASE_METHOD) == 0 || (m != NULL && m->keeps_level) ||
	       (f->sure != NULL && x->verdict[method] != VERDICT_MISSED);
}

int validate(struct validation *x, struct validation_question *q, struct warnings *warnings,
	     struct err *e)
{
	struct registry r;
	*x = (struct validation){ 0 };
	if (second_review_check(&q->counts, &q->methods, e) < 0 ||
	    validation_design_of(&x->design, &x->whole, &q->counts, e) < 0 ||
	    validation_end_to_end(&x->end_to_end, &x->design, &q->counts, e) < 0 ||
	    registry_init(&r, &(struct text_list){ 0 }, e) < 0)
		return -1;
	for (size_t m = 0; m < q->methods.count; m++)
		x->method[x->methods++] =
			(struct validation_method){ q->methods.method[m], q->methods.method[m] };
	const bool families = q->drawn.document != NULL;
	const struct sample_known two = { .clusters = families },
				  one = { .clusters = families, .one_end = true };
	if (x->methods == 0)
		x->method[x->methods++] = (struct validation_method){ chosen_method(OF_SET, two),
								      chosen_method(OF_SET, one) };
	if (x->whole.strata > 0 && second_review_is_given(&q->counts))
		return err_usage(e, "--null-qc cannot be combined with a sample of the collection, "
				    "--collection=N:n:r");
	warn_of_control(&q->counts, &x->design, warnings);
	struct two_phase *again = NULL;
	int result = 0;
	if (second_review_is_open(&q->counts)) {
		x->method[0] = (struct validation_method){ TWO_PHASE_METHOD, TWO_PHASE_METHOD };
		again = second_review_analyse(&q->counts, e);
		result = again != NULL ? 0 : -1;
	}
	if (result == 0)
		result = add_figures(x, q, &r, again, warnings, e);
	two_phase_free(again);
	registry_release(&r);
	if (result == 0 && !isnan(q->target) && validation_recall(x) == NULL)
		result = err_usage(e,
				   "--target is for recall, which needs --produced and --null, or "
				   "--control");
	if (result == 0)
		result = check_methods(x, q, e);
	if (result == 0 && !isnan(q->target))
		set_verdicts(x, q->target);
	return result;
}

/* The bound that a reading claims: the lowest one is the most cautious. */
static double claim_of(const struct validation *x)
{
	const struct validation_figure *f = validation_recall(x);
	const struct validation_figure *elusion = validation_find(x, "est_elusion");
	return f != NULL	 ? f->bounds[0].at_least
	       : elusion != NULL ? -elusion->bounds[0].at_most
				 : 0;
}

int validate_readings(struct validate_request *q, struct validation *x, struct warnings *warnings,
		      struct err *e)
{
	struct validation *all = calloc(q->readings, sizeof *all);
	size_t least = 0;
	int result = all == NULL ? err_memory(e) : 0;
	for (size_t i = 0; i < q->readings && result == 0; i++) {
		struct warnings unused = { 0 };
		q->question.counts = q->reading[i].counts;
		result = validation_counts_settle(&q->question, e);
		if (result == 0)
			result = validate(&all[i], &q->question, i == 0 ? warnings : &unused, e);
		q->reading[i].counts = q->question.counts;
		least = result == 0 && claim_of(&all[i]) < claim_of(&all[least]) ? i : least;
		warnings_release(&unused);
	}
	if (result == 0) {
		struct counted_reading *spare = &q->reading[q->readings];
		*x = all[least];
		for (size_t i = 0; i < q->readings; i++)
			widen(x, &all[i], q->question.target);
		*spare = q->reading[0];
		q->reading[0] = q->reading[least];
		q->reading[least] = *spare;
		q->question.counts = q->reading[0].counts;
	}
	free(all);
	return result;
}

bool validation_has_row(const struct validation_question *q, const struct validation_design *d,
			size_t stratum)
{
	return d->name[stratum].length > 0 && d->stratum[stratum].sampled > 0 &&
	       !slice_equal(d->name[stratum], slice_of(CODED_EARLIER)) &&
	       !second_review_is_given(&q->counts) && q->drawn.document == NULL;
}

double validation_row_level(const struct validation_question *q, const struct validation_design *d)
{
	size_t rows = 0;
	for (size_t i = 0; i < d->strata; i++)
		rows += validation_has_row(q, d, i);
	return q->simultaneous && rows > 0 ? 1 - (1 - q->level) / (double)rows : q->level;
}

struct validation_figure validation_row(const struct divided_stratum *s, double level)
{
	const struct one_proportion one = { s->size, s->sampled, s->relevant[0] + s->relevant[1] };
	const struct interval_method *m =
		interval_find(chosen_method(OF_SET, (struct sample_known){ .one_sample = true }));
	struct ends p[3];
	for (int tail = 0; tail < 3; tail++)
		tails_set(&p[tail], level, (enum tail)tail);
	return (struct validation_figure){
		.measure = "est_richness",
		.share = true,
		.counted = s->sampled == s->size,
		.value = (double)one.r / (double)one.n,
		.bounds = { { { m->end(&one, p[TAIL_BOTH].lower_p, true),
				m->end(&one, p[TAIL_BOTH].upper_p, false) },
			      m->name,
			      m->end(&one, p[TAIL_LOWER].lower_p, true),
			      m->end(&one, p[TAIL_UPPER].upper_p, false) } },
	};
}

int validation_recall_bound(const struct validation_question *q, const struct validation_design *d,
			    const char *method, double *out, struct err *e)
{
	struct registry r;
	struct interval x = { NAN, NAN };
	if (registry_init(&r, &(struct text_list){ 0 }, e) < 0)
		return -1;
	struct seen s;
	look(&s, q, d);
	s.measure = registry_find(&r, "est_recall");
	int result = s.measure->score(&s.view, &s.parameters, &s.value) < 0
			     ? err_memory(e)
			     : bounds_by(&s, method, TAIL_LOWER, &x, e);
	registry_release(&r);
	*out = x.lower;
	return result;
}
