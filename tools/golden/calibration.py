"""Golden Brier scores and reliability diagrams of the answers' own confidence, from scikit-learn."""

import numpy as np
from sklearn.calibration import calibration_curve
from sklearn.metrics import brier_score_loss

from fixture import short, write

random = np.random.default_rng(20260813)


def answer_case():
    n = int(random.integers(1, 25))
    confidence = np.round(random.beta(4, 2, size=n), 3)
    correct = (random.random(n) < confidence).astype(int)
    return [confidence.tolist(), correct.tolist(), short(brier_score_loss(correct, confidence, labels=[0, 1], pos_label=1))]


def reliability_case():
    """Equal mass means the same to everybody where no two confidences are equal and the bins divide their number."""
    bins, each = int(random.choice([2, 5, 10])), int(random.integers(1, 9))
    confidence = random.permutation(random.choice(np.arange(1, 1000), size=bins * each, replace=False)) / 1000
    correct = (random.random(len(confidence)) < confidence).astype(int)
    right, sure = calibration_curve(correct, confidence, n_bins=bins, strategy="quantile")
    return [bins, confidence.tolist(), correct.tolist(), [short(value) for value in right], [short(value) for value in sure]]


write("calibration", ["numpy", "scikit-learn"],
      {"answer": [answer_case() for _ in range(110)], "reliability": [reliability_case() for _ in range(110)]})
