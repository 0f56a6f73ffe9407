/*
 * Ascending order of doubles, or of structures whose first member is a double, for qsort().
 */
#ifndef STATS_NUMERIC_ASCENDING_H
#define STATS_NUMERIC_ASCENDING_H

static inline int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

#endif
