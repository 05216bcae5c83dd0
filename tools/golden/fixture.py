"""Writes golden fixtures: compact JSON that names the versions it was computed with.

To make them again, in this folder: pip install -r requirements.txt, then run each of classification.py, comparison.py,
agreement.py, calibration.py, grouped_share.py and tables.py (README.md says what holds what). Seeds are fixed: the same versions write the same files.
"""

import json
import platform
from importlib.metadata import version
from pathlib import Path

FIXTURES = Path(__file__).parents[2] / "test" / "fixtures" / "metrics"

# One character a label: index 0 is A. Gold outside the list, an answer out of scheme, an answer unparsed.
OUTSIDE, OUT_OF_SCHEME, UNPARSED = "!", "?", "."


def letters(count):
    return [chr(ord("A") + index) for index in range(count)]


def write(name, packages, cases):
    """One case a line, so that a changed case is a changed line."""
    made = {"python": platform.python_version(), **{package: version(package) for package in packages}}
    head = f'{{"madeBy":"tools/golden/{name}.py","versions":{json.dumps(made)}'
    body = []
    for kind, listed in cases.items():
        lines = ",\n".join(json.dumps(case, separators=(",", ":"), ensure_ascii=False, allow_nan=False) for case in listed)
        body.append(f',\n"{kind}":[\n{lines}\n]')
    path = FIXTURES / f"{name}.json"
    path.write_text(head + "".join(body) + "}\n", encoding="utf-8")
    print(path.name, {kind: len(listed) for kind, listed in cases.items()}, path.stat().st_size, "bytes")


def short(value):
    """Fourteen digits: two more than any comparison asks for."""
    return float(f"{value:.14g}")
