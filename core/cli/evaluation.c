#include <math.h>

#include "core/base/pages.h"
#include "core/cli/evaluation.h"

/* One run on its way. */
struct scoring {
	struct evaluation *x;
	const struct evaluation_options *options;
	struct join join;
	const struct run *run;
};

static int store_text(struct evaluation *x, const struct request *q, const struct topic_view *view,
		      const char **stored, struct err *e)
{
	char small[256];
	size_t length = q->measure->text(view, &q->parameters, small, sizeof small);
	char *text = arena_alloc(&x->memory, length + 1);
	if (text == NULL)
		return err_memory(e);
	if (length < sizeof small)
		memcpy(text, small, length + 1);
	else
		q->measure->text(view, &q->parameters, text, length + 1);
	*stored = text;
	return 0;
}

static void store_scores(struct scoring *s, const struct request *q, size_t topic,
			 const struct topic_view *view)
{
	double *row = s->x->score + topic * s->x->plan->width;
	q->measure->score(view, &q->parameters, row + q->first);
	if (q->measure->score_for_all != NULL)
		q->measure->score_for_all(view, &q->parameters, row + q->first_for_all);
	if (s->options->zscores == NULL)
		return;
	for (size_t c = 0; c < q->columns; c++) {
		double *value = row + q->first + c, *for_all = row + q->first_for_all + c;
		double z = zscore_of(s->options->zscores, view->topic, q->name[c], *value);
		*value = *for_all = z;
	}
}

static int score_topic(struct scoring *s, const struct judged_topic *judged,
		       const struct run_topic *topic, struct err *e)
{
	struct evaluation *x = s->x;
	struct topic_view view;
	if (join_topic(&s->join, judged, s->run, topic, &view, e) < 0)
		return -1;
	if (judged == NULL)
		return 0;
	size_t number = (size_t)(judged - x->judgments->topic);
	if (s->options->only_topic != NULL && strcmp(s->options->only_topic, judged->name) != 0)
		return 0;
	for (size_t i = 0; i < x->plan->requests; i++) {
		const struct request *q = &x->plan->request[i];
		if (q->level != view.level)
			join_level(&s->join, judged, q->level, &view);
		const char **text = q->measure->aggregate == AGGREGATE_RUN
					    ? &x->run_text[i]
					    : &x->text[number * x->plan->text_width + q->text];
		if (q->measure->value != VALUE_TEXT)
			store_scores(s, q, number, &view);
		else if (*text == NULL && store_text(x, q, &view, text, e) < 0)
			return -1;
	}
	x->evaluated[number] = true;
	x->topics++;
	return 0;
}

/* The judged topic that the run has at place `t`, or NULL. */
static const struct judged_topic *judged_at(const struct scoring *s, size_t t)
{
	if (t >= s->run->topics || s->run->topic[t].judged == NAME_UNKNOWN)
		return NULL;
	return &s->x->judgments->topic[s->run->topic[t].judged];
}

/*
 * With very many topics, in another order than the judgments', each would wait for memory several
 * times: ask for what the next ones need.
 */
static void fetch_ahead(const struct scoring *s, size_t t)
{
	const struct judged_topic *far = judged_at(s, t + 12), *middle = judged_at(s, t + 8),
				  *near = judged_at(s, t + 4);
	if (far != NULL)
		__builtin_prefetch(&far->all);
	if (middle != NULL) {
		__builtin_prefetch(middle->all.judgment);
		__builtin_prefetch(middle->all.grades);
		size_t number = (size_t)(middle - s->x->judgments->topic);
		__builtin_prefetch(s->x->score + number * s->x->plan->width, 1);
	}
	if (near != NULL)
		__builtin_prefetch(near->all.judgment[0].document);
}

