/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>

#include "core/base/system.h"
#include "core/output/gnuplot.h"

int gnuplot_draw(const struct buffer *commands, struct buffer *picture, struct err *e)
{
	char program[] = "gnuplot", no_defaults[] = "-d";
	char *const argv[] = { program, no_defaults, NULL };
	struct shown said;
	switch (system_run(argv, commands, picture, &said)) {
	case RUN_DONE:
		return picture->failed ? err_memory(e) : 0;
	case RUN_FAILED:
		return err_io(e, "gnuplot failed: %s", said.text);
	case RUN_MISSING:
		return err_io(e, "a picture in PNG or PDF needs the program gnuplot, which is not "
				 "installed (Debian's package is gnuplot-nox); SVG needs nothing: "
				 "--plot=NAME.svg");
	case RUN_IMPOSSIBLE:
		return err_io(e, "a picture in PNG or PDF needs the program gnuplot, which cannot "
				 "run here; SVG needs nothing: --plot=NAME.svg");
	case RUN_NO_FILE:
		return err_io(e, "a temporary file cannot be written: %s", strerror(errno));
	case RUN_NO_START:
		return err_io(e, "gnuplot cannot be run: %s", strerror(errno));
	default:
		return err_io(e, "gnuplot: %s", strerror(errno));
	}
}
