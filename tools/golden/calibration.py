"""Golden Brier scores of the answers' own confidence, from scikit-learn."""

import numpy as np
from sklearn.metrics import brier_score_loss

from fixture import short, write

random = np.random.default_rng(20260813)


def answer_case():
    n = int(random.integers(1, 25))
    confidence = np.round(random.beta(4, 2, size=n), 3)
    correct = (random.random(n) < confidence).astype(int)
    return [confidence.tolist(), correct.tolist(), short(brier_score_loss(correct, confidence, labels=[0, 1], pos_label=1))]


write("calibration", ["numpy", "scikit-learn"], {"answer": [answer_case() for _ in range(110)]})
