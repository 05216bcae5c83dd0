"""Where things lie: the repository, the corpora, the cache of stages. A smoke run (XIANWAI_SMOKE=1) writes nothing outside the cache."""
import os
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
TRAINING_SET = REPOSITORY / "tools" / "training-set"
SHARED = REPOSITORY.parent / "shared"
CORPORA = SHARED / "corpora"
BENCHMARK_SAMPLE = SHARED / "samples" / "cue-bench-sample.jsonl"
QWEN_BUILDER = SHARED / "models" / "build-qwen.py"

CACHE = Path(os.environ.get("XIANWAI_CACHE", "~/.cache/xianwai")).expanduser()
SMOKE = os.environ.get("XIANWAI_SMOKE") == "1"
TRIED = CACHE / "smoke"
STAGES = (TRIED if SMOKE else CACHE) / "train"
MODELS = TRIED / "models" if SMOKE else REPOSITORY / "public" / "models"
FIXTURES = TRIED / "fixtures" if SMOKE else REPOSITORY / "test" / "fixtures" / "models"
QWEN = CACHE / "models" / "qwen2.5-coder-0.5b-instruct"
