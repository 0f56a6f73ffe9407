/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/near.h"
#include "core/stats/distribution/hypergeometric.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/numeric/root.h"
#include "core/stats/planning/control_outcome.h"
#include "core/stats/planning/control_reach.h"
#include "core/stats/rmath.h"

/* Left out at either end of a distribution; and in all, of outcomes that are open. */
static const double NEGLECT = PLAN_LEFT_OUT;

/* A range of scores so narrow that its middle stands for it, if many sizes are looked at. */
static const double SHARP = 1e-3;

/* Ends of a lower level than this score may exclude the estimate, and may be moved to it. */
static const double LEAST_SCORE = 0.5;

/* More open columns of a row than this are not looked at one by one: the collection is large. */
static const int64_t MANY = 256;

/* ---- one outcome ---- */

/* The lower end and what it may be off, by the secant method on logits. */
static double lower_end(const struct share_model *s, double score, double *off)
{
	double sd = share_logit_sd(s), before = NAN, lacked = NAN, unsure = INFINITY;
	double at = log(s->kind[1].shape / s->kind[0].shape) + score * sd;
	for (int i = 0; i < 8; i++) {
		double lacks = score - share_score(s, inverse_logit(at), NULL);
		if (isfinite(before) && fabs(lacked - lacks) > NEAR_DIGITS)
			sd = (at - before) / (lacked - lacks);
		before = at;
		lacked = lacks;
		at += lacks * sd;
		if (fabs(lacks) < 1e-5)
			break;
	}
	share_score(s, inverse_logit(before), &unsure);
	double t = inverse_logit(at);
	*off = (1.2 * unsure + RULE_ERROR) * sd * t * (1 - t);
	return t;
}

/*
 * By how much an outcome reaches the target, in normal scores. A width is reached if the upper end
 * is at most the lower one and the width.
 */
static struct score_range over_of(const struct reach_request *q, const struct share_model model[2],
				  const int64_t relevant[2], const double score[2])
{
	struct score_range least, most;
	double from = 0, off = 0;
	if (q->goal == GOAL_LOWER || (q->goal == GOAL_WIDTH && relevant[0] == 0)) {
		least = share_score_range(&model[0],
					  q->goal == GOAL_LOWER ? q->target : 1 - q->target);
		return (struct score_range){ score[0] - least.most, score[0] - least.least };
	}
	if (q->goal == GOAL_WIDTH && relevant[1] > 0)
		from = lower_end(&model[0], score[0], &off);
	if (!isfinite(off))
		return (struct score_range){ -INFINITY, INFINITY };
	least = share_score_range(&model[1], from - off + q->target);
	most = share_score_range(&model[1], from + off + q->target);
	return (struct score_range){ least.least - score[1], most.most - score[1] };
}

static int judge(const struct control_reach *c, int64_t n, const int64_t relevant[2],
		 struct score_range *over, struct err *e)
{
	const struct reach_request *q = &c->request;
	const struct ends *p = &q->interval.ends;
	const double score[2] = { qnorm(p->lower_p, 0, 1, 1, 0), qnorm(p->upper_p, 0, 1, 1, 0) };
	/* an end is forced if nothing of a kind was found */
	const bool wanted[2] = { q->goal != GOAL_UPPER && relevant[1] > 0,
				 q->goal != GOAL_LOWER && relevant[0] > 0 };
	struct share_model model[2] = { { .usable = true }, { .usable = true } };
	double beyond = (double)relevant[1] / (double)(relevant[0] + relevant[1]) - q->target;
	bool moved = false;
	*over = (struct score_range){ -INFINITY, INFINITY };
	if (relevant[0] + relevant[1] == 0 || !q->method->forced_ends || !(q->target < 1))
		return 0;
	if (!wanted[0] && !wanted[1]) { /* a bound that is 0 or 1 */
		*over = (struct score_range){ -1, -1 };
		return 0;
	}
	for (int i = 0; i < 2; i++) {
		if (!wanted[i])
			continue;
		moved = moved || !(fabs(score[i]) > LEAST_SCORE && (score[i] > 0) == i);
		if (moved && q->goal == GOAL_WIDTH)
			return 0;
		if (share_model_of(&model[i], q, c->set.size, n, relevant, i == 0, e) < 0)
			return -1;
	}
	if (model[0].usable && model[1].usable)
		*over = over_of(q, model, relevant, score);
	if (moved && (q->goal == GOAL_LOWER ? beyond < 0 : beyond > 0)) /* of the estimate */
		over->least = -INFINITY;
	return 0;
}

