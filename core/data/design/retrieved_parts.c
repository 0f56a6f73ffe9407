/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/hash.h"
#include "core/data/design/label_cells.h"

/* "stratum 'a'", or by its size where it has no name. */
struct stratum_text {
	char text[160];
};

static struct stratum_text text_of(const struct design_stratum *c)
{
	struct stratum_text x;
	if (c->name != NULL)
		snprintf(x.text, sizeof x.text, "stratum '%.120s'", c->name);
	else
		snprintf(x.text, sizeof x.text, "the stratum of %lld documents",
			 (long long)c->size);
	return x;
}

static int place_unknown(const struct building *b, size_t run, struct slice name, struct err *e)
{
	const struct design_stratum *open[2] = { NULL, NULL };
	const char *option = b->o->labels != NULL ? "--labels" : "--post-stratify";
	size_t count = 0;
	for (size_t i = 0; i < b->to->count; i++) {
		const struct design_stratum *c = &b->to->stratum[i];
		if (listed_of(b, c) == c->size)
			continue;
		if (count < 2)
			open[count] = c;
		count++;
	}
	if (count == 1)
		return err_data(e,
				"%.400s: topic '%.200s': document '%.*s' is not in the judgments, "
				"and may be in %s or outside: %s needs strata that add up to the "
				"collection (-N %lld)",
				b->runs[run]->in.path, b->to->name, (int)name.length, name.at,
				text_of(open[0]).text, option, (long long)b->o->collection_size);
	return err_data(
		e,
		"%.400s: topic '%.200s': document '%.*s' is not in the judgments, and may "
		"be in %s or in %s: %s must know how many "
		"documents of each stratum a run retrieves (judgments that list all documents "
		"of their strata say so)",
		b->runs[run]->in.path, b->to->name, (int)name.length, name.at,
		text_of(open[0]).text, text_of(open[1]).text, option);
}

/* What is not retrieved must have room for what was sampled of it. */
static int check_sizes(const struct building *b, struct err *e)
{
	for (size_t i = 0; i < b->to->count; i++)
		for (size_t r = 0; r < b->d->runs; r++) {
			const struct design_stratum *c = &b->to->stratum[i];
			const struct stratum_part rest = stratum_side(c, r, 0);
			if (rest.size < rest.sampled)
				return err_data(e,
						"%.400s: topic '%.200s' has %lld documents of %s, "
						"of which %lld others were sampled: more than "
						"its size of %lld",
						b->runs[r]->in.path, b->to->name,
						(long long)c->retrieved[r].size, text_of(c).text,
						(long long)rest.sampled, (long long)c->size);
		}
	return 0;
}

/* Documents that the judgments do not list are kept, each once. */
static int keep_unlisted(struct building *b, struct names *names, struct slice name, size_t run,
			 int32_t place, struct err *e)
{
	int64_t number = names_add(names, &b->memory, name, e);
	if (number < 0)
		return -1;
	struct unlisted_document *d = &b->to->unlisted[number];
	d->place = place;
	if (d->by == NULL)
		d->by = arena_zeroed(&b->d->memory, b->d->words, sizeof *d->by);
	if (d->by == NULL)
		return err_memory(e);
	d->by[run / 64] |= UINT64_C(1) << (run % 64);
	return 0;
}

static int count_documents(struct building *b, const struct document_places *p,
			   struct stratum_part *part, struct names *unlisted, struct err *e)
{
	size_t runs = b->d->runs;
	for (size_t r = 0; r < runs; r++) {
		const struct run_topic *t = building_topic(b, r);
		for (size_t i = 0; t != NULL && i < t->count; i++) {
			struct slice name = piece_slice(&b->runs[r]->in, t->record[i].document);
			const struct placed x =
				p->find(p->context, name, hash_bytes(name.at, name.length));
			if (x.place == PLACE_UNKNOWN)
				return place_unknown(b, r, name, e);
			if (x.place == PLACE_NONE)
				continue;
			struct stratum_part *to = &part[(size_t)x.place * runs + r];
			to->size++;
			if (x.judgment != NULL && judgment_is_sampled(b, x.judgment))
				STRATUM_COUNT(b, to, x.judgment);
			if (x.judgment == NULL && b->to->unlisted != NULL &&
			    keep_unlisted(b, unlisted, name, r, x.place, e) < 0)
				return -1;
		}
	}
	return 0;
}

static int count_parts(struct building *b, const struct document_places *p, struct err *e)
{
	size_t runs = b->d->runs, cells = b->to->count, lines = 0;
	struct names unlisted = { 0 };
	struct stratum_part *part = arena_zeroed(&b->d->memory, cells * runs + 1, sizeof *part);
	for (size_t r = 0; r < runs; r++)
		lines += building_topic(b, r) != NULL ? building_topic(b, r)->count : 0;
	if (divides_by_run(b) && b->o->pairs)
		b->to->unlisted = arena_zeroed(&b->d->memory, lines + 1, sizeof *b->to->unlisted);
	if (b->d->memory.failed)
		return err_memory(e);
	for (size_t i = 0; i < cells; i++)
		b->to->stratum[i].retrieved = part + i * runs;
	int result = count_documents(b, p, part, &unlisted, e);
	b->to->unlisted_documents = unlisted.count;
	names_release(&unlisted);
	return result == 0 && divides_by_run(b) ? check_sizes(b, e) : result;
}

int retrieved_parts(struct building *b, const struct document_places *p, struct err *e)
{
	struct label_cells cells;
	if (b->o->labels == NULL)
		return count_parts(b, p, e);
	if (label_cells_divide(&cells, b, p, e) < 0)
		return -1;
	return count_parts(b, &(struct document_places){ &cells, label_cells_place }, e);
}
