/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is asked of the command sample.
 */
#pragma once

#include "core/commands/sample/draw_topics.h"
#include "core/options/options.h"

struct sample_request {
	struct sampling_request sampling; /* except the runs, and what is read from files */
	struct text_list run;
	const char *run_format, *judgment_format, *judged, *collection, *shares;
	const char *labels, *scores; /* lists instead of runs */
	struct bands bands;
	struct number_list cuts;
	bool design_given, bands_given, allocation_given, prevalence_given, depth_given,
		level_given;
	bool quiet, no_comments;
	bool buckets;	     /* print these instead */
	const char *plot;    /* of the buckets */
	const char *command; /* the command line, if there was one */
};

extern const struct command_table sample_table;

/* Finds the formats, and refuses options that do not go together. */
int sample_request_ready(struct sample_request *q, const struct judgment_format **judged,
			 struct err *e);