/* ---- the outcomes of a sample ---- */

/* Of one row: columns from `reached` on reach the target, those before `open` do not. */
struct control_row {
	int64_t open, reached;
	bool narrowed; /* by intervals */
};

enum { KNOWN = 4 };

struct row_search {
	const struct control_reach *c;
	int64_t n;
	int hurts; /* which kind of relevant documents: 0 or 1 */
	bool surely;
	struct {
		int64_t row, column;
		struct score_range over;
	} known[KNOWN]; /* the last ones */
	size_t asked;
	struct control_outcomes *exact; /* decides what is open */
	bool blocks;			/* of many sizes; else it stays open */
	int64_t step;			/* of rows that are looked at, the others being between */
	bool failed;
	struct err *err;
	int64_t rows[2];    /* from, to: of those that hurt */
	int64_t columns[2]; /* of the others */
	struct control_row *row;
	bool ordered;	  /* row and `reached` together grow with the row */
	double documents; /* that is_beyond() asks about */
};

/* By how much `column` of the others reach the target if `row` hurt. */
static const struct score_range *over_at(struct row_search *s, int64_t row, int64_t column,
					 int64_t relevant[2])
{
	size_t i = 0;
	relevant[s->hurts] = row;
	relevant[1 - s->hurts] = column;
	while (i < KNOWN && !(s->known[i].row == row && s->known[i].column == column))
		i++;
	if (i == KNOWN) {
		i = s->asked++ % KNOWN;
		s->known[i].row = row;
		s->known[i].column = column;
		s->failed = judge(s->c, s->n, relevant, &s->known[i].over, s->err) < 0;
	}
	return &s->known[i].over;
}

/* Do they: surely, or perhaps? */
static bool reaches(void *context, int64_t row, int64_t column)
{
	struct row_search *s = context;
	int64_t relevant[2];
	if (s->failed || row + column > s->n) /* ends the search */
		return true;
	const struct score_range *over = over_at(s, row, column, relevant);
	return s->surely ? over->least > 0 : !(over->most < 0);
}

/*
 * The width depends on the rarer kind of relevant documents, so that both kinds are searched. Equal
 * counts belong to the first.
 */
static int64_t first_column(const struct row_search *s, int64_t row)
{
	return s->c->request.goal == GOAL_WIDTH ? row + s->hurts : 0;
}

/* By its score, if that is sharp, else by its interval. */
static bool likely(void *context, int64_t row, int64_t column)
{
	struct row_search *s = context;
	double by = 0;
	int64_t relevant[2];
	const struct score_range *over = over_at(s, row, column, relevant);
	if (over->most - over->least < SHARP)
		return over->least + over->most > 0;
	s->failed = s->failed || control_outcome_over(s->exact, relevant, &by, s->err) < 0;
	return s->failed || by >= 0;
}

/* The first of low..high-1 that passes, if all behind it do; often all do, or none. */
static int64_t halve(monotone_border_test test, void *context, int64_t row, int64_t low,
		     int64_t high)
{
	struct monotone_border b = { .border = low };
	return low < high && !test(context, row, high - 1)
		       ? high
		       : monotone_border_next(&b, test, context, row, low, high - 1);
}

