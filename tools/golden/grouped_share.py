"""Wilson's interval for groups: statsmodels' cluster-robust variance of a mean, its Wilson interval at the effective n, scipy's t."""
import numpy as np
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from fixture import short, write

random = np.random.default_rng(20_261_201)


def case(of, groups, level):
    of, groups = np.asarray(of), np.asarray(groups)
    records, sizes = len(of), np.unique(groups, return_counts=True)[1]
    share = of.mean()
    if share in (0, 1):
        effect = (sizes ** 2).sum() / records
    else:
        # of the mean: sum of squared group sums of residuals / n^2, without a correction of its own
        fit = sm.OLS(of, np.ones(records)).fit(cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False})
        variance = fit.bse[0] ** 2 * len(sizes) / (len(sizes) - 1)
        effect = max(1, variance / (share * (1 - share) / records))
    effective = records / effect
    t = stats.t.ppf((1 + level) / 2, len(sizes) - 1)
    low, high = proportion_confint(share * effective, effective, alpha=2 * stats.norm.sf(t), method="wilson")
    return {"of": of.tolist(), "groups": groups.tolist(), "level": level, "low": short(low), "high": short(high)}


def drawn():
    # four groups at least: with fewer t is beyond what the normal's tail, by which statsmodels is told, can say
    count = int(random.integers(4, 25))
    groups = np.repeat(np.arange(count), random.integers(1, 7, count))
    # one group has two records at least, or it is Wilson's interval
    groups = np.append(groups, 0)
    share, alike = random.uniform(), random.uniform()
    common = random.uniform(size=count) < share
    of = np.where(random.uniform(size=len(groups)) < alike, common[groups], random.uniform(size=len(groups)) < share).astype(int)
    return case(of, groups, float(random.choice([0.8, 0.9, 0.95, 0.99])))


write("grouped_share", ["statsmodels", "scipy", "numpy"], {
    "cases": [case([0] * 6, [0, 0, 1, 1, 2, 3], 0.95), case([1] * 5, [0, 0, 1, 2, 3], 0.95), *(drawn() for _ in range(120))],
})
