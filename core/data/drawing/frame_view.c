/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/data/drawing/frame_view.h"

void frame_view_release(struct frame_view *v)
{
	free(v->sampled);
	free(v->grade);
	free(v->relevant_at);
	free(v->retrieved);
}

static int make_room(struct frame_view *v, size_t documents, struct err *e)
{
	if (documents < v->room)
		return 0;
	size_t room = documents + 1;
	v->room = 0;
	if (!ARRAY_RENEW(v->sampled, room) || !ARRAY_RENEW(v->grade, room) ||
	    !ARRAY_RENEW(v->relevant_at, room) || !ARRAY_RENEW(v->retrieved, room))
		return err_memory(e);
	v->room = room;
	return 0;
}

/* The ranking with the grades that `v->grade` has. */
static void see_ranking(struct frame_view *v, const struct ranked_topic *t, size_t run,
			int32_t level)
{
	size_t relevant = 0, unjudged = 0;
	for (size_t i = 0; i < t->count[run]; i++) {
		v->relevant_at[relevant] = (uint32_t)i;
		relevant += v->grade[i] >= level;
		unjudged += v->grade[i] < 0 && v->grade[i] >= level;
	}
	v->view = (struct topic_view){ .topic = t->judged->name,
				       .retrieved = t->count[run],
				       .grade = v->grade,
				       .relevant_retrieved = relevant,
				       .relevant_at = v->relevant_at,
				       .relevant_unjudged = unjudged,
				       .level = level };
}

int frame_view_all(struct frame_view *v, const struct ranked_topic *t, size_t run, int32_t level,
		   struct err *e)
{
	if (make_room(v, t->documents, e) < 0)
		return -1;
	for (size_t i = 0; i < t->count[run]; i++)
		v->grade[i] = t->grade[t->order[run][i]];
	see_ranking(v, t, run, level);
	judgment_set_count(&t->judged->all, level, &v->view.relevant, &v->view.nonrelevant);
	v->view.positive = t->judged->all.positive;
	return 0;
}

static int32_t grade_of(const struct ranked_topic *t, size_t document)
{
	return t->grade[document] >= 0 ? t->grade[document] : 0;
}

int frame_view_judged(struct frame_view *v, const struct ranked_topic *t, size_t run, int32_t level,
		      const double *weight, struct err *e)
{
	if (make_room(v, t->documents, e) < 0)
		return -1;
	for (size_t i = 0; i < t->count[run]; i++) {
		size_t document = t->order[run][i];
		v->grade[i] = weight[document] > 0 ? grade_of(t, document) : GRADE_UNPOOLED;
	}
	see_ranking(v, t, run, level);
	for (size_t i = 0; i < t->documents; i++) {
		if (!(weight[i] > 0))
			continue;
		*(grade_of(t, i) >= level ? &v->view.relevant : &v->view.nonrelevant) += 1;
		v->view.positive += grade_of(t, i) > 0;
	}
	return 0;
}

static void add_sampled(struct frame_view *v, const struct ranked_topic *t, size_t document,
			double weight, int64_t rank)
{
	v->sampled[v->sample.documents++] = (struct sampled_document){
		.grade = grade_of(t, document), .weight = weight, .rank = rank, .drawn = -1
	};
}

/* Those that are not retrieved come in the order of their names, as in a file of judgments. */
int frame_view_sample(struct frame_view *v, const struct ranked_topic *t, size_t run, int32_t level,
		      const double *weight, struct err *e)
{
	if (make_room(v, t->documents, e) < 0)
		return -1;
	v->sample = (struct sample_view){ .document = v->sampled,
					  .retrieved = (int64_t)t->count[run],
					  .weights_given = true };
	memset(v->retrieved, 0, t->documents + 1);
	for (size_t i = 0; i < t->count[run]; i++) {
		size_t document = t->order[run][i];
		v->retrieved[document] = 1;
		if (weight[document] > 0)
			add_sampled(v, t, document, weight[document], (int64_t)i);
	}
	for (size_t i = 0; i < t->documents; i++)
		if (weight[i] > 0 && !v->retrieved[i])
			add_sampled(v, t, i, weight[i], -1);
	v->view = (struct topic_view){ .topic = t->judged->name,
				       .retrieved = t->count[run],
				       .level = level,
				       .sample = &v->sample };
	return 0;
}