/* The first column that reaches the target, if all behind it do; of many, of those that matter. */
static int64_t likely_border(struct row_search *s, int64_t row, int64_t open, int64_t reached)
{
	struct monotone_border b = { .border = open + (reached - open) / 2 };
	int64_t from = s->columns[0], to = s->columns[1] + 1;
	if (reached - open <= MANY)
		return monotone_border_next(&b, likely, s, row, open, reached - 1);
	from = from < open ? open : from > reached ? reached : from;
	to = to < from ? from : to > reached ? reached : to;
	return halve(likely, s, row, from, to);
}

/* Where the line from one border to that `of` rows later is at row `i`. */
static int64_t on_line(int64_t from, int64_t to, int64_t i, int64_t of)
{
	return to - (int64_t)((double)(to - from) * (double)(of - i) / (double)of);
}

/* What is known of the rows of a sample of n; of several sizes, what is true of all. */
static int find_rows(struct row_search *s, int64_t n)
{
	struct monotone_border open = { 0 };
	int64_t gap = 0;
	s->n = n;
	for (size_t i = 0; i < KNOWN; i++)
		s->known[i].row = -1;
	int64_t before = s->rows[0] - 1, was[2] = { 0, 0 };
	for (int64_t row = s->rows[0]; row <= s->rows[1] && !s->failed;) {
		int64_t first = first_column(s, row), last = n - row, found[2] = { first, first };
		if (first <= last) {
			s->surely = false;
			found[0] = monotone_border_next(&open, reaches, s, row, first, last);
			struct monotone_border reached = { .border = found[0] + gap };
			s->surely = true;
			found[1] = monotone_border_next(&reached, reaches, s, row, first, last);
			gap = found[1] - found[0];
			if ((s->blocks || s->step > 1) && gap > 0)
				found[1] = likely_border(s, row, found[0], found[1]);
			if (s->step > 1)
				found[0] = found[1];
		}
		for (int64_t i = before + 1; i <= row; i++) {
			struct control_row *r = &s->row[i - s->rows[0]];
			int64_t from = on_line(was[0], found[0], i - before, row - before),
				to = on_line(was[1], found[1], i - before, row - before);
			r->open = r->open < 0 || from < r->open ? from : r->open;
			r->reached = to > r->reached ? to : r->reached;
		}
		was[0] = found[0];
		was[1] = found[1];
		before = row;
		row += row < s->rows[1] && s->step > s->rows[1] - row ? s->rows[1] - row : s->step;
	}
	return s->failed ? -1 : 0;
}

static int rows_init(struct row_search *s)
{
	int64_t count = s->rows[1] - s->rows[0] + 1;
	s->row = calloc(items_of(count), sizeof *s->row);
	if (s->row == NULL)
		return err_memory(s->err);
	for (int64_t i = 0; i < count; i++)
		s->row[i] = (struct control_row){ .open = -1 };
	return 0;
}

static bool are_ordered(const struct row_search *s)
{
	for (int64_t i = 1; i <= s->rows[1] - s->rows[0]; i++)
		if (s->row[i].reached + 1 < s->row[i - 1].reached)
			return false;
	return true;
}

/*
 * q(m): the largest number that hurts, of those that are allowed, and all below it, except those
 * that are not allowed: where whole documents matter, a row may need more than the next one.
 */
static double reached_given(const struct row_search *s, int64_t m, int64_t *from)
{
	int64_t hurt = s->c->set.relevant[s->hurts], other = s->c->set.relevant[1 - s->hurts];
	int64_t row = s->ordered ? *from : s->rows[1];
	while (s->ordered && row < s->rows[1] && m - row > s->row[row + 1 - s->rows[0]].reached)
		row++;
	while (row >= s->rows[0] && m - row < s->row[row - s->rows[0]].reached)
		row--;
	*from = row;
	if (row < s->rows[0] || row < m - other)
		return 0;
	double sum =
		row < hurt && row < m ? 1 - hypergeometric_above(hurt + other, hurt, m, row, 0) : 1;
	for (int64_t i = s->rows[0]; !s->ordered && i < row; i++)
		if (m - i < s->row[i - s->rows[0]].reached)
			sum -= dhyper((double)i, (double)hurt, (double)other, (double)m, 0);
	return sum;
}

