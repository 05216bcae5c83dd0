"""Deep and wide part together: for each field how much each counts, fitted on the calibration records, temperature included."""
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.special import log_softmax

import supervision
from classifier import Classifier, Encoded, logits_of
from wide import Wide


@dataclass(frozen=True)
class Mixture:
    deep: float
    wide: float


@dataclass
class Trained:
    """A trained classifier."""
    deep: Classifier
    wide: Wide
    mixtures: dict[str, Mixture]

    def logits(self, encoded: Encoded) -> dict[str, np.ndarray]:
        """Calibrated logits of the scheme's fields."""
        deep, wide = logits_of(self.deep, encoded), self.wide.logits(encoded)
        return {field: self.mixtures[field].deep * deep[:, at] + self.mixtures[field].wide * wide[:, at]
                for field, at in field_columns(self.deep).items()}


def field_columns(deep: Classifier) -> dict[str, slice]:
    return {field: at for field, at in deep.slices().items() if field in supervision.FIELDS}


def fit(deep: Classifier, wide: Wide, calibration: Encoded) -> dict[str, Mixture]:
    """The two factors of each field that make the calibration records' labels most likely; neither is negative."""
    deep_logits, wide_logits, found = logits_of(deep, calibration), wide.logits(calibration), {}
    for field, at in field_columns(deep).items():
        gold = calibration.allowed[:, at].argmax(1)

        def loss(factors: np.ndarray) -> float:
            log = log_softmax(factors[0] * deep_logits[:, at] + factors[1] * wide_logits[:, at], axis=1)
            return -log[np.arange(len(gold)), gold].mean()

        best = minimize(loss, [0.7, 0.7], bounds=[(0.0, 5.0)] * 2).x
        found[field] = Mixture(float(best[0]), float(best[1]))
    return found
