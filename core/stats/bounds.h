/*
 * The two ends of an interval, of whatever quantity.
 */
#pragma once

struct interval {
	double lower, upper; /* nan: undefined for the data */
};
