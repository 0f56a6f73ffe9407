/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where there are no shared objects: a program that is one static file, and WebAssembly.
 */
#include "core/base/system.h"

const bool system_has_plugins = false;

void *system_plugin_open(const char *path, struct err *e)
{
	err_usage(e,
		  "--plugin=%.600s: this program was built without plugins (make STATIC=1, make "
		  "wasm); use one that was built by `make`, or put the source of the measure into "
		  "measures/ and build again",
		  path);
	return NULL;
}

void system_plugin_close(void *plugin)
{
	(void)plugin;
}

const void *system_plugin_find(void *plugin, const char *name)
{
	(void)plugin, (void)name;
	return NULL;
}
