/*
 * Calls that turn bad input into silent wrong numbers or overflows: using one stops the build.
 * Included by every header of core/base, hence by everything, after the system headers it needs.
 */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC poison atoi atol atoll atof strcpy strcat sprintf vsprintf strtok gets
