#!/usr/bin/env python3
"""The study's two data files out of the project's held-out records: docs/study/test.jsonl (450) and dev.jsonl (200, for examples and baselines).

Usage: data.py [--check]. With --check nothing is written: it fails where the files are not those that the batches give.

The benchmark's own columns. A minimal pair (one sentence, two contexts) is one group: whatever is drawn or resampled draws the pair. The tier says that
a label is what the writer meant, and that nobody reviewed it.
"""
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "training-set"))
from compile import compiled  # noqa: E402
from sample import POLARITY, ROLES, STANCE  # noqa: E402

SIGN = {name: sign for sign, name in POLARITY.items()}


def lines(name: str, records: list[dict]) -> str:
    return "".join(json.dumps(line(name, number, record), ensure_ascii=False) + "\n" for number, record in enumerate(records, 1))


def line(name: str, number: int, record: dict) -> dict[str, str | None]:
    return {
        "sample_id": f"{name}-{number:03}",
        "text": record["text"],
        "context": record["context"],
        "scenario_type": record["scene"],
        "speaker_role": ROLES.get(record["text"][:4]) if record["scene"] == "customer_service" else None,
        "explicit_polarity": record["explicit"],
        "implicit_polarity": record["implicit"],
        "affective_stance": STANCE[SIGN[record["explicit"]] + SIGN[record["implicit"]]],
        "pragmatic_intent": record["intent"],
        "fine_grained_emotion": record["emotion"],
        "quality_tier": "writer, unreviewed",
        "group": record["pair"],
    }


def main() -> None:
    parts, _ = compiled()
    for part, name in (("test", "test"), ("calibrate", "dev")):
        file = ROOT / "docs" / "study" / f"{name}.jsonl"
        text = lines(name, parts[part])
        if "--check" in sys.argv[1:]:
            if not file.exists() or file.read_text(encoding="utf-8") != text:
                sys.exit(f"{file} is not what the batches give: run tools/study/data.py")
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        print(f"{len(parts[part])} records -> {file.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
