/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The buckets of Stevens' design instead of the documents drawn: prior weights, picks and documents
 * (Aslam & Pavlu 2008, Figure 4), as CSV and as a picture of the first topic.
 */
#include "core/base/buffer.h"
#include "core/base/number.h"
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

static void print_buckets(struct buffer *b, const char *topic, const struct drawing *d)
{
	const struct stevens *s = &d->stevens;
	double total = total_of(d);
	for (size_t k = 0; k < s->buckets; k++) {
		int64_t size = stevens_size(s, k), first = (int64_t)k * s->picks;
		escape_csv(b, topic);
		buffer_print(b, ",bucket%zu,%lld,%s,%s,%s,%s,%lld,%lld\n", k + 1, (long long)size,
			     real_text(d->prior[first] / total).text,
			     real_text(d->prior[first + size - 1] / total).text,
			     real_text(s->weight[k]).text,
			     real_text(stevens_inclusion(s->picks, size, s->weight[k])).text,
			     (long long)d->picked[k], (long long)drawn_from(d, k));
	}
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

int buckets_print(void *context, size_t number, const char *topic, struct drawing *d, struct err *e)
{
	(void)e; /* a buffer or plot that failed says so when it is written */
	const struct sample_lines *l = context;
	if (d->prior == NULL)
		return 0;
	print_buckets(&l->topic[number], topic, d);
	if (number == 0 && l->picture.plot != NULL) {
		draw_prior(&l->picture.plot[0], topic, d);
		draw_buckets(&l->picture.plot[1], d, false);
		draw_buckets(&l->picture.plot[2], d, true);
	}
	return 0;
}
