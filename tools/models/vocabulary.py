"""The vocabulary of both models: the part of Qwen2.5's byte-level BPE that our texts use, with its embeddings reduced by PCA."""
import json
import re
import subprocess
import sys
from collections import Counter

import numpy as np
import onnx
from onnx import numpy_helper
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

import corpora
import prompts
import training_set
from places import MODELS, QWEN, QWEN_BUILDER, STAGES

SIZE = 8192
FOLDER = STAGES / "vocabulary"
BUILT = FOLDER / "tokenizer.json"
SHIPPED = MODELS / "xianwai-lm" / "tokenizer.json"
PAD, START, END, CLS, SEP, MASK = range(6)
SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "[CLS]", "[SEP]", "[MASK]"]
# Letters, one digit, signs, one line feed, other space: a label never merges with what stands around it.
SPLIT = r"\p{L}+|\p{N}|[^\s\p{L}\p{N}]+|\n|[^\S\n]+"
# Written out, because the readers of tokenizer.json do not agree on the name of the script.
HAN = "\u4e00-\u9fff"
# How often the product's own words count, beside once for the corpora.
PROMPT_WEIGHT, TRAINING_WEIGHT = 300, 4


def tokenizer() -> Tokenizer:
    """The tokenizer, built once: of the tokens that the shipped language model has, so that prompts and records may change without all that
    was trained on them."""
    if not BUILT.exists():
        build()
    return Tokenizer.from_file(str(BUILT))


def embeddings(hidden: int) -> np.ndarray:
    """One row a token: Qwen's rows, centred, rotated onto their first `hidden` principal components, of standard deviation 1."""
    rows = np.load(FOLDER / "rows.npy").astype(np.float64)
    rows -= rows.mean(0)
    _, _, axes = np.linalg.svd(rows, full_matrices=False)
    reduced = rows @ axes[:hidden].T
    return (reduced / reduced.std()).astype(np.float32)


def for_pairs() -> Tokenizer:
    """The classifier's tokenizer: the same, reading half-width punctuation in Chinese as full-width, and writing `[CLS] text [SEP] context [SEP]`."""
    pair = Tokenizer.from_str(tokenizer().to_str())
    widened = [normalizers.Replace(Regex(pattern), wide) for pattern, wide in _half_width()]
    pair.normalizer = normalizers.Sequence([normalizers.NFC(), *widened])
    pair.post_processor = processors.TemplateProcessing(
        single="[CLS]:0 $A:0 [SEP]:0", pair="[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1",
        special_tokens=[("[CLS]", CLS), ("[SEP]", SEP)])
    return pair


def _half_width() -> list[tuple[str, str]]:
    """Patterns of half-width marks with their full-width forms; those that numbers and addresses use too only beside a Chinese character."""
    beside = [(rf"(?<=[{HAN}]){re.escape(half)}|{re.escape(half)}(?=[{HAN}])", wide) for half, wide in zip(",:;()", "，：；（）")]
    return [(r"\?", "？"), ("!", "！"), *beside]


def first(size: int) -> Tokenizer:
    """A tokenizer of the first `size` tokens only: special ones, bytes, the most basic merges."""
    settings = json.loads(tokenizer().to_str())
    model = settings["model"]
    model["vocab"] = {token: i for token, i in model["vocab"].items() if i < size}
    model["merges"] = [m for m in model["merges"] if m[0] + m[1] in model["vocab"]]
    return Tokenizer.from_str(json.dumps(settings))


def build(anew: bool = False) -> None:
    """Builds the stage. anew: the tokens are chosen by today's texts."""
    if not (QWEN / "tokenizer_config.json").exists():
        subprocess.run([sys.executable, QWEN_BUILDER, QWEN], check=True)
    qwen = json.loads((QWEN / "tokenizer.json").read_text(encoding="utf-8"))["model"]
    merges = [tuple(m.split(" ")) if isinstance(m, str) else tuple(m) for m in qwen["merges"]]
    kept = _shipped() if SHIPPED.exists() and not anew else _kept(qwen["vocab"], merges)
    tokens = SPECIAL + sorted(kept, key=qwen["vocab"].get)
    model = models.BPE(vocab={token: i for i, token in enumerate(tokens)},
                       merges=[m for m in merges if m[0] + m[1] in kept])
    FOLDER.mkdir(parents=True, exist_ok=True)
    rows = _qwen_rows()
    special = np.zeros((len(SPECIAL), rows.shape[1]), np.float32)
    np.save(FOLDER / "rows.npy", np.concatenate([special, rows[[qwen["vocab"][t] for t in tokens[len(SPECIAL):]]]]))
    built = _splitting(model)
    built.add_special_tokens(SPECIAL)
    built.save(str(BUILT))


def _splitting(model: models.BPE) -> Tokenizer:
    built = Tokenizer(model)
    built.normalizer = normalizers.NFC()
    built.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(SPLIT), behavior="isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    built.decoder = decoders.ByteLevel()
    return built


def _shipped() -> set[str]:
    return set(json.loads(SHIPPED.read_text(encoding="utf-8"))["model"]["vocab"]) - set(SPECIAL)


def _kept(vocab: dict[str, int], merges: list[tuple[str, str]]) -> set[str]:
    """The most frequent tokens with everything they are merged from, SIZE with the special ones."""
    whole = _splitting(models.BPE(vocab=vocab, merges=merges))
    parts = {a + b: (a, b) for a, b in merges}
    counts = Counter()
    for weight, lines in ((1, [text for _, text in corpora.texts()]), (1, [r["text"] for r in corpora.records("offensive")]),
                          (TRAINING_WEIGHT, training_set.texts()), (PROMPT_WEIGHT, prompts.wording())):
        for encoding in whole.encode_batch(lines):
            for token in encoding.tokens:
                counts[token] += weight
    kept = {token for token in vocab if len(token) == 1}

    def closure(token: str) -> set[str]:
        return {token} if token in kept or token not in parts else {token}.union(*map(closure, parts[token]))

    for token, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        wanted = closure(token) - kept
        if len(kept) + len(wanted) + len(SPECIAL) <= SIZE:
            kept |= wanted
    return kept


def _qwen_rows() -> np.ndarray:
    """Qwen's embedding table: the int8 output head times its scales, one row a token."""
    graph = onnx.load(str(QWEN / "onnx" / "model_int8.onnx")).graph
    found = {i.name: numpy_helper.to_array(i) for i in graph.initializer
             if i.name in ("lm_head.MatMul.weight_quantized", "lm_head.MatMul.weight_scale")}
    return found["lm_head.MatMul.weight_quantized"].T.astype(np.float32) * found["lm_head.MatMul.weight_scale"][:, None]
