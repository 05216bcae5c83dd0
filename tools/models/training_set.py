"""The project's own records, compiled by tools/training-set/compile.py."""
import functools
import importlib.util

import smoke
from places import TRAINING_SET

# Of each part in a smoke run.
TRIED = {"train": 600, "calibrate": 100, "test": 12}


@functools.cache
def parts() -> dict[str, list[dict]]:
    """train, calibrate and test."""
    spec = importlib.util.spec_from_file_location("compile_training_set", TRAINING_SET / "compile.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {name: smoke.some(records, TRIED[name]) for name, records in module.compiled()[0].items()}


def texts() -> list[str]:
    """Context and text of every training record."""
    return [f"{r['context']}\n{r['text']}" for r in parts()["train"]]
