"""The figures of an evaluation, part by part. A part is kept with the weights that it was measured on: an evaluation that was broken off goes
on where it stood, and other weights are measured anew."""
import hashlib
import json
import time
from collections.abc import Callable, Iterable

from places import MODELS, STAGES

FOLDER = STAGES / "figures"
Figures = list[dict]


def measured(model: str, part: str, measure: Callable[[], Iterable[dict]]) -> Figures:
    """A part's figures, measured unless they are there for the weights that ship."""
    kept, weights = _read(model, part), _weights(model)
    if kept.get("weights") == weights:
        return kept["figures"]
    print(f"\nmeasuring {model}, {part} ...", flush=True)
    began = time.monotonic()
    figures = list(measure())
    path = FOLDER / model / f"{part}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"weights": weights, "minutes": round((time.monotonic() - began) / 60, 2), "figures": figures},
                               ensure_ascii=False, indent=1, allow_nan=False), encoding="utf-8")
    return figures


def figures(model: str, parts: Iterable[str]) -> Figures:
    """Of the parts that have been measured on the weights that ship."""
    found = (_read(model, part) for part in parts)
    return [figure for kept in found if kept.get("weights") == _weights(model) for figure in kept["figures"]]


def minutes(model: str, part: str) -> float:
    """How long the part took; 0 before it was measured."""
    return _read(model, part).get("minutes", 0.0)


def _read(model: str, part: str) -> dict:
    path = FOLDER / model / f"{part}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def _weights(model: str) -> str:
    return hashlib.sha256((MODELS / model / "onnx" / "model_quantized.onnx").read_bytes()).hexdigest()
