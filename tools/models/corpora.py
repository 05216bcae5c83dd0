"""Reads the corpora of ../shared/corpora."""
import gzip
import json
from collections.abc import Iterator

import smoke
from places import CORPORA

TEXTS_TRIED = 6000


def records(name: str) -> list[dict]:
    """All records of `<name>.jsonl.gz`."""
    with gzip.open(CORPORA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in smoke.some(list(file))]


def texts() -> Iterator[tuple[str, str]]:
    """(source, text) of text.tsv.gz; turns of a dialogue become lines."""
    with gzip.open(CORPORA / "text.tsv.gz", "rt", encoding="utf-8") as file:
        for line in smoke.some(list(file), TEXTS_TRIED):
            source, _, text = line.rstrip("\n").partition("\t")
            yield source, text.replace(" ｜ ", "\n")


def without_speaker(turn: str) -> str:
    """A CPED turn without the role's name before it."""
    return turn.partition("：")[2] or turn
