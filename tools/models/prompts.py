"""The product's own prompts, labels and methods, asked of its source by way of prompts.mjs: no wording is copied here."""
import functools
import json
import subprocess
from pathlib import Path

from places import REPOSITORY


def dump(samples: list[dict], examples: list[dict] = ()) -> dict:
    """Fields, methods, and for each sample (text, context, scene) the user's message and the classifier's second segment; for each set of
    examples ({method, shots: [{sample, labels}]}) the messages before a sample's own."""
    asked = [{k: s[k] for k in ("text", "context", "scene")} for s in samples] + list(examples)
    lines = "".join(json.dumps(a, ensure_ascii=False) + "\n" for a in asked)
    done = subprocess.run(["node", Path(__file__).with_suffix(".mjs")], input=lines, cwd=REPOSITORY,
                          capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


@functools.cache
def product() -> dict:
    """Fields and methods alone."""
    return dump([])


@functools.cache
def fields() -> dict[str, dict]:
    """The scheme's fields by id."""
    return {field["id"]: field for field in product()["fields"]}


def label_ids(field: str) -> list[str]:
    return [label["id"] for label in fields()[field]["labels"]]


def wording() -> list[str]:
    """The basic methods' system messages, and headings with labels as an answer writes them."""
    answers = [f["heading"] + label["zh"] + "\n" for f in product()["fields"] for label in f["labels"]]
    return [m["system"] for m in product()["methods"]] + answers
