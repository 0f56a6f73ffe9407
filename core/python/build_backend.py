# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the wheel of the package strat_eval: the backend that pyproject.toml names, and ``make wheel``.

It needs a checkout, make, gcc, and the headers of the libraries, but no other Python package. The wheel is
self-contained: the libraries are linked in, so that it needs libc and libm only. It is tagged by the newest symbol of
glibc that it uses.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import shlex
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import Any, Iterable, Optional

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("BUILD", ROOT / "build")) / "wheel"
COMPILER = shlex.split(os.environ.get("CC", "gcc"))
OBJDUMP = os.environ.get("OBJDUMP", "objdump")

#: What is compiled in: header, Debian package, licence.
PARTS = (
    ("Rmath.h", "r-mathlib", "GPL-2.0-or-later"),
    ("csv.h", "libcsv-dev", "LGPL-2.1-or-later"),
    ("libdeflate.h", "libdeflate-dev", "MIT"),
    ("uthash.h", "uthash-dev", "BSD-1-Clause"),
    ("xxhash.h", "libxxhash-dev", "BSD-2-Clause"),
    ("Random123/philox.h", "librandom123-dev", "BSD-3-Clause"),
)

#: What a manylinux system has.
SYSTEM = re.compile(r"(libc|libm|libdl|libpthread|ld-linux-[\w-]+)\.so\.\d+")

METADATA = """Metadata-Version: 2.1
Name: strat_eval
Version: {version}
Summary: Evaluation of retrieval runs and document productions, also from sampled judgments
Author: strat_eval developers
License: GPL-3.0-or-later
Keywords: information retrieval,evaluation,trec_eval,e-discovery,sampling,confidence intervals
Classifier: License :: OSI Approved :: GNU General Public License v3 or later (GPLv3+)
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: C
Classifier: Topic :: Scientific/Engineering :: Information Analysis
Classifier: Typing :: Typed
Requires-Python: >=3.10
Description-Content-Type: text/markdown

strat_eval evaluates ranked retrieval runs and document productions against relevance judgments, with confidence
intervals and significance tests. If only a random sample of the documents was judged, it estimates recall, precision
and F of the whole collection. The wheel has the Python module and the program `strat_eval`.

```python
import strat_eval
strat_eval.evaluate(qrels, run, ["AP", "nDCG@10"], ci=True)
```

`strat_eval.pytrec` has the interface of pytrec_eval, and `strat_eval.ir_measures_provider` serves ir_measures and
PyTerrier. The module is free software under the GNU General Public License, version 3 or later.
"""


def _output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _compiles(header: str, include: str) -> bool:
    return subprocess.run([*COMPILER, "-DMATHLIB_STANDALONE", "-isystem", include, "-fsyntax-only", "-x", "c", "-"], check=False,
                          input=f"#include <stddef.h>\n#include <{header}>\n", capture_output=True, text=True).returncode == 0


def _check() -> None:
    """Says what is missing, by the names of Debian's packages."""
    missing = []
    if not (ROOT / "Makefile").is_file():
        sys.exit("strat_eval: the package is built in a checkout: pip install CHECKOUT/core/python (pip 21.3 or newer)")
    for program, package in (("make", "make"), (COMPILER[0], "gcc"), (OBJDUMP, "binutils")):
        try:
            _output(program, "--version")
        except (OSError, subprocess.CalledProcessError):
            missing.append(package)
    if not missing:
        include = sysconfig.get_path("include")
        missing = [package for header, package, _ in PARTS if not _compiles(header, include)]
        if not _compiles("Python.h", include):
            missing.append("libpython3-dev")
    if missing:
        sys.exit(f"strat_eval: to build the Python package, please install: apt-get install {' '.join(missing)}")


def _make(*goals: str) -> str:
    environment = {**os.environ, "MAKEFLAGS": f"-j{os.cpu_count() or 1}"}
    done = subprocess.run(["make", "--no-print-directory", "-C", str(ROOT), f"PYTHON={sys.executable}", *goals],
                          check=False, env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"strat_eval: make failed:\n{done.stdout}")
    return done.stdout.strip()


def _version() -> str:
    return _make("-s", "version")


