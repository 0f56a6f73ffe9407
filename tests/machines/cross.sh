#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# cross.sh PROGRAM PROCESSOR FOLDER [PATTERN]: builds for PROCESSOR, x86_64 or aarch64, which is not this machine's
# (core/packaging/other_processor.sh), and runs the command lines of battery.txt (or those that match PATTERN) by PROGRAM, a static one made
# for this machine, and by that build in qemu. Then the wheel, in a Python for PROCESSOR.
#
# Answers must be equal in all bytes; numbers of csv and jsonl, with all their digits, may differ by 1e-9 of their size.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
program=$(realpath "$1") processor=$2
mkdir -p "$3"
folder=$(cd "$3" && pwd)
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

for tool in "$processor-linux-gnu-gcc" "qemu-$processor" apt-get dpkg-deb; do
	command -v "$tool" >/dev/null || skip "$tool is not installed"
done

wheel=$(sh "$top/core/packaging/other_processor.sh" "$processor" "$folder") || fail "it cannot be built"
static=$folder/build/static/strat_eval
echo "cross-test: $(wc -c <"$static") bytes, static, for $processor"
printf '#!/bin/sh\nexec qemu-%s -0 strat_eval "%s" "$@"\n' "$processor" "$static" >"$folder/strat_eval"
chmod +x "$folder/strat_eval"
BATTERY_SECONDS=900 BATTERY_NEAR=1e-9 bash "$top/tests/battery.sh" "$program" "$folder/strat_eval" ${4+"$4"}

# ---- the wheel --------------------------------------------------------------------------------------

case $wheel in *-abi3-manylinux_2_*_"$processor".whl) ;; *) fail "$wheel: the name does not say $processor and manylinux" ;; esac
rm -rf "$folder/site" && mkdir "$folder/site"
/usr/bin/python3 -m zipfile -e "$wheel" "$folder/site"
cat >"$folder/use.py" <<'END'
import platform
import strat_eval
qrels, run = {"1": {"a": 1, "b": 0, "c": 1}}, {"1": {"a": 3.0, "b": 2.0, "c": 1.0}}
print(platform.machine(), strat_eval.evaluate(qrels, run, ["AP"]))
END
python() # FILE: a Python for $processor
{
	"qemu-$processor" -L "$root" -E PYTHONHOME="$root/usr" -E PYTHONPATH="$folder/site" "$root/usr/bin/python3.11" -B "$1"
}
echo "cross-test: $(basename "$wheel"): $(python "$folder/use.py")"
# AP by hand: (1/1 + 2/3) / 2
python "$folder/use.py" | grep -q "^$processor .*0\.83333" || fail "the wheel does not answer"
