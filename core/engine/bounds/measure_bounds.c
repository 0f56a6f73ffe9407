/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>

#include "core/base/array.h"
#include "core/engine/bounds/bounds_of_kinds.h"
#include "core/engine/bounds/measure_bounds.h"

const struct bounds_kind *bounds_kind_of(enum measured_quantity quantity)
{
	/* by the first quantity of each kind (enum measured_quantity) */
	static const struct bounds_kind kinds[] = {
		{ REGRESSION_PRECISION, regression_has_bounds, NULL, regression_mean },
		{ RANKING_AP, ranking_has_bounds, ranking_bounds, ranking_mean },
		{ QUANTITY_OTHER, set_has_bounds, set_bounds, set_mean },
	};
	const struct bounds_kind *k = kinds;
	while (quantity < k->first)
		k++;
	return k;
}

/*
 * For measures.
 */

static int refuse(struct err *e, const char *format, ...)
{
	char text[sizeof e->text];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return err_usage(e, "%s", text);
}

static bool kind_has_bounds(enum measured_quantity quantity, const char *method)
{
	return bounds_kind_of(quantity)->has_bounds(quantity, method);
}

/* Asks the functions of a quantity's kind for its bounds in one topic. */
static int kind_bounds(const struct topic_view *t, enum measured_quantity quantity,
		       const struct parameters *p, const struct estimate_request *q,
		       struct estimate *out, struct err *e)
{
	const struct bounds_kind *kind = bounds_kind_of(quantity);
	return kind->bounds != NULL ? kind->bounds(t, quantity, p, q, out, e) : 0;
}

static int kind_mean(const struct topics_view *v, enum measured_quantity quantity,
		     const struct parameters *p, const struct estimate_request *q,
		     struct estimate *out, struct err *e)
{
	return bounds_kind_of(quantity)->mean(v, quantity, p, q, out, e);
}

void figures_add(struct figures *f, const struct figure *x, size_t size)
{
	struct figure full = { 0 };
	memcpy(&full, x, size < sizeof full ? size : sizeof full);
	if (ARRAY_ROOM(f->figure, f->count, f->room))
		f->figure[f->count++] = full;
	else
		f->failed = true;
}

void figures_release(struct figures *f)
{
	free(f->figure);
	*f = (struct figures){ 0 };
}

const struct services services = {
	.out_of_memory = err_memory,
	.refuse = refuse,
	.has_bounds = kind_has_bounds,
	.bounds = kind_bounds,
	.mean = kind_mean,
	.ranking_value = ranking_value,
	.mean_of_errors = mean_of_errors,
	.add_figure = figures_add,
	.regression_value = regression_value,
};
