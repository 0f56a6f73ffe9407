#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# musl.sh PROGRAM OTHER FOLDER: the command lines of battery.txt by PROGRAM, a static one with GNU's C library, and by OTHER, one with
# musl. Numbers with all their digits may differ by 1e-9. Lines that ask for the version are left out: the libraries have
# other names.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$3"
grep -vE '(^| )(-v|--version)( |$)' "$here/../battery.txt" >"$3/lines"
BATTERY=$3/lines BATTERY_NEAR=1e-9 bash "$here/../battery.sh" "$1" "$2"
