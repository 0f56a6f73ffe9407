/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/array.h"
#include "core/output/evaluation_lines.h"

/* Lines of one evaluation. */
struct printer {
	struct score_lines lines;
	const struct evaluation *x;
	const struct output_options *o;
	struct score_end *end; /* of one value */
	size_t ends, room;
	struct interval_gaps *gaps;
};

/* A row of scores, and how to print it. */
struct line_row {
	const char *topic;
	struct score_row score;
	const char *prefix;  /* before each name */
	bool all;	     /* it is about all topics, or a group of them */
	const char *design;  /* NULL: the judgments are no sample */
	const size_t *group; /* whose topics it is about; NULL: not about a group */
	bool no_ends;	     /* values alone */
};

/* Adds an error or a bound to the ends of a value. */
static void add_end(struct printer *p, const struct request *q, const struct request_column *column,
		    const struct line_row *row)
{
	static const enum end_kind kind[] = {
		[COLUMN_ERROR] = END_ERROR, [COLUMN_LOWER] = END_LOWER, [COLUMN_UPPER] = END_UPPER
	};
	bool mean = column->over_topics != NULL;
	if (column->hidden || (mean && row->score.mean_bound == NULL))
		return;
	if (!ARRAY_ROOM(p->end, p->ends, p->room)) {
		p->lines.b->failed = true;
		return;
	}
	struct score_end x = { .kind = kind[column->kind],
			       .name = column->name,
			       .asked = column->asked,
			       .order = column->order,
			       .number = evaluation_number(&row->score, q, column) };
	if (mean) {
		const struct mean_bounds *bounds = &row->score.mean_bound[column->place];
		x.method = bounds->by->name;
		x.draws = bounds->by->resamples ? p->o->runs->batch.evaluation.bounds.resamples : 0;
		interval_gaps_mean(p->gaps, row->topic, q->column[column->value].name, bounds);
	} else {
		x.method = evaluation_method(&row->score, q, column);
		x.draws = evaluation_estimate(&row->score, q, column)->draws;
		x.estimator = evaluation_estimate(&row->score, q, column)->estimator;
		if (isnan(x.number) && x.kind != END_ERROR)
			interval_gaps_estimate(p->gaps, row->topic, row->all,
					       q->column[column->value].name, x.method,
					       evaluation_estimate(&row->score, q, column));
	}
	p->end[p->ends++] = x;
}

/* A value of a request, with its ends. */
static void output_number(struct printer *p, const struct request *q, size_t value,
			  const struct line_row *row)
{
	const struct evaluation *x = p->x;
	const struct output_options *o = p->o;
	const struct evaluation_options *how = &o->runs->batch.evaluation;
	const struct request_column *column = &q->column[value];
	p->ends = 0;
	for (size_t c = q->values; c < q->columns && !row->no_ends; c++)
		if (q->column[c].value == value)
			add_end(p, q, &q->column[c], row);
	if (column->hidden && p->ends == 0)
		return;
	bool real = o->zscores || q->measure->value != VALUE_INTEGER;
	struct score_line l = {
		.run = { NULL, x->runid },
		.topic = row->topic,
		.of_topic = !row->all,
		.prefix = row->prefix,
		.measure = column->name,
		.hidden = column->hidden,
		.end = p->end,
		.ends = p->ends,
		.kind = real ? RECORD_REAL : RECORD_COUNT,
		.number = evaluation_number(&row->score, q, column),
		.lower_better = q->measure->lower_better,
		.no_best = q->measure->no_best,
		.asked = column->asked,
		.title = column->title,
		.order = column->order,
		.perfect = NAN,
		.random = NAN,
		.contribution = NAN,
		.level = o->runs->level,
		.seed = (int64_t)how->bounds.ends.seed,
		.tail = tail_names[o->runs->tail],
		.file = x->path,
		.other_name = x->other_name,
	};
	if (!row->all && quantity_is_joint(q->measure->quantity))
		l.contribution = row->score.score[q->first_for_all + value];
	/* who asks for `est` of a set does not ask for ranks, which it does not have */
	bool wanted = !q->measure->ranks || column->asked != NULL;
	if (isnan(l.number) && wanted && (p->ends == 0 || !isnan(p->end[0].number)))
		interval_gaps_value(p->gaps, row->topic, row->all, row->prefix, column->name);
	if (o->format != FORMAT_TREC || o->receiver != NULL)
		l.n = row->all ? (int64_t)evaluation_scores(x, q, value, row->group, NULL) : 1;
	l.design = l.n > 0 ? row->design : NULL;
	if (q->values > 1 && q->parameters.count == q->values) {
		l.curve = q->measure->name;
		l.at = q->parameters.value[value];
		if (o->receiver != NULL)
			evaluation_effort(x, q, value, how->join.collection_size, &l.perfect,
					  &l.random);
	}
	if (q->methods > 0)
		l.estimator = evaluation_estimate(&row->score, q, column)->estimator;
	score_lines_add(&p->lines, &l);
}

/* The values of one request. */
static void output_numbers(struct printer *p, const struct request *q, const struct line_row *row)
{
	for (size_t v = 0; v < q->values; v++)
		output_number(p, q, v, row);
}

static void output_text(struct printer *p, const struct request_column *column, const char *topic,
			const char *text)
{
	score_lines_add(&p->lines, &(struct score_line){ .run = { NULL, p->x->runid },
							 .topic = topic,
							 .measure = column->name,
							 .asked = column->asked,
							 .kind = RECORD_TEXT,
							 .text = text,
							 .contribution = NAN,
							 .file = p->x->path,
							 .other_name = p->x->other_name });
}