static int score_run(struct scoring *s, struct err *e)
{
	struct evaluation *x = s->x;
	size_t found = 0;
	for (size_t t = 0; t < s->run->topics; t++) {
		const struct run_topic *topic = &s->run->topic[t];
		const struct judged_topic *judged = judged_at(s, t);
		fetch_ahead(s, t);
		if (score_topic(s, judged, topic, e) < 0)
			return -1;
		found += judged != NULL;
	}
	x->missing = x->judgments->topics - found;
	for (size_t t = 0; s->join.options.complete && t < x->judgments->topics; t++)
		if (!x->evaluated[t] && score_topic(s, &x->judgments->topic[t], NULL, e) < 0)
			return -1;
	if (x->topics == 0 && s->options->only_topic != NULL)
		return err_data(e, "%.600s: topic '%.100s' is not in both the run and the judgments",
				s->run->in.path, s->options->only_topic);
	if (x->topics == 0)
		return err_data(e, "%.600s: no topic of the run has judgments in %.300s",
				s->run->in.path, x->judgments->in.path);
	return 0;
}

static size_t score_size(const struct evaluation *x)
{
	return (x->judgments->topics * x->plan->width + 1) * sizeof *x->score;
}

static void add_up(struct evaluation *x)
{
	const struct judgments *j = x->judgments;
	for (size_t i = 0; i < j->topics; i++) {
		const double *row = x->score + j->sorted[i] * x->plan->width;
		if (i + 8 < j->topics)
			for (size_t c = 0; c < x->plan->width; c += 8)
				__builtin_prefetch(x->score + j->sorted[i + 8] * x->plan->width + c);
		for (size_t c = 0; x->evaluated[j->sorted[i]] && c < x->plan->width; c++)
			x->sum[c] += row[c];
	}
}

int evaluation_run(struct evaluation *x, const struct plan *plan, const struct judgments *judgments,
		   const struct run_format *format, const char *path,
		   const struct evaluation_options *options, struct err *e)
{
	*x = (struct evaluation){ .plan = plan, .judgments = judgments };
	struct run run;
	if (run_read(&run, format, path, &judgments->names, e) < 0)
		return -1;
	size_t topics = judgments->topics;
	x->lines_with_more = run.records.lines_with_more;
	x->runid = arena_copy(&x->memory, slice_of(run.id));
	x->evaluated = calloc(topics, sizeof *x->evaluated);
	x->score = pages_reserve(score_size(x));
	x->sum = calloc(plan->width + 1, sizeof *x->sum);
	x->text = calloc(topics * plan->text_width + 1, sizeof *x->text);
	x->run_text = calloc(plan->requests + 1, sizeof *x->run_text);
	int result = 0;
	if (x->runid == NULL || x->evaluated == NULL || x->score == NULL || x->sum == NULL || x->text == NULL ||
	    x->run_text == NULL)
		result = err_memory(e);
	struct scoring s = { .x = x, .options = options, .run = &run };
	join_init(&s.join, &options->join, judgments->format->kind);
	if (result == 0)
		result = score_run(&s, e);
	if (result == 0)
		add_up(x);
	join_release(&s.join);
	run_release(&run);
	if (result < 0)
		evaluation_release(x);
	return result;
}

void evaluation_release(struct evaluation *x)
{
	arena_release(&x->memory);
	free(x->evaluated);
	pages_release(x->score, score_size(x));
	free(x->sum);
	free(x->text);
	free(x->run_text);
}

double evaluation_overall(const struct evaluation *x, const struct request *q, size_t column)
{
	double sum = x->sum[q->first_for_all + column];
	switch (q->measure->aggregate) {
	case AGGREGATE_MEAN:
		return sum / (double)x->topics;
	case AGGREGATE_GEOMETRIC:
		return exp(sum / (double)x->topics);
	case AGGREGATE_COUNT:
		return (double)x->topics;
	case AGGREGATE_SUM:
	case AGGREGATE_NONE:
	case AGGREGATE_RUN:
		return sum;
	}
	return NAN;
}