/* ---- sums over outcomes ---- */

/* An outcome that only its interval decides. */
struct open_outcome {
	int hurts;
	int64_t relevant[2];
	double mass;
};

/* The outcomes of samples of `from` to `to` documents. */
struct sum {
	const struct control_reach *c;
	int64_t from, to;
	int64_t relevant[2]; /* from, to: of all that are relevant */
	double *given;	     /* q(m) by m */
	struct row_search kind[2];
	struct open_outcome *open;
	size_t opens;
	double all_open;	       /* their mass */
	struct control_outcomes exact; /* of one size */
	struct err *err;
};

/*
 * Borders are smooth if there are thousands of rows, as in samples of 100,000 relevant documents:
 * some are looked at, and the border between two is within a column of their line.
 */
static int64_t step_of(const int64_t range[2])
{
	const int64_t many = 4608, looked_at = 512;
	int64_t parts = (range[1] - range[0]) / many;
	return 1 + parts * (many / looked_at);
}

static int outcomes(struct hypergeometric *h, const struct sampled_whole *c, int64_t relevant,
		    int64_t n, struct err *e)
{
	if (hypergeometric_init(h, n < relevant ? n : relevant, e) < 0)
		return -1;
	hypergeometric_set(h, c->size, (double)relevant, n);
	hypergeometric_trim(h, NEGLECT);
	return 0;
}

/* From the first outcome of the smaller sample to the last of the larger one. */
static int range_of(const struct sum *x, int64_t relevant, int64_t range[2])
{
	for (int i = 0; i < 2; i++) {
		struct hypergeometric h;
		if (outcomes(&h, &x->c->set, relevant, i ? x->to : x->from, x->err) < 0)
			return -1;
		range[i] = i ? h.last : h.first;
		hypergeometric_release(&h);
	}
	return 0;
}

static int64_t all_relevant(const struct sampled_whole *c)
{
	return c->relevant[0] + c->relevant[1];
}

/* Adds the open outcomes of one kind that hurts, of one size. */
static int add_open(struct sum *x, const struct row_search *s, const struct hypergeometric *all)
{
	double hurt = (double)x->c->set.relevant[s->hurts],
	       other = (double)x->c->set.relevant[1 - s->hurts];
	size_t count = 0;
	for (int64_t row = s->rows[0]; row <= s->rows[1]; row++) {
		struct control_row *r = &s->row[row - s->rows[0]];
		/* what is likely; by rounding, in large collections, it may be below 0 */
		int64_t from = all->first - row, to = all->last - row + 1;
		r->open = r->open < from ? from : r->open;
		r->reached = r->reached < to ? r->reached : to;
		count += r->reached > r->open ? (size_t)(r->reached - r->open) : 0;
	}
	if (!ARRAY_RESIZE(x->open, x->opens + count + 1))
		return err_memory(x->err);
	for (int64_t row = s->rows[0]; row <= s->rows[1]; row++) {
		const struct control_row *r = &s->row[row - s->rows[0]];
		for (int64_t column = r->open; column < r->reached; column++) {
			double mass = hypergeometric_mass(all, row + column) *
				      dhyper((double)row, hurt, other, (double)(row + column), 0);
			if (!(mass > 0))
				continue;
			struct open_outcome *o = &x->open[x->opens++];
			o->hurts = s->hurts;
			o->relevant[s->hurts] = row;
			o->relevant[1 - s->hurts] = column;
			o->mass = mass;
			x->all_open += mass;
		}
	}
	return 0;
}

