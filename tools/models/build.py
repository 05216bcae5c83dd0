#!/usr/bin/env python3
"""Builds both embedded models and the test fixtures: python3 tools/models/build.py [--again STAGE] [--evaluate]

Makes its own virtual environment the first time. Stages are kept in ~/.cache/xianwai/train and are skipped when there;
`--again STAGE` does one and all behind it anew (vocabulary, pretraining, classifier, language-model). `--evaluate` prints
the tables of the cards and puts the figures into model.json. `--fixtures` writes the tiny models of test/fixtures as well.
XIANWAI_THREADS sets the number of threads (default: all cores).
"""
import argparse
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from places import CACHE, MODELS, STAGES

ENVIRONMENT = CACHE / "venv-models"
REQUIREMENTS = Path(__file__).with_name("requirements.txt")
ORDER = ["vocabulary", "pretraining", "classifier", "language-model"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--again", choices=ORDER)
    parser.add_argument("--evaluate", action="store_true")
    parser.add_argument("--fixtures", action="store_true")
    arguments = parser.parse_args()
    if not _has_packages():
        sys.exit(subprocess.run([_environment(), __file__, *sys.argv[1:]]).returncode)
    if arguments.again:
        for stage in ORDER[ORDER.index(arguments.again):]:
            shutil.rmtree(STAGES / stage, ignore_errors=True)
    _build(arguments)


def _has_packages() -> bool:
    """Whether this interpreter has what requirements.txt pins."""
    from importlib.metadata import PackageNotFoundError, version
    try:
        return all(version(name).partition("+")[0] == wanted for name, _, wanted in
                   (line.partition("==") for line in REQUIREMENTS.read_text().split()))
    except PackageNotFoundError:
        return False


def _environment() -> Path:
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        venv.create(ENVIRONMENT, with_pip=True)
    # torch first and alone: with it present nothing pulls a CUDA build
    first, *rest = REQUIREMENTS.read_text().split()
    for wanted in ([first], rest):
        subprocess.run([python, "-m", "pip", "install", "-q", *wanted], check=True)
    return python


def _build(arguments: argparse.Namespace) -> None:
    import torch

    import bloom
    import cards
    import evaluate
    import export_classifier
    import export_language_model
    import fixtures
    import folder
    import pretraining
    import train_classifier
    import train_language_model
    import vocabulary

    torch.set_num_threads(int(os.environ.get("XIANWAI_THREADS", os.cpu_count())))
    if arguments.again == "vocabulary":
        vocabulary.build(anew=True)
    vocabulary.tokenizer()
    for result, stage in ((pretraining.RESULT, pretraining.pretrain), (train_classifier.DEEP, train_classifier.train),
                          (train_language_model.RESULT, train_language_model.train)):
        if not result.exists():
            print(f"{stage.__module__} ...", flush=True)
            stage()
    export_classifier.export(train_classifier.trained(), MODELS / "xianwai-classifier", evaluate.FULL / "classifier.onnx")
    export_language_model.export(train_language_model.trained(), MODELS / "xianwai-lm", evaluate.FULL / "language-model.onnx")
    if arguments.fixtures:
        fixtures.build()
    if arguments.evaluate:
        evaluate.main()
    figures = evaluate.kept()
    overlap = bloom.build()
    for card in (cards.classifier(), cards.language_model()):
        target = MODELS / card["id"]
        (target / card["overlap"]).write_bytes(overlap)
        folder.seal(target, {**card, "figures": figures.get(card["id"], [])})


if __name__ == "__main__":
    main()