static void output_topic(struct printer *p, size_t topic)
{
	const struct evaluation *x = p->x;
	const char *name = x->judgments->topic[topic].name;
	const struct line_row row = { .topic = name,
				      .score = evaluation_row(x, topic),
				      .prefix = p->o->zscores ? "Z" : "",
				      .design = x->kept != NULL ? x->kept[topic].design : NULL };
	for (size_t i = 0; i < x->asked->requests; i++) {
		const struct request *q = &x->asked->request[i];
		switch (q->measure->aggregate) {
		case AGGREGATE_GEOMETRIC:
		case AGGREGATE_COUNT:
		case AGGREGATE_RUN:
			break;
		case AGGREGATE_MEAN:
		case AGGREGATE_SUM:
		case AGGREGATE_NONE:
			if (q->measure->value == VALUE_TEXT)
				output_text(p, &q->column[0], name,
					    x->text[topic * x->asked->text_width + q->text]);
			else
				output_numbers(p, q, &row);
		}
	}
}

/* The mean over groups is that of measures that are averaged. */
static void output_group(struct printer *p, const struct line_row *row, bool macro)
{
	for (size_t i = 0; i < p->x->asked->requests; i++) {
		const struct request *q = &p->x->asked->request[i];
		bool shown = macro ? measure_is_averaged(q->measure)
				   : q->measure->aggregate != AGGREGATE_NONE &&
					     q->measure->aggregate != AGGREGATE_RUN;
		if (shown)
			output_numbers(p, q, row);
	}
}

/* A row about all topics, or a group of them. */
static struct line_row row_of_all(const struct printer *p, const char *topic,
				  const struct score_row *score)
{
	return (struct line_row){ .topic = topic,
				  .score = *score,
				  .prefix = p->o->zscores ? "Z" : "",
				  .all = true,
				  .design = evaluation_design(p->x) };
}

static void output_groups(struct printer *p)
{
	const struct evaluation *x = p->x;
	struct line_row row = row_of_all(p, MACRO_LABEL, &x->macro);
	/* all methods would have the same ends */
	row.no_ends = p->o->runs->methods.over_topics_count > 1;
	for (size_t g = 0; g < x->groups->count; g++) {
		struct line_row group = row_of_all(p, x->groups->label[g], &x->group[g]);
		group.group = &g;
		output_group(p, &group, false);
	}
	output_group(p, &row, true);
}

static void output_summary(struct printer *p, bool with_runid)
{
	const struct evaluation *x = p->x;
	const struct line_row all = row_of_all(p, "all", &x->overall);
	struct line_row micro = row_of_all(p, "all", &x->micro);
	micro.prefix = "micro_";
	micro.score.mean_bound = NULL;
	for (size_t i = 0; i < x->asked->requests; i++) {
		const struct request *q = &x->asked->request[i];
		if (q->measure->aggregate == AGGREGATE_NONE)
			continue;
		if (q->measure->aggregate == AGGREGATE_RUN) {
			if (with_runid || strcmp(q->measure->name, "runid") != 0)
				output_text(p, &q->column[0], "all", x->run_text[i]);
			continue;
		}
		output_numbers(p, q, &all);
	}
	for (size_t i = 0; p->o->runs->batch.evaluation.micro && i < x->asked->requests; i++) {
		const struct request *q = &x->asked->request[i];
		if (evaluation_has_micro(q))
			output_numbers(p, q, &micro);
	}
}

static void begin(struct printer *p, struct buffer *b, const struct evaluation *x,
		  const struct output_options *o)
{
	*p = (struct printer){ .x = x, .o = o };
	score_lines_init(&p->lines, b, o->format, false, true, o->runs->digits,
			 !o->runs->digits_given);
	if (o->runs->batch.asked != NULL && o->runs->batch.asked->joint)
		score_lines_contributions(&p->lines);
	p->lines.padded_apart = o->zscores;
	p->lines.receiver = o->receiver;
}

void output_header(struct buffer *b, const struct output_options *o)
{
	struct printer p;
	begin(&p, b, NULL, o);
	score_lines_begin(&p.lines, NULL);
	score_lines_release(&p.lines);
}

void output_runid(struct buffer *b, const char *name, const struct output_options *o)
{
	struct printer p;
	begin(&p, b, NULL, o);
	score_lines_add(&p.lines, &(struct score_line){ .run = { NULL, name },
							.topic = "all",
							.measure = "runid",
							.kind = RECORD_TEXT,
							.text = name });
	score_lines_release(&p.lines);
}

void output_run(struct buffer *b, size_t number, const struct evaluation *x,
		const struct output_options *o, struct interval_gaps *gaps)
{
	struct printer p;
	bool trec = o->format == FORMAT_TREC && o->receiver == NULL;
	begin(&p, b, x, o);
	p.lines.block = number;
	p.gaps = gaps;
	bool all = !o->runs->batch.evaluation.join.trec_eval_9;
	for (size_t i = 0; o->topics && i < x->judgments->topics; i++) {
		size_t topic = x->judgments->sorted[i];
		if (x->evaluated[topic] && (all || !x->lacking[topic]))
			output_topic(&p, topic);
	}
	if (x->groups != NULL)
		output_groups(&p);
	if (!o->no_summary)
		output_summary(&p, trec && !o->several_runs);
	free(p.end);
	score_lines_release(&p.lines);
}
