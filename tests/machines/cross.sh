#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# cross.sh PROGRAM FOLDER [PATTERN]: builds for x86-64 (core/packaging/amd64.sh), and runs the command lines of battery.txt (or
# those that match PATTERN) by PROGRAM, a static one made for this machine, and by that build in qemu. Then the wheel, in a Python for x86-64.
#
# Answers must be equal in all bytes; numbers of csv and jsonl, with all their digits, may differ by 1e-9 of their size.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
program=$(realpath "$1")
mkdir -p "$2"
folder=$(cd "$2" && pwd)
root=$folder/root

skip()
{
	echo "cross-test: skipped: $*"
	exit 0
}

fail()
{
	echo "cross-test: $*" >&2
	exit 1
}

[ "$(dpkg --print-architecture 2>/dev/null)" != amd64 ] || skip "this machine is one"
for tool in x86_64-linux-gnu-gcc qemu-x86_64 apt-get dpkg-deb; do
	command -v "$tool" >/dev/null || skip "$tool is not installed"
done

wheel=$(sh "$top/core/packaging/amd64.sh" "$folder") || fail "it cannot be built"
static=$folder/build/static/strat_eval
echo "cross-test: $(wc -c <"$static") bytes, static, for x86-64"
printf '#!/bin/sh\nexec qemu-x86_64 -0 strat_eval "%s" "$@"\n' "$static" >"$folder/strat_eval"
chmod +x "$folder/strat_eval"
BATTERY_SECONDS=900 BATTERY_NEAR=1e-9 bash "$top/tests/battery.sh" "$program" "$folder/strat_eval" ${3+"$3"}

# ---- the wheel --------------------------------------------------------------------------------------

case $wheel in *-abi3-manylinux_2_*_x86_64.whl) ;; *) fail "$wheel: the name does not say x86_64 and manylinux" ;; esac
rm -rf "$folder/site" && mkdir "$folder/site"
/usr/bin/python3 -m zipfile -e "$wheel" "$folder/site"
cat >"$folder/use.py" <<'END'
import platform
import strat_eval
qrels, run = {"1": {"a": 1, "b": 0, "c": 1}}, {"1": {"a": 3.0, "b": 2.0, "c": 1.0}}
print(platform.machine(), strat_eval.evaluate(qrels, run, ["AP"]))
END
python() # FILE: a Python for x86-64
{
	qemu-x86_64 -L "$root" -E PYTHONHOME="$root/usr" -E PYTHONPATH="$folder/site" "$root/usr/bin/python3.11" -B "$1"
}
echo "cross-test: $(basename "$wheel"): $(python "$folder/use.py")"
# AP by hand: (1/1 + 2/3) / 2
python "$folder/use.py" | grep -q 'x86_64.*0\.83333' || fail "the wheel does not answer"
