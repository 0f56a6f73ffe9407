/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a comparison is to be shown, in whatever form.
 */
#pragma once

#include "core/engine/ask/formats.h"
#include "core/engine/compare/score_comparison.h"

struct html_origin;

struct comparison_output {
	enum comparison_format format;
	const struct comparison_request *request;
	double level; /* of the bounds */
	bool lower, upper;
	bool topics;	 /* -q */
	bool no_summary; /* -n */
	int digits;
	const struct html_origin *origin; /* of a page */
	const char *plot;		  /* file, or NULL */
	bool digits_given; /* else p-values have six significant digits in CSV and JSON */
};
