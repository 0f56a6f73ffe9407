/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Curves of an answer: lines of a table that differ in one thing, which is on the horizontal axis,
 * are a curve, and what else they differ in is its name.
 */
#pragma once

#include "core/output/plot.h"
#include "core/output/records.h"

/* What a line of the table is in the plot. */
struct curve_point {
	double x, y; /* nan: not there */
	double pale; /* another figure, drawn in a pale colour; nan: none */
	bool marked;
};

/* A thing that lines may differ in: a double, or a text. */
struct curve_key {
	size_t at; /* in the line */
	bool text;
	const char *form; /* in a name: ", recall %.3g"; NULL: the end of the list */
};

struct curves {
	const char *title;
	const char *label[2];
	const struct curve_key *key;
	const struct curve_key *usual; /* names a curve that differs from no other one */
	const struct curve_key *axis;  /* one of them, or NULL: what is on the horizontal axis */
	size_t point;		       /* where in a line its struct curve_point is */
	const char *pale, *marked;     /* names of these */
	bool log_x, log_y;
};

/* Fails, as wrong usage, if no curve has two points. */
int plan_curves(const struct curves *c, const struct records *lines, struct picture *out,
		struct err *e);
