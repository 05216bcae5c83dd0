#!/usr/bin/env python3
"""Checks batches of the training set: columns, values, duplicates; prints counts. Usage: check.py [PREFIX ...]"""
import collections
import sys
from pathlib import Path

HEADER = "scene context text explicit implicit intent emotion pair".split()
SCENES = "dialogue customer_service forum_comment qa".split()
INTENTS = "Authenticity Politeness Suppression Irony Resistance Functional Humor Empathy".split()
EMOTIONS = ("Love Delight Pride Optimism Hope Curiosity Submission Awe Anxiety Despair Pessimism Shame Guilt Remorse "
            "Disappointment Outrage Aggression Contempt Dominance Envy Cynicism Morbidness Unbelief Sentimentality Neutral").split()


def main(prefixes: list[str]) -> int:
    faults, seen = [], {}
    counts = {name: collections.Counter() for name in ("scene", "stance", "intent", "emotion")}
    files = [f for f in sorted((Path(__file__).parent / "batches").glob("*.tsv")) if f.name.startswith(tuple(prefixes or [""]))]
    total, pairs = 0, collections.Counter()
    for file in files:
        lines = file.read_text(encoding="utf-8").rstrip("\n").split("\n")
        if lines[0].split("\t") != HEADER:
            faults.append(f"{file.name}:1 header is not {HEADER}")
            continue
        for number, line in enumerate(lines[1:], 2):
            where, cells = f"{file.name}:{number}", line.split("\t")
            if len(cells) == len(HEADER) - 1:
                cells.append("")
            if len(cells) != len(HEADER):
                faults.append(f"{where} has {len(cells)} cells")
                continue
            row = dict(zip(HEADER, cells))
            total += 1
            for name, allowed in (("scene", SCENES), ("explicit", "+0-"), ("implicit", "+0-"), ("intent", INTENTS), ("emotion", EMOTIONS)):
                if row[name] not in list(allowed):
                    faults.append(f"{where} {name} = {row[name]!r}")
            if not row["text"].strip():
                faults.append(f"{where} no text")
            key = (row["context"], row["text"])
            if key in seen:
                faults.append(f"{where} repeats {seen[key]}")
            seen[key] = where
            if row["pair"]:
                pairs[file.name + row["pair"]] += 1
            counts["scene"][row["scene"]] += 1
            counts["stance"][row["explicit"] + row["implicit"]] += 1
            counts["intent"][row["intent"]] += 1
            counts["emotion"][row["emotion"]] += 1
    faults += [f"pair {pair} has one record" for pair, n in pairs.items() if n < 2]
    print(f"{len(files)} batches, {total} records, {len(pairs)} minimal pairs")
    for name, counter in counts.items():
        print(name, dict(counter.most_common()))
        for missing in {"intent": INTENTS, "emotion": EMOTIONS}.get(name, []):
            if not counter[missing]:
                print(f"  none yet: {missing}")
    print("\n".join(faults) or "no faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
