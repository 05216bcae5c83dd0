#!/usr/bin/env python3
"""Builds both embedded models: python3 tools/models/build.py [--evaluate] [--fixtures] [--again STAGE] [--smoke]

Makes its own virtual environment the first time. Stages are kept in ~/.cache/xianwai/train (XIANWAI_CACHE: another folder than ~/.cache/xianwai)
and are skipped when there; a build that was broken off goes on where it stood. Ends with the minutes that each stage took.

--evaluate  measures the models, prints the tables of the cards and puts the figures into model.json; a part that has been measured on the same
            weights is not measured again
--fixtures  writes the tiny models of test/fixtures as well
--again     does one stage (vocabulary, pretraining, classifier, language-model, figures) and all behind it anew
--smoke     tries the whole build, evaluation too, in some minutes: a few steps on few records, from no stage, in a folder of its own in the cache;
            what it makes is worth nothing

XIANWAI_THREADS sets the number of threads (default: all cores).
"""
import argparse
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import minutes
from places import CACHE, MODELS, SMOKE, STAGES, TRIED

ENVIRONMENT = CACHE / "venv-models"
REQUIREMENTS = Path(__file__).with_name("requirements.txt")
ORDER = ["vocabulary", "pretraining", "classifier", "language-model", "figures"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--again", choices=ORDER)
    parser.add_argument("--evaluate", action="store_true")
    parser.add_argument("--fixtures", action="store_true")
    parser.add_argument("--smoke", action="store_true")
    arguments = parser.parse_args()
    python = sys.executable if _has_packages() else _environment()
    if python != sys.executable or arguments.smoke and not SMOKE:
        # places.py has read the environment already
        asked = {**os.environ, "XIANWAI_SMOKE": "1"} if arguments.smoke else os.environ
        sys.exit(subprocess.run([python, __file__, *sys.argv[1:]], env=asked).returncode)
    if SMOKE:
        shutil.rmtree(TRIED, ignore_errors=True)
        arguments.evaluate = True
    if arguments.again:
        behind = ORDER[ORDER.index(arguments.again):]
        for stage in behind:
            shutil.rmtree(STAGES / stage, ignore_errors=True)
        minutes.forget(behind)
    _build(arguments)


def _has_packages() -> bool:
    """Whether this interpreter has what requirements.txt pins."""
    from importlib.metadata import PackageNotFoundError, version
    try:
        return all(version(name).partition("+")[0] == wanted for name, _, wanted in
                   (line.partition("==") for line in REQUIREMENTS.read_text().split()))
    except PackageNotFoundError:
        return False


def _environment() -> str:
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        venv.create(ENVIRONMENT, with_pip=True)
    # torch first and alone: with it present nothing pulls a CUDA build
    first, *rest = REQUIREMENTS.read_text().split()
    for wanted in ([first], rest):
        subprocess.run([python, "-m", "pip", "install", "-q", *wanted], check=True)
    return str(python)


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
    minutes.forget(["export", "fixtures", "filter and cards"])
    stages = {
        "vocabulary": (vocabulary.BUILT, lambda: vocabulary.build(anew=arguments.again == "vocabulary")),
        "pretraining": (pretraining.RESULT, pretraining.pretrain),
        "classifier": (train_classifier.DEEP, train_classifier.train),
        "language-model": (train_language_model.RESULT, train_language_model.train),
    }
    for stage, (result, make) in stages.items():
        if not result.exists():
            print(f"{stage} ...", flush=True)
            with minutes.timed(stage):
                make()
    with minutes.timed("export"):
        export_classifier.export(train_classifier.trained(), MODELS / evaluate.CLASSIFIER, evaluate.FULL / "classifier.onnx")
        export_language_model.export(train_language_model.trained(), MODELS / evaluate.LANGUAGE_MODEL, evaluate.FULL / "language-model.onnx")
    if arguments.fixtures:
        with minutes.timed("fixtures"):
            fixtures.build()
    if arguments.evaluate:
        evaluate.main()
    with minutes.timed("filter and cards"):
        overlap = bloom.build()
        for card in (cards.classifier(), cards.language_model()):
            target = MODELS / card["id"]
            (target / card["overlap"]).write_bytes(overlap)
            folder.seal(target, {**card, "figures": evaluate.kept(card["id"])})
    print(f"\n{minutes.table({**minutes.kept(), **evaluate.minutes()})}", flush=True)


if __name__ == "__main__":
    main()
