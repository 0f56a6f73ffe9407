#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# wheel.sh PYTHON FOLDER: builds the wheel, installs it into an empty environment without a network, and uses it there.
set -eu
unset PYTHONPATH

python=$1 folder=$2
fail() { echo "wheel-test: $*" >&2; exit 1; }

"$python" -c 'import venv, ensurepip' 2>/dev/null || { echo "wheel-test: skipped: $python has no venv (python3-venv)"; exit 0; }
include=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
[ -e "$include/Python.h" ] || { echo "wheel-test: skipped: no Python.h (libpython3-dev)"; exit 0; }
rm -rf "$folder" && mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
root=$(pwd)

build() { make --no-print-directory wheel PYTHON="$python" WHEEL="$folder"; }
wheel=$(build)
echo "$(basename "$wheel"): $(wc -c <"$wheel") bytes"
case $(basename "$wheel") in
strat_eval-*-cp310-abi3-manylinux_2_*_*.whl) ;;
*) fail "the name does not say that any Python and an older Linux will do" ;;
esac
newest=$(basename "$wheel" | sed 's/.*manylinux_2_\([0-9]*\)_.*/\1/')
[ "$(getconf GNU_LIBC_VERSION)" != 'glibc 2.36' ] || [ "$newest" -le 34 ] || fail "needs glibc 2.$newest"
"$python" -m zipfile -l "$wheel" >"$folder/list"
for file in strat_eval/py.typed strat_eval/_engine.abi3.so 'data/scripts/strat_eval ' licenses/LICENSE licenses/PARTS; do
	grep -q "$file" "$folder/list" || fail "no $file"
done
[ ! -d /usr/share/doc/r-mathlib ] || for package in r-mathlib libcsv-dev libdeflate-dev; do
	grep -q "licenses/$package.txt" "$folder/list" || fail "no licence of $package"
done
cp "$wheel" "$folder/first"
build >/dev/null
cmp "$wheel" "$folder/first" || fail "a second wheel has other bytes"

"$python" -m venv "$folder/env"
"$folder/env/bin/pip" -q --disable-pip-version-check install --no-index "$wheel"
cd / # not the checkout
awk '/^```python/ { on = 1; next } /^```/ { on = 0 } on && !/ir_measures_provider/' "$root/doc/library.md" >"$folder/examples.py"
"$folder/env/bin/python" -B "$folder/examples.py" >"$folder/examples.out" || fail "the examples of library.md"
[ -s "$folder/examples.out" ] || fail "the examples print nothing"
"$folder/env/bin/python" -B -c 'import strat_eval, sys; assert strat_eval.__file__.startswith(sys.prefix), strat_eval.__file__'
"$folder/env/bin/strat_eval" "$root/qrels-samples/tiny/qrels" "$root/qrels-samples/tiny/alpha.run" >"$folder/program"
grep -q '^map ' "$folder/program" || fail "the program"
# Twelve programs, which write nothing: memfd_create() makes no file on disk, /dev/fd/N opens none.
if command -v strace >/dev/null; then
	strace -f -qq -o "$folder/calls" -e trace=openat,open,creat,mkdir,mkdirat,rename,renameat,renameat2,symlinkat,linkat \
		"$folder/env/bin/python" -B "$root/tests/support/twelve_programs.py" >"$folder/programs" || fail "the twelve programs"
	! grep -E 'O_CREAT|O_WRONLY|O_RDWR|mkdir|rename|linkat|creat\(' "$folder/calls" | grep -v '"/dev/' || fail "a program writes a file"
else
	"$folder/env/bin/python" -B "$root/tests/support/twelve_programs.py" >"$folder/programs" || fail "the twelve programs"
fi
[ "$(wc -l <"$folder/programs")" = 12 ] || fail "there are not twelve programs"
! ldd "$folder/env/bin/strat_eval" | grep -E 'Rmath|csv|deflate' || fail "the program needs other libraries"

# From a checkout by the commands of install.md, and what it says if something is missing.
cd "$root"
awk '/^```/ { on = !on; next } on' doc/install.md | grep evaluation >"$folder/typed"
[ "$(wc -l <"$folder/typed")" = 3 ] || fail "install.md has other commands for pip"
HOME=$folder PIP_NO_INDEX=1 PIP_QUIET=1 sh -e "$folder/typed" || fail "the commands of install.md for pip"
"$folder/evaluation/bin/pip" -q --disable-pip-version-check install --no-index --force-reinstall "$wheel"
# shellcheck disable=SC2016
printf '%s\n' '#!/bin/sh' 'case $1 in --version) exit 0 ;; esac' '! grep -qE "csv.h|xxhash.h"' >"$folder/cc"
chmod +x "$folder/cc"
if CC=$folder/cc "$folder/evaluation/bin/pip" --disable-pip-version-check install --no-index ./core/python >"$folder/missing" 2>&1; then
	fail "builds without headers"
fi
grep -q 'apt-get install libcsv-dev libxxhash-dev' "$folder/missing" || fail "does not say what is missing: $(cat "$folder/missing")"
echo "wheel-test: passed with $("$python" --version)"
