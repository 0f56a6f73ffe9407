/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/interval/sample_facts.h"
#include "core/stats/interval/one_proportion.h"

static bool is_of_all(const struct interval_request *q)
{
	return q->quantity == QUANTITY_YIELD && !q->retrieved_only;
}

/* Is one simple random sample all that a proportion or a yield has in doubt? Not if a document is
 * left out, nor of the precision of a run that cuts a stratum. */
static bool one_proportion_is_all(const struct divided_stratum *d, size_t count,
				  const struct interval_request *q)
{
	size_t open = 0;
	if (!(q->quantity & ONE_PROPORTION))
		return false;
	for (size_t i = 0; i < count; i++) {
		if (d[i].size == 0 || !(is_of_all(q) || d[i].retrieved || d[i].cut))
			continue;
		bool part = d[i].cut && q->quantity == QUANTITY_PRECISION;
		if (part || d[i].sampled == 0 || (gray_is_left_out(q) && d[i].gray[1] > 0))
			return false;
		open += d[i].sampled < d[i].size;
	}
	return open == 1;
}

static struct known_part known_part_of(const struct divided_stratum *d, size_t count,
				       const struct interval_request *q)
{
	struct known_part x = { .plain = true };
	for (size_t i = 0; i < count; i++) {
		int side = d[i].retrieved;
		if (d[i].size == 0)
			continue;
		x.plain = x.plain && !d[i].cut && d[i].sampled > 0 &&
			  !(gray_is_left_out(q) && d[i].gray[1] > 0);
		x.retrieved += side * (double)d[i].size;
		x.least += (double)d[i].relevant[side];
		x.most += (double)(d[i].size - d[i].other[side] - d[i].gray[side]);
		if (d[i].sampled == d[i].size) {
			x.relevant[side] += (double)d[i].relevant[side];
			continue;
		}
		x.open = side;
		x.strata++;
	}
	return x;
}

/* Is one sample all that recall or F has in doubt? */
static bool one_in_doubt(const struct known_part *x, enum quantity quantity)
{
	bool moves = x->relevant[!x->open] > 0 || (quantity == QUANTITY_F && x->open == 1);
	return (quantity == QUANTITY_RECALL || quantity == QUANTITY_F) && x->plain &&
	       x->strata == 1 && moves;
}

/* What is retrieved, and what is not, without classes; all in one for a yield of all documents. */
static size_t collapse(const struct divided_stratum *d, size_t count, bool in_one,
		       struct divided_stratum out[2])
{
	struct divided_stratum side[2] = { { .retrieved = false }, { .retrieved = true } };
	for (size_t i = 0; i < count; i++) {
		int s = d[i].retrieved && !in_one;
		side[s].size += d[i].size;
		side[s].sampled += d[i].sampled;
		for (int k = 0; k < 2; k++) {
			int to = in_one ? 0 : k;
			side[s].relevant[to] += d[i].relevant[k];
			side[s].other[to] += d[i].other[k];
			side[s].gray[to] += d[i].gray[k];
		}
	}
	size_t found = 0;
	for (int s = 0; s < 2; s++)
		if (side[s].size > 0)
			out[found++] = side[s];
	return found;
}

/* What the strata say. */
static unsigned facts_of_strata(struct sample_facts *f)
{
	const struct divided_stratum *d = f->from.stratum;
	const struct interval_request *q = f->from.asked;
	size_t count = f->from.strata;
	f->part = known_part_of(d, count, q);
	if (one_in_doubt(&f->part, q->quantity))
		return FACT_ONE_DOUBT;
	if (one_proportion_is_all(d, count, q))
		return FACT_ONE_SAMPLE;
	if (!q->labels)
		return 0;
	f->sides = collapse(d, count, is_of_all(q), f->side);
	return one_proportion_is_all(f->side, f->sides, q) ? FACT_LABELS : 0;
}

struct sample_facts sample_facts(enum interval_of of, struct sample_known known)
{
	struct sample_facts f = { .of = of, .from = known };
	const struct ends *ends =
		known.ends == NULL && known.asked != NULL ? &known.asked->ends : known.ends;
	bool one_end = ends != NULL && (ends->lower_p <= 0 || ends->upper_p >= 1);
	const struct {
		bool so;
		unsigned fact;
	} facts[] = {
		{ known.one_end || one_end, FACT_ONE_END },
		{ ends != NULL && ends->draws > 0, FACT_DRAWS },
		{ known.no_strata, FACT_NO_STRATA },
		{ known.clusters, FACT_CLUSTERS },
		{ known.one_sample, FACT_ONE_SAMPLE },
		{ known.no_limit, FACT_NO_LIMIT },
		{ known.constant, FACT_CONSTANT },
		{ known.binary, FACT_BINARY },
		{ known.no_spread || known.topics > RESAMPLED_TOPICS_MOST, FACT_NO_RESAMPLES },
	};
	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
		f.is |= facts[i].so ? facts[i].fact : 0;
	f.is |= known.asked != NULL ? facts_of_strata(&f) : 0;
	return f;
}
