"""Generalized kappa of Fleiss by irrCAC: python3 make_fleiss.py > fleiss.json

Made with irrCAC 0.4.4 (CAC.fleiss, verbose digits raised), pandas; statsmodels 0.15.0 where every segment has the same
number of ratings.
"""

import json

import numpy as np
import pandas as pd
from irrCAC.raw import CAC
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

rng = np.random.default_rng(3)
cases = []
for segments, judges, missing in [(12, 2, 0.0), (30, 4, 0.0), (30, 4, 0.3), (25, 6, 0.6), (60, 3, 0.4)]:
    truth = rng.integers(1, 6, (segments, 1))
    ratings = np.clip(truth + rng.integers(-1, 2, (segments, judges)), 1, 5).astype(float)
    ratings[rng.random(ratings.shape) < missing] = np.nan
    kappa = CAC(pd.DataFrame(ratings), digits=15).fleiss()["est"]["coefficient_value"]
    if missing == 0:
        assert abs(kappa - fleiss_kappa(aggregate_raters(ratings.astype(int))[0])) < 1e-12
    cases.append({"ratings": [[None if np.isnan(r) else r for r in row] for row in ratings], "kappa": kappa})
print(json.dumps({"oracle": "irrCAC 0.4.4", "cases": cases}))
