"""A Bloom filter of the training texts' 13-grams, so that the app can show how much of a user's data the models have seen.

Format and hashing: README.md, "bloom.bin".
"""
import struct
import unicodedata

import numpy as np

import corpora
import training_set

GRAM, SAMPLED, HASHES, LOG2_BITS = 13, 8, 7, 23
BASES = (0x811C9DC5, 0x9747B28C)


def normalised(text: str) -> np.ndarray:
    """Code points of the text in NFKC without white space."""
    plain = "".join(unicodedata.normalize("NFKC", text).split())
    return np.frombuffer(plain.encode("utf-32-le"), np.uint32)


def hashes(points: np.ndarray, base: int) -> np.ndarray:
    """FNV-1a over the code points of every 13-gram, mixed so that all bits depend on all of them."""
    count = max(0, len(points) - GRAM + 1)
    value = np.full(count, base, np.uint32)
    for offset in range(GRAM):
        value = (value ^ points[offset:offset + count]) * np.uint32(16777619)
    value ^= value >> np.uint32(16)
    value *= np.uint32(0x85EBCA6B)
    value ^= value >> np.uint32(13)
    value *= np.uint32(0xC2B2AE35)
    return value ^ (value >> np.uint32(16))


def positions(text: str) -> np.ndarray:
    """Bits of every sampled gram: one row a gram."""
    points = normalised(text)
    first, second = hashes(points, BASES[0]), hashes(points, BASES[1]) | np.uint32(1)
    sampled = first % SAMPLED == 0
    first, second = first[sampled] // np.uint32(SAMPLED), second[sampled]
    steps = np.arange(HASHES, dtype=np.uint32)
    return (first[:, None] + second[:, None] * steps) & np.uint32(2**LOG2_BITS - 1)


def build() -> bytes:
    """The filter over everything that either model was trained on."""
    bits, count = np.zeros(2**LOG2_BITS, bool), 0
    texts = [text for _, text in corpora.texts()] + training_set.texts()
    texts += ["\n".join([*e.get("context", []), e["text"]]) for name in ("sarcasm", "offensive", "emotion") for e in corpora.records(name)]
    texts += ["".join(corpora.without_speaker(turn) for turn in r["context"][-4:]) + r["text"] for r in corpora.records("dialogue_emotion")]
    for text in texts:
        found = positions(text)
        bits[found.ravel()] = True
        count += len(found)
    header = b"XWBF" + struct.pack("<6I", 1, GRAM, SAMPLED, HASHES, LOG2_BITS, count)
    return header + np.packbits(bits, bitorder="little").tobytes()
