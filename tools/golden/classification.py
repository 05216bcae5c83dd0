"""Golden scores from scikit-learn over random gold and predictions, as the benchmark computes them."""

import numpy as np
from sklearn.metrics import accuracy_score, precision_recall_fscore_support

from fixture import OUT_OF_SCHEME, OUTSIDE, UNPARSED, letters, short, write

random = np.random.default_rng(20260810)


def draw(k, n):
    """A skewed gold, some of its labels without support, and answers that are right about half the time."""
    labels = letters(k)
    weights = random.dirichlet(np.full(k, random.choice([0.3, 1.0, 5.0])))
    if k > 2 and random.random() < 0.5:
        weights[random.choice(k, size=random.integers(1, k // 2 + 1), replace=False)] = 0
        weights = weights / weights.sum() if weights.sum() > 0 else np.full(k, 1 / k)
    gold = random.choice(labels, size=n, p=weights)
    guess = random.choice(labels, size=n, p=random.dirichlet(np.full(k, 1.0)))
    predicted = np.where(random.random(n) < random.uniform(0.1, 0.95), gold, guess)
    predicted = np.where(random.random(n) < random.choice([0, 0.05, 0.3]), UNPARSED, predicted)
    predicted = np.where(random.random(n) < random.choice([0, 0.05, 0.2]), OUT_OF_SCHEME, predicted)
    gold = np.where(random.random(n) < random.choice([0, 0.1]), OUTSIDE, gold)
    return labels, gold, predicted


def figures(labels, gold, predicted):
    """accuracy, then precision, recall and F1: macro, micro, weighted. None where no record is left."""
    if len(gold) == 0:
        return None
    averaged = [
        precision_recall_fscore_support(gold, predicted, labels=labels, average=average, zero_division=0)[:3]
        for average in ("macro", "micro", "weighted")
    ]
    return [short(value) for value in (accuracy_score(gold, predicted), *np.concatenate(averaged))]


def case(labels, gold, predicted):
    kept = gold != OUTSIDE
    parsed = kept & (predicted != UNPARSED)
    result = {
        "k": len(labels),
        "gold": "".join(gold),
        "predicted": "".join(predicted),
        "all": figures(labels, gold[kept], predicted[kept]),
        "withoutUnparsed": figures(labels, gold[parsed], predicted[parsed]),
    }
    if kept.any():
        per_class = precision_recall_fscore_support(
            gold[kept], predicted[kept], labels=labels, average=None, zero_division=0
        )
        result["perClass"] = [[short(value) for value in row] for row in per_class[:3]]
        result["support"] = [int(value) for value in per_class[3]]
    return result


def edge(k, gold, predicted):
    return case(letters(k), np.array(list(gold), dtype=str), np.array(list(predicted), dtype=str))


cases = [case(*draw(int(random.choice([2, 3, 3, 5, 8, 9, 9, 25])), int(random.integers(1, 90)))) for _ in range(220)]
cases += [
    edge(3, "A", "A"),
    edge(3, "A", "."),
    edge(3, "A", "?"),
    edge(3, "!!", "AB"),
    edge(3, "AAAA", "...."),
    edge(3, "AAAA", "????"),
    edge(3, "AABB", "AABB"),
    edge(3, "AABB", "BBAA"),
    edge(3, "AABB", "CCCC"),
    edge(25, "AAAAB", "AAAAB"),
    edge(2, "AB!B", ".?AB"),
]
write("classification", ["numpy", "scikit-learn"], {"cases": cases})
