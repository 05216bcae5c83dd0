#!/usr/bin/env python3
"""Turns batches/sample-*.tsv into public/samples/stance-sample.jsonl, the demonstration data. Usage: sample.py"""
import collections
import json
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "public" / "samples" / "stance-sample.jsonl"
POLARITY = {"+": "Positive", "0": "Neutral", "-": "Negative"}
STANCE = {
    "++": "Positive", "+0": "Formulaic Positive", "+-": "Sarcastic Negative",
    "0+": "Understated Positive", "00": "Neutral", "0-": "Veiled Negative",
    "-+": "Affiliative Positive", "-0": "Reportive Negative", "--": "Negative",
}
# The order in which stances take turns, so that neighbours differ.
ROUND = ["++", "+-", "0+", "-0", "+0", "--", "-+", "00", "0-"]
ROLES = {"[客服]": "agent", "[买家]": "customer"}


def read() -> list[dict[str, str]]:
    rows = []
    for file in sorted((HERE / "batches").glob("sample-*.tsv")):
        header, *lines = file.read_text(encoding="utf-8").rstrip("\n").split("\n")
        rows += [dict(zip(header.split("\t"), line.split("\t"))) for line in lines]
    return rows


def mixed(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    queues = collections.defaultdict(collections.deque)
    for row in rows:
        queues[row["explicit"] + row["implicit"]].append(row)
    result, turn = [], 0
    while any(queues.values()):
        # Every round starts one stance later than the one before, so no fixed period shows.
        for step in range(len(ROUND)):
            queue = queues[ROUND[(turn + step) % len(ROUND)]]
            if queue:
                result.append(queue.popleft())
        turn += 1
    return result


def record(number: int, row: dict[str, str]) -> dict[str, str | None]:
    return {
        "sample_id": f"xw-{number:03}",
        "text": row["text"],
        "context": row["context"].replace("\\n", "\n"),
        "scenario_type": row["scene"],
        "speaker_role": ROLES.get(row["text"][:4]) if row["scene"] == "customer_service" else None,
        "explicit_polarity": POLARITY[row["explicit"]],
        "implicit_polarity": POLARITY[row["implicit"]],
        "affective_stance": STANCE[row["explicit"] + row["implicit"]],
        "pragmatic_intent": row["intent"],
        "fine_grained_emotion": row["emotion"],
        "quality_tier": "demonstration",
    }


def main() -> None:
    records = [record(number, row) for number, row in enumerate(mixed(read()), 1)]
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), encoding="utf-8")
    print(f"{len(records)} records -> {TARGET}")


if __name__ == "__main__":
    main()
