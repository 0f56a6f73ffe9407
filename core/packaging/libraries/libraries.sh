#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# libraries.sh SOURCES FOLDER COMPILER...: makes in FOLDER what programs need that are compiled by the command COMPILER..., for
# which Debian has no libraries, or none that can be part of a shared object: include/, which has nothing of this machine's
# own, and lib/libraries.a from SOURCES (sources.sh). AR is the archiver.
set -eu

sources=$(cd "$1" && pwd)
mkdir -p "$2"
folder=$(cd "$2" && pwd)
shift 2

rm -rf "${folder:?}/include" "${folder:?}/lib" "${folder:?}/objects"
mkdir -p "$folder/include" "$folder/lib" "$folder/objects"
case $* in
*wasm32-wasi*)
	flags='-Oz -ffunction-sections -fdata-sections'
	ln -s /usr/include/wasm32-wasi "$folder/include/wasm32-wasi"
	ln -s /usr/lib/wasm32-wasi "$folder/lib/wasm32-wasi"
	;;
*) flags='-O2 -fPIC' ;;
esac

# Headers. Random123 has a list of processors; what it uses of them is plain C here.
cp /usr/include/uthash.h /usr/include/xxhash.h /usr/include/Rmath.h "$folder/include/"
cp "$sources/libcsv/csv.h" "$sources/libdeflate/libdeflate.h" "$folder/include/"
cp -R /usr/include/Random123 "$folder/include/"
sed -i 's/!defined(__riscv)/& \&\& !defined(__wasm__)/' "$folder/include/Random123/features/gccfeatures.h"

# What R's configure would find.
cat >"$folder/objects/config.h" <<'END'
#define IEEE_754 1
#define HAVE_LONG_DOUBLE 1
#define SIZEOF_LONG_DOUBLE 16
#define HAVE_LOG1PL 1
#define HAVE_NEARBYINT 1
#define HAVE_WORKING_ISFINITE 1
#define HAVE_WORKING_LOG1P 1
END
: >"$folder/objects/Rconfig.h"

cd "$folder/objects"
list=
for f in "$sources"/nmath/*.c "$sources/libcsv/libcsv.c" "$sources"/libdeflate/lib/*.c "$sources"/libdeflate/lib/*/cpu_features.c; do
	case $f in */nmath/r[a-z]*.c | */nmath/*unif.c | */snorm.c | */sexp.c | */*_compress.c) continue ;; esac
	list="$list $f"
done
# shellcheck disable=SC2016,SC2086 # names without spaces; words of the inner shell
printf '%s\n' $list | xargs -P "$(nproc)" -I '{}' sh -c '
	file=$1 flags=$2
	shift 2
	"$@" -std=gnu17 -w $flags -ffp-contract=off -DHAVE_CONFIG_H -DMATHLIB_STANDALONE \
		-I. -I../include -I"$(dirname "$file")" -c -o "$(basename "$(dirname "$file")")_$(basename "$file" .c).o" "$file"' sh '{}' "$flags" "$@"
"${AR:-ar}" rcD "$folder/lib/libraries.a" ./*.o
