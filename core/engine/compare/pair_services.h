/*
 * The functions that measures of pairs find in their view.
 */
#ifndef ENGINE_COMPARE_PAIR_SERVICES_H
#define ENGINE_COMPARE_PAIR_SERVICES_H

struct pair_services;
extern const struct pair_services pair_services;

#endif
