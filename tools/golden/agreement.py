"""Golden agreement from scikit-learn (kappa) and krippendorff (alpha)."""

import warnings

import krippendorff
import numpy as np
from sklearn.metrics import accuracy_score, cohen_kappa_score, f1_score

from fixture import UNPARSED, letters, short, write

random = np.random.default_rng(20260812)


def kappa_case(k, first, second):
    """Both raters constant: scikit-learn says NaN or 0, we say undefined."""
    kept = (first != UNPARSED) & (second != UNPARSED)
    one, other = first[kept], second[kept]
    constant = len(set(one)) <= 1 and len(set(other)) <= 1
    expected = None if constant else short(cohen_kappa_score(one, other, labels=letters(k)))
    return [k, "".join(first), "".join(second), expected]


def kappa_random():
    k, n = int(random.choice([2, 3, 9, 25])), int(random.integers(2, 90))
    first = random.choice(letters(k), size=n, p=random.dirichlet(np.full(k, 0.8)))
    second = np.where(random.random(n) < random.uniform(0, 1), first, random.choice(letters(k), size=n))
    missing = random.choice([0, 0.15])
    first = np.where(random.random(n) < missing, UNPARSED, first)
    return kappa_case(k, first, np.where(random.random(n) < missing, UNPARSED, second))


def alpha_case(k, raters):
    """None where fewer than two labels occur among records that can be paired: the package raises."""
    values = np.array([[np.nan if c == UNPARSED else ord(c) - ord("A") for c in rater] for rater in raters])
    pairable = values[:, (~np.isnan(values)).sum(axis=0) > 1]
    occurring = set(pairable[~np.isnan(pairable)])
    alphas = [
        short(krippendorff.alpha(reliability_data=values, level_of_measurement=level, value_domain=list(range(k))))
        if len(occurring) > 1
        else None
        for level in ("nominal", "ordinal")
    ]
    return [k, ["".join(rater) for rater in raters], *alphas]


def alpha_random():
    k, n, m = int(random.choice([2, 3, 5, 9])), int(random.integers(2, 40)), int(random.choice([2, 2, 3, 5]))
    truth = random.choice(letters(k), size=n, p=random.dirichlet(np.full(k, 1.0)))
    right = random.uniform(0.2, 1)
    raters = [np.where(random.random(n) < right, truth, random.choice(letters(k), size=n)) for _ in range(m)]
    missing = random.choice([0, 0.1, 0.4])
    return alpha_case(k, [np.where(random.random(n) < missing, UNPARSED, rater) for rater in raters])


def characters(text):
    return np.array(list(text), dtype=str)


kappas = [
    kappa_case(3, characters("AAAA"), characters("AAAA")),
    kappa_case(3, characters("AAAA"), characters("BBBB")),
    kappa_case(3, characters("AAAA"), characters("AABB")),
    kappa_case(3, characters("ABC"), characters("ABC")),
    kappa_case(3, characters("A."), characters(".A")),
]
kappas += [kappa_random() for _ in range(120)]
alphas = [
    alpha_case(3, ["AAAA", "AAAA"]),
    alpha_case(3, ["AAAB", "AAAB"]),
    alpha_case(3, ["A..B", ".AB."]),
    alpha_case(3, ["ABC.", "ABCA", "CBA."]),
]
with warnings.catch_warnings():
    warnings.simplefilter("error")
    alphas += [alpha_random() for _ in range(120)]


def per_label_case(first, second, k):
    """Specific agreement is the F1 of one rater against the other; None where neither used the label."""
    shares = f1_score(first, second, labels=letters(k), average=None, zero_division=np.nan)
    return [k, "".join(first), "".join(second), [None if np.isnan(share) else short(share) for share in shares]]


def within_case():
    """A later field among records with equal stance: raw, kappa over all of them, kappa within each stance."""
    k, stances, n = int(random.choice([2, 3, 8])), int(random.choice([2, 3, 9])), int(random.integers(2, 90))

    def rated(size):
        truth = random.choice(letters(size), size=n, p=random.dirichlet(np.full(size, 0.8)))
        right = random.uniform(0.3, 1)
        raters = [np.where(random.random(n) < right, truth, random.choice(letters(size), size=n)) for _ in "ab"]
        return [np.where(random.random(n) < 0.05, UNPARSED, rater) for rater in raters]

    (one, other), (stance, beside) = rated(k), rated(stances)
    known = np.all([each != UNPARSED for each in (one, other, stance, beside)], axis=0)
    kept = known & (stance == beside)
    figures = kappa_case(k, one[kept], other[kept])[3] if kept.any() else None
    parts = [kept & (stance == name) for name in letters(stances)]
    per_stance = [kappa_case(k, one[part], other[part])[3] if part.any() else None for part in parts]
    raw = short(accuracy_score(one[kept], other[kept])) if kept.any() else None
    return [k, stances, *("".join(each) for each in (one, other, stance, beside)), int(kept.sum()), int((~known).sum()), raw, figures, per_stance]


per_labels = []
for _ in range(110):
    k, n = int(random.choice([2, 3, 9, 25])), int(random.integers(1, 90))
    first = random.choice(letters(k), size=n, p=random.dirichlet(np.full(k, 0.5)))
    per_labels.append(per_label_case(first, np.where(random.random(n) < 0.6, first, random.choice(letters(k), size=n)), k))
write("agreement", ["numpy", "scikit-learn", "krippendorff"],
      {"kappa": kappas, "alpha": alphas, "perLabel": per_labels, "within": [within_case() for _ in range(110)]})
