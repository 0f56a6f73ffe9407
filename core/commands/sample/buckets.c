/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The buckets of Stevens' design instead of the documents drawn: prior weights, picks and documents
 * (Aslam & Pavlu 2008, Figure 4), as lines and
 * as a picture of the first topic.
 */
#include "core/commands/sample/sample.h"

static double total_of(const struct drawing *d)
{
	double sum = 0;
	for (int64_t i = 0; i < d->stevens.items; i++)
		sum += d->prior[i];
	return sum;
}

/* Documents of the sample that came from a bucket. */
static int64_t drawn_from(const struct drawing *d, size_t bucket)
{
	char label[40];
	int64_t count = 0;
	snprintf(label, sizeof label, "bucket%zu", bucket + 1);
	for (size_t i = 0; i < d->count; i++)
		count += strcmp(d->drawn[i].stratum, label) == 0;
	return count;
}

#define AT(field) .at = offsetof(struct sample_row, field)

const struct record_column bucket_columns[] = {
	{ "topic", "topic", RECORD_TEXT, AT(topic) },
	{ "bucket", "bucket", RECORD_TEXT, AT(name) },
	{ "documents", "documents", RECORD_WHOLE, AT(size) },
	{ "first", "first", RECORD_REAL, RECORD_EXACT, 6, AT(first) },
	{ "last", "last", RECORD_REAL, RECORD_EXACT, 6, AT(last) },
	{ "weight", "weight", RECORD_REAL, RECORD_EXACT, 6, AT(weight) },
	{ "prob", "prob", RECORD_REAL, RECORD_EXACT, 6, AT(probability) },
	{ "picked", "picked", RECORD_WHOLE, AT(picks) },
	{ "drawn", "drawn", RECORD_WHOLE, AT(drawn) },
	{ 0 },
};

static int add_buckets(struct sample_topic *t, const char *topic, const struct drawing *d,
		       struct err *e)
{
	const struct stevens *s = &d->stevens;
	double total = total_of(d);
	for (size_t k = 0; k < s->buckets; k++) {
		int64_t size = stevens_size(s, k), first = (int64_t)k * s->picks;
		char name[40];
		snprintf(name, sizeof name, "bucket%zu", k + 1);
		const struct sample_row row = {
			.topic = topic,
			.name = name,
			.size = size,
			.first = d->prior[first] / total,
			.last = d->prior[first + size - 1] / total,
			.weight = s->weight[k],
			.probability = stevens_inclusion(s->picks, size, s->weight[k]),
			.picks = d->picked[k],
			.drawn = drawn_from(d, k),
		};
		if (sample_add(t, &row, e) < 0)
			return -1;
	}
	return 0;
}

static void draw_prior(struct plot *p, const char *topic, const struct drawing *d)
{
	double total = total_of(d);
	buffer_print(&p->title, "Topic %s: prior of average precision", topic);
	buffer_print(&p->x_label, "documents, by weight");
	buffer_print(&p->y_label, "weight");
	p->from_zero = true;
	plot_curve(p, PLOT_LINE, NULL, 0);
	for (int64_t i = 0; i < d->stevens.items; i++)
		plot_point(p, (double)(i + 1), d->prior[i] / total);
}

static void draw_buckets(struct plot *p, const struct drawing *d, bool picks)
{
	buffer_print(&p->title,
		     picks ? "Buckets: picks, and documents drawn (dots)"
			   : "Buckets of %lld documents",
		     (long long)d->stevens.picks);
	buffer_print(&p->x_label, "bucket");
	buffer_print(&p->y_label, picks ? "times" : "weight");
	p->from_zero = true;
	plot_curve(p, PLOT_BARS, NULL, picks ? 1 : 0);
	for (size_t k = 0; k < d->stevens.buckets; k++)
		plot_point(p, (double)(k + 1), picks ? (double)d->picked[k] : d->stevens.weight[k]);
	if (!picks)
		return;
	plot_curve(p, PLOT_POINTS, NULL, 0);
	for (size_t k = 0; k < d->stevens.buckets; k++)
		plot_point(p, (double)(k + 1), (double)drawn_from(d, k));
}

int buckets_add(void *context, size_t number, const char *topic, struct drawing *d, struct err *e)
{
	const struct sample_lines *l = context;
	if (d->prior == NULL)
		return 0;
	if (number == 0 && l->picture.plot != NULL) {
		draw_prior(&l->picture.plot[0], topic, d);
		draw_buckets(&l->picture.plot[1], d, false);
		draw_buckets(&l->picture.plot[2], d, true);
	}
	return add_buckets(&l->topic[number], topic, d, e);
}
