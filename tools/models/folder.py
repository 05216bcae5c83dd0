"""Lays a model's folder in the hub's layout, with model.json and the list of the site's models beside it."""
import hashlib
import json
from pathlib import Path

import onnx

from places import MODELS

ORDER = ["xianwai-classifier", "xianwai-lm"]


def write_json(path: Path, value: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def write_graph(path: Path, model: onnx.ModelProto) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(model.SerializeToString(deterministic=True))


def seal(folder: Path, card: dict) -> None:
    """Writes model.json: the card with every file's size and hash; its revision is the hash over theirs."""
    files = []
    for path in sorted(p for p in folder.rglob("*") if p.is_file() and p.name != "model.json"):
        data = path.read_bytes()
        files.append({"path": path.relative_to(folder).as_posix(), "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()})
    revision = hashlib.sha256("".join(f["sha256"] for f in files).encode()).hexdigest()[:12]
    write_json(folder / "model.json", {**card, "revision": revision, "files": files})
    present = [name for name in ORDER if (MODELS / name / "model.json").exists()]
    write_json(MODELS / "index.json", {"models": present})
