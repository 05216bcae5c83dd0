"""The classifier's wide part: logistic regression over tokens and hashed token pairs, of the text and of the context apart.

Small data is where such a model is strong; its logits are added to the deep part's. A feature counts by its rarity (idf); each
segment's features are scaled to length 1. Everything is a table lookup, so it lives in the same graph (graph.py).
"""
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
    """Feature numbers of all tokens and pairs, and the segment of each; FEATURES where there is none."""
    plain = ids > vocabulary.MASK
    tokens = np.where(plain, segments * TOKENS + ids, FEATURES)
    pairs = 2 * TOKENS + segments[:-1] * BUCKETS + (ids[:-1] * FACTOR + ids[1:]) % BUCKETS
    pairs = np.where(plain[:-1] & plain[1:], pairs, FEATURES)
    return np.concatenate([tokens, pairs]), np.concatenate([segments, segments[:-1]])


def matrix(encoded: Encoded, idf: np.ndarray) -> scipy.sparse.csr_matrix:
    """Examples as rows of scaled features."""
    rows, columns, values = [], [], []
    for row, (ids, segments) in enumerate(zip(encoded.ids, encoded.segments)):
        features, of = _features(np.array(ids), np.array(segments))
        for segment in (0, 1):
            own = features[(of == segment) & (features < FEATURES)]
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
        features = np.unique(_features(np.array(ids), np.array(segments))[0])
        counts[features[features < FEATURES]] += 1
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
    return Wide(table, bias)