/* Adds q(m) of one kind that hurts; of very many m on lines between some. */
static void add_given(struct sum *x, const struct row_search *s)
{
	int64_t row = s->rows[0] - 1, last = x->relevant[1], step = step_of(x->relevant);
	int64_t before = x->relevant[0] - 1;
	double was = 0;
	for (int64_t m = x->relevant[0]; m <= last;) {
		double q = reached_given(s, m, &row);
		for (int64_t i = before + 1; i <= m; i++)
			x->given[i - x->relevant[0]] +=
				q - (q - was) * (double)(m - i) / (double)(m - before);
		was = q;
		before = m;
		m += m < last && step > last - m ? last - m : step;
	}
}

/* Adds q(m) of one kind that hurts, and what is open of it. */
static int add_kind(struct sum *x, int hurts, const struct hypergeometric *all)
{
	struct row_search *s = &x->kind[hurts];
	*s = (struct row_search){ .c = x->c, .hurts = hurts, .err = x->err };
	if (range_of(x, x->c->set.relevant[hurts], s->rows) < 0 ||
	    range_of(x, x->c->set.relevant[1 - hurts], s->columns) < 0)
		return -1;
	if (first_column(s, s->rows[0]) > s->columns[1])
		return 0;
	s->blocks = x->to > x->from;
	s->step = step_of(s->rows);
	int status = rows_init(s);
	for (int i = 0; status == 0 && i < (x->to > x->from ? 2 : 1); i++) {
		struct control_outcomes exact = { .request = &x->c->request,
						  .set = &x->c->set,
						  .n = i ? x->to : x->from };
		s->exact = &exact;
		status = find_rows(s, exact.n);
		control_outcomes_release(&exact);
	}
	s->exact = &x->exact;
	if (status == 0 && x->to == x->from)
		status = add_open(x, s, all);
	s->ordered = status == 0 && are_ordered(s);
	if (status == 0)
		add_given(x, s);
	return status;
}

static double sum_of(const struct sum *x, const struct hypergeometric *all)
{
	double sum = 0;
	for (int64_t m = all->first; m <= all->last; m++)
		sum += all->mass[m - all->first] * x->given[m - x->relevant[0]];
	return sum;
}

/* The sum of P(m of n) q(m). */
static int sum_at(const struct sum *x, int64_t n, double *out)
{
	struct hypergeometric h;
	if (outcomes(&h, &x->c->set, all_relevant(&x->c->set), n, x->err) < 0)
		return -1;
	*out = sum_of(x, &h);
	hypergeometric_release(&h);
	return 0;
}

/*
 * At most by so much the sums of sizes between two are below those of the two: h^2/8 times the
 * largest second difference. One document more is relevant with probability p, and the second
 * differences of P(m of n) over m add up to less than 1/variance (of a normal density 0.97), and 4.
 */
static double sag(const struct sum *x, int64_t from, int64_t to)
{
	double N = (double)x->c->set.size, h = (double)(to - from), n = (double)from;
	double p = (double)all_relevant(&x->c->set) / N, left = 1 - (double)to / N;
	return h * h / 8 * p * p * fmin(4, 1 / (n * p * (1 - p) * left));
}

/*
 * Lowers *out to the least sum of sizes between two whose sums are known, up to a hundredth of what
 * it is over the assurance; or to one that is below the assurance.
 */
static int least_between(const struct sum *x, int64_t from, int64_t to, double first, double last,
			 double *out)
{
	double over = fmin(first, last) - x->c->assurance, at = 0;
	*out = fmin(*out, fmin(first, last));
	if (over < 0 || to - from < 2 || sag(x, from, to) <= fmax(NEGLECT, over / 100))
		return 0;
	int64_t middle = from + (to - from) / 2;
	if (sum_at(x, middle, &at) < 0 || least_between(x, from, middle, first, at, out) < 0)
		return -1;
	return *out < x->c->assurance ? 0 : least_between(x, middle, to, at, last, out);
}

static int least_sum(const struct sum *x, double *out)
{
	double first = 0, last = 0;
	*out = 1;
	if (sum_at(x, x->from, &first) < 0 || sum_at(x, x->to, &last) < 0)
		return -1;
	return least_between(x, x->from, x->to, first, last, out);
}

