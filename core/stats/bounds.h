/*
 * The two ends of an interval, of whatever quantity.
 */
#ifndef STATS_BOUNDS_H
#define STATS_BOUNDS_H

struct interval {
	double lower, upper; /* nan: undefined for the data */
};

#endif
