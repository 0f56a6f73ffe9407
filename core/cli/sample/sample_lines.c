/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/escape.h"
#include "core/base/number.h"
#include "core/cli/output/output.h"
#include "core/cli/sample/sample_lines.h"

static int expect(void *context, size_t topics, struct err *e)
{
	struct sample_lines *l = context;
	l->topic = calloc(topics + 1, sizeof *l->topic);
	l->topics = topics;
	return l->topic == NULL ? err_memory(e) : 0;
}

static void print_name(struct buffer *b, struct arena *memory, struct slice name)
{
	const char *text = arena_copy(memory, name);
	if (text == NULL)
		b->failed = true;
	else
		escape_csv(b, text);
}

static int print_drawn(void *context, size_t number, const char *topic, struct drawing *d,
		       struct err *e)
{
	(void)e; /* a buffer that failed says so when it is written */
	const struct sample_lines *l = context;
	struct buffer *b = &l->topic[number];
	for (size_t i = 0; i < d->count; i++) {
		const struct drawn_document *x = &d->drawn[i];
		escape_csv(b, topic);
		buffer_print(b, ",");
		print_name(b, &d->memory, x->name);
		buffer_print(b, ",");
		if (x->known)
			buffer_print(b, "%d", (int)x->grade);
		buffer_print(b, ",%s,", real_text(x->probability).text);
		escape_csv(b, x->stratum);
		buffer_print(b, ",%lld,", (long long)x->size);
		if (x->picks > 0)
			buffer_print(b, "%lld", (long long)x->picks);
		buffer_print(b, "\n");
	}
	return 0;
}

struct sampling_sink sample_lines_sink(struct sample_lines *l, struct warnings *notes)
{
	return (struct sampling_sink){
		.context = l, .expect = expect, .drawn = print_drawn, .notes = notes
	};
}

void sample_lines_release(struct sample_lines *l)
{
	for (size_t t = 0; l->topic != NULL && t < l->topics; t++)
		buffer_release(&l->topic[t]);
	free(l->topic);
	*l = (struct sample_lines){ 0 };
}

int sample_lines_write(const struct sample_lines *l, struct buffer *head, const struct output *out,
		       struct err *e)
{
	buffer_print(head, "topic,docno,rel,prob,stratum,size,picks\n");
	return output_write_all(out, head, l->topic, l->topics, e);
}
