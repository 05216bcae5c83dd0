"""The classifier's wide part: logistic regression over tokens and hashed token pairs, of the text and of the context apart.

Small data is where such a model is strong; its logits are added to the deep part's. It sees what a character n-gram model sees: a token
counts also as every token that lies inside it (characters mostly), a pair of neighbours also as the two characters that meet
there, and a text's first and last token stand in pairs with its ends. A feature counts by its rarity (idf); each segment's
features are scaled to length 1. Everything is a table lookup, so it lives in the same graph (graph.py); what lies inside a token is added
to its row beforehand.
"""
import functools
from dataclasses import dataclass

import numpy as np
import scipy.sparse
from sklearn.linear_model import LogisticRegression

import vocabulary
from classifier import Encoded

TOKENS, BUCKETS, FACTOR = vocabulary.SIZE, 49152, 31337
FEATURES = 2 * (TOKENS + BUCKETS)
# Both chosen on the calibration records; the tolerance is coarse so that rare features are stopped early.
STRENGTH, TOLERANCE = 3.0, 1e-3


@dataclass
class Wide:
    """table: a row a feature (the last one for no feature), a column an output, and the squared idf as the last column."""
    table: np.ndarray
    bias: np.ndarray

    def logits(self, encoded: Encoded) -> np.ndarray:
        found = np.tile(self.bias, (len(encoded.ids), 1))
        for row, (ids, segments) in enumerate(zip(encoded.ids, encoded.segments)):
            features, of = _features(np.array(ids), np.array(segments))
            for segment in (0, 1):
                total = self.table[features[of == segment]].sum(0)
                found[row] += total[:-1] / np.sqrt(max(total[-1], 1e-6))
        return found


def _features(ids: np.ndarray, segments: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Feature numbers of all tokens, pairs and meeting characters, and the segment of each; FEATURES where there is none."""
    plain = ids > vocabulary.MASK
    tokens = np.where(plain, segments * TOKENS + ids, FEATURES)
    left, right = ids[:-1], ids[1:]
    begins, ends = left == vocabulary.CLS, right == vocabulary.SEP
    paired = (plain[:-1] | begins) & (plain[1:] | ends) & ~(begins & ends)
    _, first, last = inside()
    inner = last[left], first[right]
    meeting = paired & ((inner[0] != left) | (inner[1] != right))
    pairs = np.where(paired, _bucket(left, right, segments[:-1]), FEATURES)
    meetings = np.where(meeting, _bucket(*inner, segments[:-1]), FEATURES)
    return np.concatenate([tokens, pairs, meetings]), np.concatenate([segments, segments[:-1], segments[:-1]])


def _bucket(left: np.ndarray, right: np.ndarray, segments: np.ndarray) -> np.ndarray:
    return 2 * TOKENS + segments * BUCKETS + (left * FACTOR + right) % BUCKETS


@functools.cache
def inside() -> tuple[list[list[int]], np.ndarray, np.ndarray]:
    """Of every token: the tokens that lie inside it, itself first; its first and its last character as a token (itself where there is none)."""
    tokenizer = vocabulary.tokenizer()
    texts = [tokenizer.decode([i], skip_special_tokens=False) if i > vocabulary.MASK else "" for i in range(TOKENS)]
    by_text = {text: i for i, text in enumerate(texts) if text and "\ufffd" not in text}
    within, first, last = [[i] for i in range(TOKENS)], np.arange(TOKENS), np.arange(TOKENS)
    for text, i in by_text.items():
        parts = {text[a:b] for a in range(len(text)) for b in range(a + 1, len(text) + 1)} - {text}
        within[i] += sorted(by_text[part] for part in parts if part in by_text)
        first[i], last[i] = by_text.get(text[0], i), by_text.get(text[-1], i)
    return within, first, last


def _unfolded(features: np.ndarray) -> np.ndarray:
    """Features without FEATURES, every token followed by what lies inside it."""
    within, found = inside()[0], []
    for feature in features[features < FEATURES].tolist():
        segment, token = divmod(feature, TOKENS)
        found += [segment * TOKENS + part for part in within[token]] if feature < 2 * TOKENS else [feature]
    return np.array(found, int)


def matrix(encoded: Encoded, idf: np.ndarray) -> scipy.sparse.csr_matrix:
    """Examples as rows of scaled features."""
    rows, columns, values = [], [], []
    for row, (ids, segments) in enumerate(zip(encoded.ids, encoded.segments)):
        features, of = _features(np.array(ids), np.array(segments))
        for segment in (0, 1):
            own = _unfolded(features[of == segment])
            own = own[idf[own] > 0]
            if len(own):
                rows += [row] * len(own)
                columns += own.tolist()
                values += (idf[own] / np.sqrt((idf[own] ** 2).sum())).tolist()
    return scipy.sparse.csr_matrix((values, (rows, columns)), shape=(len(encoded.ids), FEATURES))


def rarity(encoded: Encoded) -> np.ndarray:
    """Smoothed idf of every feature; 0 for one that never occurs, so that it does not count towards a length."""
    counts = np.zeros(FEATURES)
    for ids, segments in zip(encoded.ids, encoded.segments):
        counts[np.unique(_unfolded(_features(np.array(ids), np.array(segments))[0]))] += 1
    return np.where(counts > 0, np.log((1 + len(encoded.ids)) / (1 + counts)) + 1, 0.0)


def train(encoded: Encoded, columns: dict[str, slice]) -> Wide:
    """One regression a field over the examples, each of which has one certain label."""
    idf = rarity(encoded)
    features = matrix(encoded, idf)
    outputs = max(at.stop for at in columns.values())
    table, bias = np.zeros((FEATURES + 1, outputs + 1), np.float32), np.zeros(outputs, np.float32)
    for at in columns.values():
        gold = encoded.allowed[:, at].argmax(1)
        fitted = LogisticRegression(C=STRENGTH, max_iter=100, tol=TOLERANCE, class_weight="balanced").fit(features, gold)
        table[:FEATURES, at.start + fitted.classes_] = fitted.coef_.T * idf[:, None]
        bias[at.start + fitted.classes_] = fitted.intercept_
    table[:FEATURES, -1] = idf ** 2
    return Wide(_folded(table), bias)


def _folded(table: np.ndarray) -> np.ndarray:
    """The table with the rows of what lies inside a token added to the token's."""
    folded = table.copy()
    for token, parts in enumerate(inside()[0]):
        for segment in (0, TOKENS):
            folded[segment + token] = table[[segment + part for part in parts]].sum(0)
    return folded
