"""Where things lie: the repository, the corpora, the cache of stages."""
import os
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
TRAINING_SET = REPOSITORY / "tools" / "training-set"
SHARED = REPOSITORY.parent / "shared"
CORPORA = SHARED / "corpora"
BENCHMARK_SAMPLE = SHARED / "samples" / "cue-bench-sample.jsonl"
QWEN_BUILDER = SHARED / "models" / "build-qwen.py"
MODELS = REPOSITORY / "public" / "models"
FIXTURES = REPOSITORY / "test" / "fixtures" / "models"

CACHE = Path(os.environ.get("XIANWAI_CACHE", "~/.cache/xianwai")).expanduser()
STAGES = CACHE / "train"
QWEN = CACHE / "models" / "qwen2.5-coder-0.5b-instruct"
