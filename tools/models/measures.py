"""Macro-F1, accuracy, intervals, calibration."""
from dataclasses import dataclass

import numpy as np

RESAMPLES = 2000


@dataclass(frozen=True)
class Figure:
    """A value with its 95 % interval: basic bootstrap, or Wilson's for a share."""
    value: float
    low: float
    high: float
    n: int

    def __str__(self) -> str:
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


def accuracy(gold: np.ndarray, predicted: np.ndarray, labels: int = 0) -> float:
    return float((gold == predicted).mean())


def macro_f1(gold: np.ndarray, predicted: np.ndarray, labels: int) -> float:
    """Over the whole label list; a label without support or prediction counts as 0. By counting: it is asked for many resamples."""
    hits = np.bincount(gold[gold == predicted], minlength=labels)
    sizes = np.bincount(gold, minlength=labels) + np.bincount(predicted, minlength=labels)
    return float((2 * hits / np.maximum(sizes, 1)).mean())


def figure(measure, gold, predicted, labels: int = 0, seed: int = 1) -> Figure:
    """measure(gold, predicted, labels) with a basic bootstrap interval over the examples."""
    gold, predicted, random_ = np.asarray(gold), np.asarray(predicted), np.random.default_rng(seed)
    value = measure(gold, predicted, labels)
    drawn = random_.integers(0, len(gold), (RESAMPLES, len(gold)))
    low, high = np.quantile([measure(gold[d], predicted[d], labels) for d in drawn], [0.025, 0.975])
    return Figure(value, max(0.0, 2 * value - high), min(1.0, 2 * value - low), len(gold))


def gain(measure, gold, better, worse, labels: int = 0, seed: int = 1) -> Figure:
    """The paired difference of two predictions' measures."""
    gold, better, worse, random_ = np.asarray(gold), np.asarray(better), np.asarray(worse), np.random.default_rng(seed)
    value = measure(gold, better, labels) - measure(gold, worse, labels)
    drawn = random_.integers(0, len(gold), (RESAMPLES, len(gold)))
    low, high = np.quantile([measure(gold[d], better[d], labels) - measure(gold[d], worse[d], labels) for d in drawn], [0.025, 0.975])
    return Figure(value, 2 * value - high, 2 * value - low, len(gold))


def share(hits: int, n: int) -> Figure:
    """A share with Wilson's interval; of nothing it is 0, and nothing is known of it."""
    if not n:
        return Figure(0.0, 0.0, 1.0, 0)
    z, p = 1.959964, hits / n
    middle, half = p + z * z / (2 * n), z * float(np.sqrt(p * (1 - p) / n + z * z / (4 * n * n)))
    return Figure(p, max(0.0, (middle - half) / (1 + z * z / n)), min(1.0, (middle + half) / (1 + z * z / n)), n)


def calibration_error(confidence: np.ndarray, right: np.ndarray, bins: int = 10) -> float:
    """Expected calibration error over bins of equal mass."""
    order = np.argsort(confidence, kind="stable")
    parts = np.array_split(order, bins)
    return float(sum(len(p) * abs(confidence[p].mean() - right[p].mean()) for p in parts) / len(order))


def calibration_band(confidence: np.ndarray, bins: int = 10, seed: int = 1) -> tuple[float, float]:
    """Where 95 % of the errors of a perfectly calibrated model with these confidences would lie."""
    random_ = np.random.default_rng(seed)
    errors = [calibration_error(confidence, random_.random(len(confidence)) < confidence, bins) for _ in range(RESAMPLES)]
    return tuple(float(q) for q in np.quantile(errors, [0.025, 0.975]))
