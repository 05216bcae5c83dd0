"""Answers of the Python writer of bloom.bin (tools/models/bloom.py) about the shipped filter: test/fixtures/metrics/bloom.json."""
import json
import random
import sys
import types
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
# the writer imports the corpora, which asking does not need
sys.modules["corpora"] = types.ModuleType("corpora")
sys.modules["training_set"] = types.ModuleType("training_set")
sys.path.insert(0, str(ROOT / "tools" / "models"))
import bloom  # noqa: E402

FILTER = ROOT / "public" / "models" / "xianwai-classifier" / "bloom.bin"


def texts() -> list[str]:
    """Sentences of the shipped sample, of the benchmark's kinds, and made-up ones with what normalisation must get right."""
    rng = random.Random(6)
    alphabet = "我你他的是不了在有这个说好人来去到一二三，。？！…ＡＢｃ１２　 \t𠮷ﬁ①㍿é\u0085\ufeff\u001f"
    made = ["".join(rng.choice(alphabet) for _ in range(rng.randrange(0, 90))) for _ in range(110)]
    records = [json.loads(line) for line in (ROOT / "public" / "samples" / "stance-sample.jsonl").read_text("utf-8").splitlines() if line.strip()]
    own = [record.get("context", "") + "\n" + record["text"] for record in records[:60]]
    train = sorted((ROOT / "tools" / "training-set" / "batches").glob("*.tsv"))
    rows = [line.split("\t") for path in train[:6] for line in path.read_text("utf-8").splitlines()[1:9]]
    seen = [row[1].replace("\\n", "\n") + "\n" + row[2] for row in rows]
    return made + own + seen


def main() -> None:
    data = np.frombuffer(FILTER.read_bytes(), np.uint8)
    bits = np.unpackbits(data[28:], bitorder="little").astype(bool)
    cases = []
    for text in texts():
        found = bloom.positions(text)
        cases.append({"text": text, "asked": len(found), "seen": int(bits[found].all(axis=1).sum()) if len(found) else 0, "first": [int(p) for p in found.ravel()[:7]]})
    out = {"entered": int.from_bytes(data[24:28].tobytes(), "little"), "ones": int(bits.sum()), "cases": cases}
    (ROOT / "test" / "fixtures" / "metrics" / "bloom.json").write_text(json.dumps(out, ensure_ascii=False, indent=0) + "\n", "utf-8")


main()
