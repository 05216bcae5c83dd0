"""Golden Brier scores and log losses from scikit-learn, temperatures from scipy's minimiser.

Probabilities are given as whole weights; a probability is a weight over its row's sum.
"""

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import log_softmax
from sklearn.metrics import brier_score_loss, log_loss

from fixture import short, write

random = np.random.default_rng(20260813)


def rows(k, n, sharpness):
    weights = np.maximum(1, np.round(1000 * random.dirichlet(np.full(k, sharpness), size=n))).astype(int)
    return weights, weights / weights.sum(axis=1, keepdims=True)


def whole_case():
    k, n = int(random.choice([2, 3, 9])), int(random.integers(1, 8))
    weights, probabilities = rows(k, n, random.choice([0.3, 1.0, 4.0]))
    gold = random.integers(0, k, size=n)
    labels = list(range(k))
    # scikit-learn takes two columns for a binary problem and wants one of them.
    score = np.mean(((probabilities - np.eye(k)[gold]) ** 2).sum(axis=1)) if k == 2 else brier_score_loss(
        gold, probabilities, labels=labels, scale_by_half=False
    )
    if k == 2:
        assert abs(score - 2 * brier_score_loss(gold, probabilities[:, 1], labels=labels, pos_label=1)) < 1e-12
    return [weights.tolist(), gold.tolist(), short(score), short(log_loss(gold, probabilities, labels=labels))]


def answer_case():
    n = int(random.integers(1, 25))
    confidence = np.round(random.beta(4, 2, size=n), 3)
    correct = (random.random(n) < confidence).astype(int)
    return [confidence.tolist(), correct.tolist(), short(brier_score_loss(correct, confidence, labels=[0, 1], pos_label=1))]


def temperature_case():
    k, n = int(random.choice([3, 9])), 30
    weights, probabilities = rows(k, n, 1.0)
    spread = random.uniform(0.4, 2.5)
    sharpened = probabilities**spread / (probabilities**spread).sum(axis=1, keepdims=True)
    gold = np.array([random.choice(k, p=row) for row in sharpened])
    logs = np.log(probabilities)

    def loss(sharpness):
        return -np.mean(log_softmax(logs * sharpness, axis=1)[np.arange(n), gold])

    best = minimize_scalar(loss, bounds=(0.01, 100), method="bounded", options={"xatol": 1e-12})
    return [weights.tolist(), gold.tolist(), float(f"{1 / best.x:.8g}"), short(best.fun)]


write(
    "calibration",
    ["numpy", "scipy", "scikit-learn"],
    {
        "brier": [whole_case() for _ in range(110)],
        "answer": [answer_case() for _ in range(110)],
        "temperature": [temperature_case() for _ in range(110)],
    },
)
