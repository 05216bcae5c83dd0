"""Golden figures of the evidence's tables from scikit-learn and scipy: averages over common labels, leaning, baselines, slices, gains."""

import numpy as np
from scipy.spatial.distance import cityblock
from scipy.stats import entropy, rankdata
from sklearn.dummy import DummyClassifier
from sklearn.metrics import accuracy_score, confusion_matrix, f1_score, recall_score

from fixture import UNPARSED, letters, short, write

random = np.random.default_rng(20260814)


def text(labels):
    return "".join(labels)


def answers(gold, k, right):
    return np.where(random.random(len(gold)) < right, gold, random.choice(letters(k), size=len(gold)))


def supported_case():
    """Macro recall and F1 over the labels with ten gold or more; None where there is none."""
    k, n = int(random.choice([3, 9, 25])), int(random.integers(1, 200))
    gold = random.choice(letters(k), size=n, p=random.dirichlet(np.full(k, 0.6)))
    predicted = np.where(random.random(n) < 0.1, UNPARSED, answers(gold, k, random.uniform(0.2, 0.9)))
    common = [label for label in letters(k) if (gold == label).sum() >= 10]
    figures = [short(of(gold, predicted, labels=common, average="macro", zero_division=0)) for of in (recall_score, f1_score)] if common else None
    return [k, text(gold), text(predicted), figures]


def leaning_case():
    """Entropy in bits of answers and gold, and half the distance between their shares."""
    k = int(random.choice([2, 3, 9, 25]))
    predicted, gold = (random.multinomial(random.integers(1, 200), random.dirichlet(np.full(k, 0.5))) for _ in "ab")
    shares = [counts / counts.sum() for counts in (predicted, gold)]
    return [predicted.tolist(), gold.tolist(), *(short(entropy(share, base=2)) for share in shares), short(cityblock(*shares) / 2)]


def lookup_case():
    """The commonest label, ties to the first; P(label | given) by row, None for what was never given."""
    k, m, n = int(random.choice([2, 3, 8])), int(random.choice([2, 3, 9])), int(random.integers(1, 60))
    given = random.choice(letters(m), size=n, p=random.dirichlet(np.full(m, 0.6)))
    gold = random.choice(letters(k), size=n, p=random.dirichlet(np.full(k, 0.6)))
    majority = DummyClassifier(strategy="most_frequent").fit(np.zeros((n, 1)), gold).predict([[0]])[0]
    size = max(k, m)
    rows = confusion_matrix(given, gold, labels=letters(size), normalize="true")[:m, :k]
    seen = set(given)
    return [k, m, text(gold), text(given), str(majority),
            [[short(share) for share in row] if label in seen else None for label, row in zip(letters(m), rows)]]


def slice_case():
    """Accuracy by slice, None for an empty one; ranks of those with 30 records or more, ties alike."""
    k, count, n = 3, int(random.choice([2, 4, 6])), int(random.integers(1, 240))
    gold = random.choice(letters(k), size=n)
    predicted = answers(gold, k, random.uniform(0.2, 0.9))
    slices = random.choice(count, size=n, p=random.dirichlet(np.full(count, 0.6)))
    members = [slices == each for each in range(count)]
    scores = [accuracy_score(gold[of], predicted[of]) if of.any() else None for of in members]
    ranked = [at for at, of in enumerate(members) if of.sum() >= 30]
    ranks = dict(zip(ranked, rankdata([-scores[at] for at in ranked], method="min")))
    return [k, count, text(gold), text(predicted), "".join(str(each) for each in slices),
            [None if score is None else short(score) for score in scores], [int(ranks[at]) if at in ranks else None for at in range(count)]]


def gain_case():
    """Two models, two methods: gains of accuracy and weighted F1 in points and per cent, as they are and weighted to a mix of strata."""
    k, strata, n = int(random.choice([2, 3, 9])), int(random.choice([2, 3])), int(random.integers(12, 80))
    gold = random.choice(letters(k), size=n, p=random.dirichlet(np.full(k, 1.0)))
    stratum = np.concatenate([np.arange(strata), random.choice(strata, size=n - strata)])
    mix = [float(share) for share in np.round(random.dirichlet(np.full(strata, 3.0)) + 0.05, 3)]
    runs = [[answers(gold, k, random.uniform(0.2, 0.9)) for _ in "ab"] for _ in "xy"]
    shares = np.bincount(stratum, minlength=strata) / n
    weights = (np.array(mix) / shares)[stratum]

    def gains(weight):
        def scores(predicted):
            return np.array([
                accuracy_score(gold, predicted, sample_weight=weight),
                f1_score(gold, predicted, labels=letters(k), average="weighted", zero_division=0, sample_weight=weight),
            ])
        return [[scores(first), scores(second)] for first, second in runs]

    found = [gains(None), gains(weights)]
    points = [[[short(gain) for gain in second - first] for first, second in model] for model in found]
    percents = [[[None if base == 0 else short(gain / base - 1) for base, gain in zip(first, second)] for first, second in model] for model in found]
    return [k, text(gold), "".join(str(each) for each in stratum), mix, [[text(each) for each in run] for run in runs], points, percents]


write("tables", ["numpy", "scipy", "scikit-learn"], {
    "supported": [supported_case() for _ in range(110)],
    "leaning": [leaning_case() for _ in range(110)],
    "lookup": [lookup_case() for _ in range(110)],
    "slices": [slice_case() for _ in range(110)],
    "gains": [gain_case() for _ in range(110)],
})