static int by_mass(const void *a, const void *b)
{
	const struct open_outcome *x = a, *y = b;
	if (x->mass < y->mass || x->mass > y->mass)
		return x->mass < y->mass ? 1 : -1;
	return x->relevant[0] < y->relevant[0] ? -1 : x->relevant[0] > y->relevant[0];
}

/* Is it beyond the target by more than so many whole documents of recall? */
static bool is_beyond(void *context, int64_t row, int64_t column)
{
	struct row_search *s = context;
	double by = 0, part = (double)s->n / (double)s->c->set.size;
	int64_t relevant[2];
	relevant[s->hurts] = row;
	relevant[1 - s->hurts] = column;
	s->failed = s->failed || control_outcome_over(s->exact, relevant, &by, s->err) < 0;
	return s->failed || by > s->documents * part / (double)(row + column);
}

/* Where a score is not sharp, very many outcomes of a row are open. Ends change smoothly along it,
 * except for whole documents: by one at either end, and a third one to be sure. */
static void narrow_row(struct row_search *s, int64_t row, struct control_row *r)
{
	if (!r->narrowed && r->reached - r->open > MANY) {
		s->documents = -3;
		r->open = halve(is_beyond, s, row, r->open, r->reached);
		s->documents = 3;
		r->reached = halve(is_beyond, s, row, r->open, r->reached);
	}
	r->narrowed = true;
}

static int decide(struct sum *x, const struct open_outcome *o, bool *reached)
{
	struct row_search *s = &x->kind[o->hurts];
	int64_t row = o->relevant[o->hurts], column = o->relevant[1 - o->hurts];
	struct control_row *r = &s->row[row - s->rows[0]];
	narrow_row(s, row, r);
	double by = column < r->open ? -1 : 1;
	if (column >= r->open && column < r->reached &&
	    control_outcome_over(&x->exact, o->relevant, &by, x->err) < 0)
		return -1;
	*reached = by >= 0;
	return s->failed ? -1 : 0;
}

/* Decides open outcomes, the likely ones first, until the sum is known as far as it must be. */
static int decide_open(struct sum *x, double *sum)
{
	const struct control_reach *c = x->c;
	double left = x->all_open;
	bool reached = false;
	if (x->opens > 0)
		qsort(x->open, x->opens, sizeof *x->open, by_mass);
	for (size_t i = 0; i < x->opens && left > NEGLECT; i++) {
		if (*sum >= c->assurance || *sum + left < c->assurance)
			break;
		if (decide(x, &x->open[i], &reached) < 0)
			return -1;
		left -= x->open[i].mass;
		*sum += reached ? x->open[i].mass : 0;
	}
	if (!isnan(c->assurance))
		*sum += left / 2;
	return 0;
}

int control_between(const struct control_reach *c, int64_t from, int64_t to, double *out,
		    struct err *e)
{
	struct sum x = { .c = c,
			 .from = from,
			 .to = to,
			 .exact = { .request = &c->request, .set = &c->set, .n = from },
			 .err = e };
	struct hypergeometric all;
	if (range_of(&x, all_relevant(&c->set), x.relevant) < 0 ||
	    outcomes(&all, &c->set, all_relevant(&c->set), from, e) < 0)
		return -1;
	x.given = calloc(items_of(x.relevant[1] - x.relevant[0] + 1), sizeof *x.given);
	int status = x.given != NULL ? 0 : err_memory(e);
	for (int hurts = 0; status == 0 && hurts < 2; hurts++)
		if (c->request.goal == GOAL_WIDTH || hurts == (c->request.goal == GOAL_UPPER))
			status = add_kind(&x, hurts, &all);
	if (status == 0)
		status = least_sum(&x, out);
	if (status == 0 && from == to)
		status = decide_open(&x, out);
	hypergeometric_release(&all);
	control_outcomes_release(&x.exact);
	for (int hurts = 0; hurts < 2; hurts++)
		free(x.kind[hurts].row);
	free(x.given);
	free(x.open);
	return status;
}
