"""How long the stages of a build took; kept beside them, so that a build taken up again can say what all of it took."""
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager

from places import STAGES

FILE = STAGES / "minutes.json"


@contextmanager
def timed(stage: str) -> Iterator[None]:
    """Adds what runs inside to the stage's minutes, also where it is broken off."""
    began = time.monotonic()
    try:
        yield
    finally:
        _write({**kept(), stage: kept().get(stage, 0.0) + (time.monotonic() - began) / 60})


def forget(stages: list[str]) -> None:
    """They are done anew."""
    _write({stage: spent for stage, spent in kept().items() if stage not in stages})


def kept() -> dict[str, float]:
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def table(spent: dict[str, float]) -> str:
    """Markdown, the sum last."""
    rows = [*spent.items(), ("all", sum(spent.values()))]
    return "\n".join(["| stage | minutes |\n|---|---|", *(f"| {stage} | {value:.1f} |" for stage, value in rows)])


def _write(spent: dict[str, float]) -> None:
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(json.dumps(spent, indent=1), encoding="utf-8")