def _platform(files: Iterable[Path]) -> str:
    """The tag of the oldest systems that these files run on."""
    machine = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    newest = (0, 0)
    for file in files:
        needed = re.findall(r"NEEDED\s+(\S+)", _output(OBJDUMP, "-p", str(file)))
        if not all(SYSTEM.fullmatch(library) for library in needed):
            return machine
        found = re.findall(r"GLIBC_(\d+)\.(\d+)", _output(OBJDUMP, "-T", str(file)))
        newest = max([newest, *((int(a), int(b)) for a, b in found)])
    return machine if newest == (0, 0) else machine.replace("linux", f"manylinux_{newest[0]}_{newest[1]}", 1)


def _licences() -> dict[str, bytes]:
    """The project's own, and those of what is linked in, as Debian has them."""
    found = {"LICENSE": (ROOT / "LICENSE").read_bytes()}
    lines = ["Linked or compiled into the module and the program:\n"]
    for _, package, licence in PARTS:
        text = Path("/usr/share/doc") / package / "copyright"
        lines.append(f"  {package}: {licence}" + (f", see {package}.txt" if text.is_file() else ""))
        if text.is_file():
            found[package + ".txt"] = text.read_bytes()
    found["PARTS"] = ("\n".join(lines) + "\n").encode()
    return found


class _Wheel:
    """A zip file with a list of what is in it, the same bytes for the same content."""

    def __init__(self, path: Path, information: str) -> None:
        self._zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self._record = f"{information}/RECORD"
        self._lines: list[str] = []

    def add(self, name: str, data: bytes, executable: bool = False) -> None:
        entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        entry.external_attr = (0o100755 if executable else 0o100644) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self._zip.writestr(entry, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self._lines.append(f"{name},sha256={digest},{len(data)}\n")

    def close(self) -> None:
        self._lines.append(f"{self._record},,\n")
        entry = zipfile.ZipInfo(self._record, (1980, 1, 1, 0, 0, 0))
        entry.external_attr = 0o100644 << 16
        self._zip.writestr(entry, "".join(self._lines))
        self._zip.close()


def get_requires_for_build_wheel(config_settings: Optional[dict[str, Any]] = None) -> list[str]:
    """Nothing from a package index."""
    del config_settings
    _check()
    return []


def build_wheel(wheel_directory: str, config_settings: Optional[dict[str, Any]] = None,
                metadata_directory: Optional[str] = None) -> str:
    """Builds the wheel, and returns its name."""
    del config_settings, metadata_directory
    _check()
    _make("wheel-files")
    version = _version()
    engine, program = BUILD / "_engine.abi3.so", BUILD / "strat_eval"
    tag = f"cp310-abi3-{_platform((engine, program))}"
    name = f"strat_eval-{version}-{tag}.whl"
    information = f"strat_eval-{version}.dist-info"
    Path(wheel_directory).mkdir(parents=True, exist_ok=True)
    wheel = _Wheel(Path(wheel_directory) / name, information)
    for module in sorted((ROOT / "core/python/strat_eval").glob("*.py*")):
        if module.is_file():
            wheel.add(f"strat_eval/{module.name}", module.read_bytes())
    wheel.add("strat_eval/py.typed", b"")
    wheel.add("strat_eval/_engine.abi3.so", engine.read_bytes(), executable=True)
    wheel.add(f"strat_eval-{version}.data/scripts/strat_eval", program.read_bytes(), executable=True)
    wheel.add(f"{information}/METADATA", METADATA.format(version=version).encode())
    wheel.add(f"{information}/WHEEL", f"Wheel-Version: 1.0\nGenerator: strat_eval\nRoot-Is-Purelib: false\nTag: {tag}\n".encode())
    for licence, text in _licences().items():
        wheel.add(f"{information}/licenses/{licence}", text)
    wheel.close()
    return name


def build_sdist(sdist_directory: str, config_settings: Optional[dict[str, Any]] = None) -> str:
    """The sources are the checkout."""
    raise NotImplementedError("the sources of strat_eval are its checkout: build a wheel instead")


if __name__ == "__main__":
    print(Path(sys.argv[1]) / build_wheel(sys.argv[1]))
