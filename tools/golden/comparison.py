"""Golden p-values and intervals from statsmodels and scipy."""

import warnings

import numpy as np
from scipy import stats
from sklearn.metrics import f1_score
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from fixture import short, write

warnings.simplefilter("error")
random = np.random.default_rng(20260811)


def mcnemar_case(b, c):
    return [b, c, short(mcnemar([[7, b], [c, 5]], exact=True).pvalue)]


def wilson_case(successes, records, level):
    low, high = proportion_confint(successes, records, alpha=1 - level, method="wilson")
    return [successes, records, level, short(low), short(high)]


def holm_case(ps):
    return [ps, [short(value) for value in multipletests(ps, method="holm")[1]]]


def wilson_random():
    records = int(np.exp(random.uniform(0, np.log(60_000))))
    return wilson_case(int(random.integers(0, records + 1)), records, float(random.choice([0.8, 0.9, 0.95, 0.99])))


def holm_random():
    ps = random.beta(random.choice([0.2, 1.0]), 1, size=random.integers(1, 13))
    return holm_case([float(f"{p:.4g}") for p in ps])


mcnemars = [mcnemar_case(b, c) for b, c in [(0, 0), (0, 1), (1, 0), (1, 1), (0, 9), (5, 5), (26_000, 26_882), (30_000, 22_000)]]
for _ in range(130):
    b, c = (int(np.exp(random.uniform(0, np.log(random.choice([20, 300, 9_000]))))) for _ in "bc")
    mcnemars.append(mcnemar_case(b, c))

wilsons = [wilson_case(0, 1, 0.95), wilson_case(1, 1, 0.95), wilson_case(0, 5_163, 0.95), wilson_case(5_163, 5_163, 0.95)]
wilsons += [wilson_random() for _ in range(120)]

holms = [holm_case([0.04]), holm_case([0.01, 0.01, 0.01]), holm_case([0.0, 1.0]), holm_case([0.5, 0.4, 0.9])]
holms += [holm_random() for _ in range(110)]

normals = [[p, short(stats.norm.ppf(p))] for p in (float(f"{p:.6g}") for p in random.uniform(0, 1, 120))]
normals += [[p, short(stats.norm.ppf(p))] for p in (1e-9, 1e-4, 0.025, 0.075, 0.5, 0.925, 0.975, 0.9999)]

students = []
for _ in range(120):
    level = float(random.choice([0.5, 0.8, 0.9, 0.95, 0.99]))
    degrees = float(f"{np.exp(random.uniform(np.log(0.7), np.log(60_000))):.5g}")
    students.append([level, degrees, short(stats.t.ppf((1 + level) / 2, degrees))])

binomials = []
for _ in range(120):
    n = int(np.exp(random.uniform(0, np.log(60_000))))
    p = float(f"{random.uniform(0.01, 0.99):.3g}")
    k = int(np.clip(round(n * p + random.normal() * 2 * np.sqrt(n * p * (1 - p))), 0, n))
    binomials.append([k, n, p, short(stats.binom.pmf(k, n, p))])



def swap_case():
    """The p of all 2^n swaps, each as likely as any other, for a difference of macro-F1."""
    k, n = int(random.choice([2, 3, 4])), int(random.integers(4, 11))
    gold = random.integers(0, k, size=n)
    first, second = (np.where(random.random(n) < right, gold, random.integers(0, k, size=n)) for right in random.uniform(0.2, 0.9, size=2))

    def difference(one, other):
        one, other = (f1_score(gold, answers, labels=list(range(k)), average="macro", zero_division=0) for answers in (one, other))
        # rounding must not decide whether a swap ties with what was observed
        return round(other - one, 12)

    test = stats.permutation_test((first, second), difference, permutation_type="samples", n_resamples=np.inf)
    return [k, *("".join(chr(65 + label) for label in each) for each in (gold, first, second)), short(test.statistic), short(test.pvalue)]


def quantile_case():
    """The position p(n + 1), which is Weibull's."""
    values = np.sort(np.round(random.normal(size=random.integers(1, 40)), 4))
    p = float(f"{random.uniform(0, 1):.4g}")
    return [values.tolist(), p, short(np.quantile(values, p, method="weibull"))]


write(
    "comparison",
    ["numpy", "scipy", "statsmodels", "scikit-learn"],
    {
        "mcnemar": mcnemars,
        "wilson": wilsons,
        "holm": holms,
        "normal": normals,
        "student": students,
        "binomial": binomials,
        "swap": [swap_case() for _ in range(110)],
        "quantile": [quantile_case() for _ in range(110)],
    },
)
