/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * See trials.h. The samples of a group are cut into blocks, which are the units of parallel work
 * and of shards. How they are cut depends on their number alone, and what the blocks counted is
 * added in their order: so no digit depends on threads.
 */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "core/base/parallel.h"
#include "core/commands/simulate/trials.h"
#include "core/stats/interval/covers.h"

enum { BLOCKS = 200 }; /* of the samples of a group, at most */

/* A mean that is being computed. */
struct sum {
	double count, total;
};

/* What was counted of one claim: numbers and nothing else. */
struct sums {
	double samples, offered, below, above, width;
	struct sum truth, off, square, more[CLAIM_MORE];
};
enum { SUMS = sizeof(struct sums) / sizeof(double) };

struct trials_work {
	const struct trials *t;
	size_t blocks; /* of a group */
	char *scratch; /* of each thread, `room` bytes */
	size_t room;
	struct claim *claim;
	struct sums *sums; /* of each block, by claim */
};

static void add_to_sum(struct sum *s, double x)
{
	if (!isnan(x)) {
		s->count++;
		s->total += x;
	}
}

static double mean(const struct sum *s)
{
	return s->count > 0 ? s->total / s->count : NAN;
}

static void count(struct sums *s, const struct claim *c)
{
	double off = c->estimate - c->truth;
	s->samples++;
	add_to_sum(&s->truth, c->truth);
	add_to_sum(&s->off, off);
	add_to_sum(&s->square, off * off);
	for (size_t i = 0; i < CLAIM_MORE; i++)
		add_to_sum(&s->more[i], c->more[i]);
	if (isnan(c->truth) || !interval_is_offered(c->interval))
		return;
	s->offered++;
	s->below += interval_is_above(c->interval, c->truth);
	s->above += interval_is_below(c->interval, c->truth);
	s->width += c->interval.upper - c->interval.lower;
}

/* Where samples of a block begin, from that of its group on. */
static size_t begin_of(const struct trials_work *w, size_t part)
{
	return (size_t)((uint64_t)w->t->samples * part / w->blocks);
}

static int run_block(void *context, size_t block, int thread, struct err *e)
{
	const struct trials_work *w = context;
	const struct trials *t = w->t;
	size_t first = block / w->blocks * t->samples, part = block % w->blocks;
	size_t end = first + begin_of(w, part + 1);
	struct claim *claim = w->claim + (size_t)thread * t->claims;
	void *scratch = w->scratch + (size_t)thread * w->room;
	for (size_t i = first + begin_of(w, part); i < end; i++) {
		for (size_t k = 0; k < t->claims; k++)
			claim[k] = (struct claim){ NAN, NAN, { NAN, NAN }, { NAN, NAN, NAN, NAN } };
		if (t->one(t->question, i, scratch, claim, e) < 0)
			return -1;
		for (size_t k = 0; k < t->claims; k++)
			count(&w->sums[block * t->claims + k], &claim[k]);
		progress_step(&t->effort->progress);
	}
	return 0;
}

static void block_fields(void *context, size_t block, struct shard_line *l)
{
	const struct trials_work *w = context;
	size_t part = block % w->blocks, samples = begin_of(w, part + 1) - begin_of(w, part);
	for (size_t k = 0; k < w->t->claims; k++) {
		struct sums *s = &w->sums[block * w->t->claims + k];
		for (size_t i = 0; i < SUMS; i++)
			SHARD_FIELD(l, (double *)s + i);
		l->wrong = l->wrong || s->samples != (double)samples || s->offered > s->samples ||
			   s->below + s->above > s->offered;
	}
}

static struct sums sum_of_blocks(const struct trials_work *w, size_t group, size_t claim)
{
	struct sums all = { 0 };
	for (size_t b = 0; b < w->blocks; b++) {
		const struct sums *s = &w->sums[(group * w->blocks + b) * w->t->claims + claim];
		for (size_t i = 0; i < SUMS; i++)
			((double *)&all)[i] += ((const double *)s)[i];
	}
	return all;
}

static struct tally tally_of(const struct sums *s)
{
	double intervals = s->offered > 0 ? s->offered : NAN;
	double coverage = (s->offered - s->below - s->above) / intervals;
	struct tally t = {
		.samples = s->samples,
		.offered = s->offered / s->samples,
		.coverage = coverage,
		.coverage_se = sqrt(coverage * (1 - coverage) / intervals),
		.below = s->below / intervals,
		.above = s->above / intervals,
		.width = s->width / intervals,
		.bias = mean(&s->off),
		.rmse = sqrt(mean(&s->square)),
		.truth = mean(&s->truth),
	};
	for (size_t i = 0; i < CLAIM_MORE; i++)
		t.more[i] = mean(&s->more[i]);
	return t;
}

int trials_run(const struct trials *t, struct tally *tally, struct err *e)
{
	const size_t aligned = _Alignof(max_align_t);
	struct trials_work w = { .t = t, .blocks = t->samples < BLOCKS ? t->samples : BLOCKS };
	w.room = (t->scratch / aligned + 1) * aligned;
	size_t items = t->groups * w.blocks;
	size_t threads = (size_t)parallel_threads(t->effort->jobs, items);
	struct arena memory = { 0 };
	w.scratch = arena_zeroed(&memory, threads, w.room);
	w.claim = arena_zeroed(&memory, threads * t->claims, sizeof *w.claim);
	w.sums = arena_zeroed(&memory, items * t->claims, sizeof *w.sums);
	int result = memory.failed ? err_memory(e)
				   : shard_each(t->effort->shard, t->effort->jobs, items, run_block,
						block_fields, &w, e);
	for (size_t i = 0; result == 0 && i < t->groups * t->claims; i++) {
		const struct sums s = sum_of_blocks(&w, i / t->claims, i % t->claims);
		tally[i] = tally_of(&s);
	}
	arena_release(&memory);
	return result;
}
