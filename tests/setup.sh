#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# setup.sh PACKAGE...: sees to it that Debian packages are installed. On a system without apt-get it
# prints the list and stops, unless the tools are there already.
set -eu

missing=
if command -v dpkg-query >/dev/null 2>&1; then
	for p in "$@"; do
		status=$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null || true)
		[ "$status" = installed ] || missing="$missing $p"
	done
	[ -n "$missing" ] || exit 0
fi

if ! command -v apt-get >/dev/null 2>&1; then
	# Another system: whoever has the headers and tools under other package names may go on.
	if printf '#include <csv.h>\n#include <uthash.h>\n#include <xxhash.h>\n#include <libdeflate.h>\n' |
		${CC:-gcc} -fsyntax-only -x c - 2>/dev/null; then
		case " $* " in *' bats '*) command -v bats >/dev/null 2>&1 && exit 0 ;; *) exit 0 ;; esac
	fi
	echo "This system has no apt-get. Please install what these Debian packages contain:" >&2
	echo "  $*" >&2
	exit 1
fi

run=
if [ "$(id -u)" != 0 ]; then
	if ! command -v sudo >/dev/null 2>&1; then
		echo "Please install these packages as root: apt-get install$missing" >&2
		exit 1
	fi
	run=sudo
fi
echo "Installing:$missing"
# The package lists may be too old for what is asked; the update may fail where they are not needed.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
$run apt-get -q update >"$log" 2>&1 || true
# sudo passes no environment on; what apt-get says is only of interest if it fails.
# shellcheck disable=SC2086
$run env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install $missing >>"$log" 2>&1 || {
	cat "$log" >&2
	exit 1
}
