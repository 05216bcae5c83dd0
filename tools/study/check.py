#!/usr/bin/env python3
"""Recomputes the study's main figures with scikit-learn and holds them against what the program wrote: tools/study/check.py [FOLDER]

FOLDER (docs/study) holds plan.json (every answer, by the index of its label), test.jsonl (gold), metrics.json and tables/gains-methods.csv. Of every run and task the
five figures are computed from answers and gold by the benchmark's conventions (tools/golden/result_files.py); the gains are differences of those figures.
Where result files are there too (--files FOLDER), they are scored as the benchmark's own script would, and must give the same. Needs scikit-learn.
"""
import argparse
import csv
import json
import sys
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "golden"))
from result_files import LABELS, NAME, records, scores, task  # noqa: E402

COLUMNS = {"stance": "affective_stance", "intent": "pragmatic_intent", "emotion": "fine_grained_emotion",
           "explicit": "explicit_polarity", "implicit": "implicit_polarity"}
POLARITIES = ["Positive", "Neutral", "Negative"]
FIGURES = ("accuracy", "macroRecall", "macroF1", "microF1", "weightedF1")
TOLERANCE = 1e-9


def main(folder: Path, files: Path | None) -> None:
    gold = {row["sample_id"]: row for row in map(json.loads, (folder / "test.jsonl").read_text(encoding="utf-8").splitlines())}
    plan = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
    written = {run["run"]: run for run in json.loads((folder / "metrics.json").read_text(encoding="utf-8"))["runs"]}
    labels = {field["id"]: [label["id"] for label in field["labels"]] for field in plan["plan"]["scheme"]["fields"]}
    for name, listed in {**LABELS, "explicit": POLARITIES, "implicit": POLARITIES}.items():
        assert labels[name] == listed, f"the program's list of {name} is not the benchmark's"

    compared, worst, own = 0, 0.0, {}
    methods = {run["id"]: run["method"]["id"] for run in plan["runs"]}
    for answers in plan["answers"]:
        for field, given in answers["fields"].items():
            rows = [
                {"gold": gold[sample][COLUMNS[field]], "predicted": labels[field][answer] if isinstance(answer, int) else ""}
                for sample, answer in zip(plan["plan"]["sampleIds"], given, strict=True)
                if answer not in (None, "failed", "notAsked")
            ]
            found = scores(rows, labels[field])
            theirs = written[answers["run"]]["fields"][field]
            assert found["n"] == theirs["n"], f"{methods[answers['run']]}, {field}: {found['n']} records, {theirs['n']} written"
            own[methods[answers["run"]], field] = found
            for figure in FIGURES:
                worst = max(worst, abs(found[figure] - theirs["figures"][figure]["value"]))
                compared += 1
    assert worst <= TOLERANCE, f"a figure is off by {worst}"
    print(f"{compared} figures of {len(plan['answers'])} runs are scikit-learn's {version('scikit-learn')}; largest difference {worst:.1e}")
    gains(folder / "tables" / "gains-methods.csv", plan, own)
    if files:
        result_files(files, own, plan)


def gains(path: Path, plan: dict, own: dict) -> None:
    """Each gain of the table is the difference of the two methods' figures, by scikit-learn."""
    names = {method["name"][language]: method["id"] for method in plan["plan"]["methods"] for language in ("zh", "en")}
    fields = {field["name"][language]: field["id"] for field in plan["plan"]["scheme"]["fields"] for language in ("zh", "en")}
    figures = {"Acc.": "accuracy", "Macro-R": "macroRecall", "Macro-F1": "macroF1", "Micro-F1": "microF1", "W-F1": "weightedF1",
               "准确率": "accuracy", "宏召回": "macroRecall", "宏 F1": "macroF1", "微 F1": "microF1", "加权 F1": "weightedF1"}
    compared, worst = 0, 0.0
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["figure"] not in figures or row["gain"] == "":
                continue
            field, figure = fields[row["task"]], figures[row["figure"]]
            score, base = own[names[row["method"]], field], own[names[row["baseline"]], field]
            assert score["n"] == base["n"] == int(row["n"]), f"{row}: other records than the figures'"
            for written, found in ((row["score"], score[figure]), (row["baseline_score"], base[figure]), (row["gain"], score[figure] - base[figure])):
                worst = max(worst, abs(float(written) - found))
            compared += 1
    assert compared and worst <= TOLERANCE, f"{compared} gains compared, one is off by {worst}"
    print(f"{compared} gains are differences of scikit-learn's figures; largest difference {worst:.1e}")


def result_files(folder: Path, own: dict, plan: dict) -> None:
    """The exported result files, scored alone: each must give the figures of one of the runs of its task."""
    paths = sorted(path for path in folder.iterdir() if NAME.match(path.name))
    for path in paths:
        found = scores(records(path), LABELS[task(path)])
        alike = [method for (method, field), theirs in own.items() if field == task(path) and all(abs(found[name] - theirs[name]) <= TOLERANCE for name in (*FIGURES, "n"))]
        assert alike, f"{path.name} gives the figures of no run"
    print(f"{len(paths)} result files, read as the benchmark reads them, give the same figures")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs" / "study")
    parser.add_argument("--files", type=Path)
    arguments = parser.parse_args()
    main(arguments.folder, arguments.files)
