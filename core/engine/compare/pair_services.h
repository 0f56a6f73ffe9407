/*
 * The functions that measures of pairs find in their view.
 */
#pragma once

struct pair_services;
extern const struct pair_services pair_services;
