"""The benchmark's metrics from its result files alone, with scikit-learn.

    node tools/golden/resultFiles.mjs FOLDER && python tools/golden/result_files.py FOLDER

writes the golden fixture of test/export/resultFiles.test.ts: the scores of each file, beside the SHA-256 of the bytes they were computed from.
tools/study/check.py reads the study's files by the same functions. Conventions (benchmark, FACTS section 1): the full label list as `labels`,
zero_division=0; records whose gold is outside the list are left out; an answer outside it is wrong and in no class's false positives.
"""

import hashlib
import json
import re
import sys
from pathlib import Path

from sklearn.metrics import accuracy_score, f1_score, recall_score

LABELS = {
    "stance": ["Positive", "Formulaic Positive", "Sarcastic Negative", "Understated Positive", "Neutral", "Veiled Negative",
               "Affiliative Positive", "Reportive Negative", "Negative"],
    "intent": ["Authenticity", "Politeness", "Suppression", "Irony", "Resistance", "Functional", "Humor", "Empathy"],
    "emotion": ["Love", "Delight", "Pride", "Optimism", "Hope", "Curiosity", "Submission", "Awe", "Anxiety", "Despair", "Pessimism", "Shame",
                "Guilt", "Remorse", "Disappointment", "Outrage", "Aggression", "Contempt", "Dominance", "Envy", "Cynicism", "Morbidness",
                "Unbelief", "Sentimentality", "Neutral"],
}
NAME = re.compile(r"^(.+)_(direct|cot|chain|structure_only|gold_p|gold_pi)_([^_]+)_(zeroshot|fewshot)\.jsonl$")


def records(path):
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def task(path):
    return NAME.match(path.name)[3]


def scores(rows, labels):
    """The five figures; None where no record is left."""
    kept = [row for row in rows if row["gold"] in labels]
    if not kept:
        return None
    gold, predicted = [row["gold"] for row in kept], [row["predicted"] for row in kept]
    common = {"labels": labels, "zero_division": 0}
    return {
        "n": len(kept),
        "accuracy": accuracy_score(gold, predicted),
        "macroRecall": recall_score(gold, predicted, average="macro", **common),
        "macroF1": f1_score(gold, predicted, average="macro", **common),
        "microF1": f1_score(gold, predicted, average="micro", **common),
        "weightedF1": f1_score(gold, predicted, average="weighted", **common),
    }


if __name__ == "__main__":
    from fixture import short, write

    files = sorted(path for path in Path(sys.argv[1]).iterdir() if NAME.match(path.name))
    cases = [
        {
            "name": path.name,
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            "scores": {name: value if name == "n" else short(value) for name, value in scores(records(path), LABELS[task(path)]).items()},
        }
        for path in files
    ]
    write("result_files", ["scikit-learn"], {"files": cases})
