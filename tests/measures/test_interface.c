/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plugin interface stays (doc/writing-a-measure.md, "What stays"): where the last field of each
 * struct that grows was when version 8 came out, and the size of those that never change. A field
 * that is added behind the last one changes no number here, and raises INTERFACE_REVISION. If a
 * number must change after 0.5.0, INTERFACE_VERSION is raised.
 */
#include "core/base/banned.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "measures/measure.h"
#include "measures/pair.h"

#define LAST(type, field) #type "." #field, offsetof(struct type, field)
#define WHOLE(type)	  #type, sizeof(struct type)
#define NUMBER(name)	  #name, (size_t)name

static void structs_grow_at_their_end_or_never(void **state)
{
	(void)state;
	if (sizeof(void *) != 8)
		skip();
	static const struct {
		const char *what;
		size_t is, was;
	} list[] = {
		{ LAST(measure, example), 232 },
		{ LAST(pair_measure, example), 64 },
		{ LAST(parameters, setting), 32 },
		{ LAST(services, add_figure), 56 },
		{ LAST(topic_view, services), 200 },
		{ LAST(topics_view, services), 48 },
		{ LAST(sample_view, post_stratified), 120 },
		{ LAST(preference_view, votes), 40 },
		{ LAST(estimate, caution), 64 },
		{ LAST(estimate_request, estimate_size), 72 },
		{ LAST(pair_view, services), 56 },
		{ LAST(pair_topic, cells), 120 },
		{ LAST(pair_request, topics), 56 },
		{ LAST(figure, draws), 72 },
		{ WHOLE(sampled_document), 40 },
		{ WHOLE(unsampled_document), 16 },
		{ WHOLE(drawn_stratum), 40 },
		{ WHOLE(divided_stratum), 72 },
		{ WHOLE(pair_stratum), 56 },
		{ WHOLE(pair_document), 12 },
		{ WHOLE(group_judgment), 24 },
		{ WHOLE(grade_count), 16 },
		{ WHOLE(gain), 16 },
		{ WHOLE(document_number), 16 },
		{ WHOLE(preference_counts), 136 },
		{ WHOLE(confusion), 24 },
		{ WHOLE(interval), 16 },
		{ WHOLE(ends), 32 },
		{ WHOLE(range), 16 },
		{ WHOLE(measure_example), 32 },
		{ WHOLE(pair_example), 32 },
		{ WHOLE(err), 2052 },
		{ NUMBER(RANKING_PRECISION), 12 },
		{ NUMBER(LABELLED_STRICT_WEIGHTED), 26 },
		{ NUMBER(OUTSIDE_AS_INSIDE), 4 },
	};
	for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
		if (list[i].is != list[i].was)
			fail_msg("%s: %zu, was %zu", list[i].what, list[i].is, list[i].was);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(structs_grow_at_their_end_or_never),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
