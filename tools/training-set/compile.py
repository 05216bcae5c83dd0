#!/usr/bin/env python3
"""Batches -> train, calibrate and test records (JSON lines), near-duplicates removed by measure. Usage: compile.py [OUT]

held-* batches are held out, by whole batches: CALIBRATION of each writer's go to `calibrate`, the others to `test`; minimal pairs lie
within a batch, so none is torn apart. Batches have themes, so of all choices the one is taken whose label shares are nearest to those
of everything held out. sample-* batches are the demonstration data and go nowhere. A record is a near-duplicate
when the Jaccard similarity of its character 3-grams to an earlier record is 0.6 or more, of the texts and of text and context
together; so two answers to one question stay, and so does one answer to two questions. Members of one minimal pair are compared with
others only. Held-out records come first, so
what resembles them leaves the training side.
"""
import json
import sys
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path

HERE = Path(__file__).resolve().parent
POLARITY = {"+": "Positive", "0": "Neutral", "-": "Negative"}
CALIBRATION = 4
NEAR = 0.6


def read(pattern: str) -> list[dict]:
    """Records of the batches whose name matches, in order; rows that are still being written are left out."""
    found = []
    for file in sorted((HERE / "batches").glob(pattern)):
        header, *lines = file.read_text(encoding="utf-8").rstrip("\n").split("\n")
        names = header.split("\t")
        for line in lines:
            row = dict(zip(names, line.split("\t") + [""] * (len(names) - 1 - line.count("\t"))))
            if row.get("explicit") in POLARITY and row.get("implicit") in POLARITY and row.get("emotion"):
                found.append(_record(file.stem, row))
    return found


def _record(batch: str, row: dict[str, str]) -> dict:
    return {
        "batch": batch, "scene": row["scene"], "context": row["context"].replace("\\n", "\n"), "text": row["text"],
        "explicit": POLARITY[row["explicit"]], "implicit": POLARITY[row["implicit"]],
        "intent": row["intent"], "emotion": row["emotion"],
        "pair": f"{batch}/{row['pair']}" if row.get("pair") else None,
    }


def shingles(text: str) -> frozenset[str]:
    return frozenset(text[i:i + 3] for i in range(max(1, len(text) - 2)))


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other)


def without_near_duplicates(records: list[dict]) -> tuple[list[dict], list[tuple[dict, dict]]]:
    """(kept, [(dropped, the earlier record it resembles)])"""
    kept, dropped, seen, index = [], [], [], defaultdict(set)
    for record in records:
        grams = shingles(record["text"]), shingles(record["context"] + "\n" + record["text"])
        candidates = set().union(*(index[gram] for gram in grams[0]))
        twin = next((o for o in sorted(candidates) if all(likeness(a, b) >= NEAR for a, b in zip(grams, seen[o]))
                     and not (record["pair"] and record["pair"] == kept[o]["pair"])), None)
        if twin is not None:
            dropped.append((record, kept[twin]))
            continue
        for gram in grams[0]:
            index[gram].add(len(kept))
        seen.append(grams)
        kept.append(record)
    return kept, dropped


def calibration_batches(held: list[dict]) -> set[str]:
    """Of each writer the CALIBRATION batches whose shares of stances, intents and emotions are together nearest to all of the writer's."""
    chosen = set()
    for writer in sorted({r["batch"].rpartition("-")[0] for r in held}):
        own = [r for r in held if r["batch"].startswith(writer + "-")]
        shares = {batch: _shares([r for r in own if r["batch"] == batch]) for batch in sorted({r["batch"] for r in own})}
        whole = _shares(own)
        chosen.update(min(combinations(shares, CALIBRATION), key=lambda batches: sum(
            (sum(shares[b][label] for b in batches) / CALIBRATION - share) ** 2 / share for label, share in whole.items())))
    return chosen


def _shares(records: list[dict]) -> Counter:
    counts = Counter()
    for r in records:
        for label in (("stance", r["explicit"], r["implicit"]), ("intent", r["intent"]), ("emotion", r["emotion"])):
            counts[label] += 1 / len(records)
    return counts


def compiled() -> tuple[dict[str, list[dict]], list[tuple[dict, dict]]]:
    """The parts by name, and what was dropped."""
    held, train = read("held-*.tsv"), read("[a-z]-*.tsv")
    kept, dropped = without_near_duplicates(held + train)
    parts = {"train": [r for r in kept if not r["batch"].startswith("held-")], "calibrate": [], "test": []}
    calibration = calibration_batches([r for r in kept if r["batch"].startswith("held-")])
    for record in kept:
        if record["batch"].startswith("held-"):
            parts["calibrate" if record["batch"] in calibration else "test"].append(record)
    return parts, dropped


def main(out: Path) -> None:
    parts, dropped = compiled()
    out.mkdir(parents=True, exist_ok=True)
    for name, records in parts.items():
        (out / f"{name}.jsonl").write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), encoding="utf-8")
        print(f"{name}: {len(records)} records")
    print(f"near-duplicates left out: {len(dropped)}")
    for record, twin in dropped:
        print(f"  {record['batch']}: {record['text']}  ~  {twin['batch']}: {twin['text']}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "compiled")
