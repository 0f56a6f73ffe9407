/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/near.h"
#include "core/stats/rmath.h"
#include "core/stats/stopping/stopping.h"

void review_release(struct review *r)
{
	free(r->at);
	free(r->block);
	free(r->look);
	*r = (struct review){ 0 };
}

/* Does a random draw begin a block? What the review reaches again is no draw and ends none. */
static bool begins_block(const struct review_step *step, size_t i)
{
	size_t before = i;
	while (before > 0 && step[before - 1].kind == STEP_AGAIN)
		before--;
	return before == 0 || step[before - 1].kind != step[i].kind;
}

static void begin_block(struct review *r, size_t i, bool control)
{
	struct review_point *p = &r->at[i];
	r->block[p->blocks] = (struct review_block){ .left = r->collection - p->judged,
						     .found = p->found,
						     .drawn = p->drawn,
						     .drawn_found = p->drawn_found,
						     .control = control };
}

static void count_steps(struct review *r, const struct review_step *step)
{
	for (size_t i = 0; i < r->steps; i++) {
		struct review_point *p = &r->at[i + 1];
		bool control = step[i].kind == STEP_CONTROL, random = step[i].kind == STEP_RANDOM;
		int64_t relevant = step[i].relevant;
		*p = r->at[i];
		if ((control || random) && begins_block(step, i)) {
			begin_block(r, i, control);
			p->blocks++;
		}
		if (step[i].kind == STEP_AGAIN) {
			p->reached += relevant;
			continue;
		}
		p->judged++;
		p->found += relevant;
		p->drawn += random;
		p->drawn_found += random && relevant;
		r->control += control;
		r->control_relevant += control && relevant;
	}
}

static void set_looks(struct review *r, size_t batch, int64_t tail)
{
	size_t next = (size_t)r->control + batch;
	for (size_t i = (size_t)r->control + 1; i <= r->steps; i++) {
		bool tailed = tail > 0 && r->at[i].drawn == tail && r->at[i - 1].drawn < tail;
		bool due = i == next;
		next += due ? batch : 0;
		if (due || tailed || i == r->steps)
			r->look[r->looks++] = i;
	}
}

/* Room for what was counted and for looks; on failure nothing is left to release. */
static int make_room_for_looks(struct review *r, size_t blocks, size_t looks, struct err *e)
{
	r->at = calloc(r->steps + 1, sizeof *r->at);
	r->block = calloc(blocks, sizeof *r->block);
	r->look = calloc(looks, sizeof *r->look);
	if (r->at != NULL && r->block != NULL && r->look != NULL)
		return 0;
	review_release(r);
	return err_memory(e);
}

int review_init(struct review *r, const struct review_step *step, size_t steps, int64_t collection,
		int64_t batch, int64_t tail, struct err *e)
{
	*r = (struct review){ .collection = collection, .steps = steps };
	if (make_room_for_looks(r, steps + 1, steps / (size_t)batch + 3, e) < 0)
		return -1;
	count_steps(r, step);
	set_looks(r, (size_t)batch, tail);
	int64_t judged = r->at[steps].judged;
	if (judged <= collection)
		return 0;
	review_release(r);
	return err_data(e, "%lld documents are judged, more than the %lld of the collection (-N)",
			(long long)judged, (long long)collection);
}

int review_with_draws(const struct review *r, int64_t n, struct review *out, struct err *e)
{
	size_t blocks = r->at[r->steps].blocks;
	*out = *r;
	out->steps = r->steps + 1;
	out->looks = 1;
	if (make_room_for_looks(out, blocks + 1, 1, e) < 0)
		return -1;
	memcpy(out->at, r->at, (r->steps + 1) * sizeof *out->at);
	if (blocks > 0)
		memcpy(out->block, r->block, blocks * sizeof *out->block);
	out->look[0] = out->steps;
	struct review_point *p = &out->at[out->steps];
	*p = r->at[r->steps];
	/* the last step was a draw: its block goes on */
	bool goes_on = r->steps > 0 && p->drawn > r->at[r->steps - 1].drawn;
	if (!goes_on) {
		begin_block(out, r->steps, false);
		p->blocks++;
	}
	p->judged += n;
	p->drawn += n;
	return 0;
}

size_t stopping_look(const struct stopping_rule *rule, const struct review *r,
		     const struct stopping_question *q)
{
	for (size_t i = 0; i < r->looks; i++)
		if (rule->p != NULL ? stopping_is_enough(rule->p(r, q, i), q->alpha)
				    : rule->stops(r, q, i))
			return i;
	return SIZE_MAX;
}

double stopping_too_many(const struct stopping_question *q, int64_t found)
{
	/* found/R < target; the slack is for quotients that are whole numbers */
	return near_floor((double)found / q->target) + 1;
}

double stopping_tail_p(const struct stopping_question *q, int64_t left, int64_t before, int64_t n,
		       int64_t k)
{
	double missed = stopping_too_many(q, before + k) - (double)before;
	if (missed > (double)left) /* fewer documents are left */
		return 0;
	/* Relevant and drawn documents may be exchanged; phyper() can take a step for each one
	 * drawn. */
	double fewer = fmin(missed, (double)n), more = fmax(missed, (double)n);
	return phyper((double)k, more, (double)left - more, fewer, 1, 0);
}
