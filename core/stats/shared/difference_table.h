/*
 * The law of a difference in a form that can be added up over topics: all its values, where these
 * are few; where single documents show, values at so many points of the yields that their masses
 * fill bins; else the smooth distribution function at points that are close where it is steep, with
 * a monotone cubic between them (Fritsch and Carlson 1980).
 */
#ifndef STATS_SHARED_DIFFERENCE_TABLE_H
#define STATS_SHARED_DIFFERENCE_TABLE_H

#include "core/stats/numeric/lattice.h"
#include "core/stats/shared/difference_scheme.h"
#include "core/stats/shared/difference_lumps.h"

struct curve;

struct difference_table {
	struct lump *value; /* ascending, or */
	size_t values;
	struct curve *curve;
	double low, high; /* range */
	double width;	  /* half of what holds the middle two thirds */
};

/* `mean` and `deviation` as difference_moments() gives them. On failure nothing is left. */
int difference_table_init(struct difference_table *l, struct difference *d, double mean,
			  double deviation, struct err *e);
void difference_table_release(struct difference_table *l);

/* Masses on the multiples of h; a single value is shared between the two nearest. */
int difference_table_lattice(const struct difference_table *l, double h, struct lattice *out,
			     struct err *e);

#define LUMP_SAME 1e-13 /* sums of the same fractions in another order differ by less */

/* Sorts, and makes one of equal values; how many are left. */
size_t lumps_merge(struct lump *value, size_t count);

/* The smallest value with P(<= value) >= p. */
double lumps_quantile(const struct lump *value, size_t count, double p);

#endif
