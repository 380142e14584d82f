"""Least-squares means by statsmodels: python3 make_least_squares_means.py > least_squares_means.json

Made with statsmodels 0.15.0: weighted least squares of score ~ C(system) + C(item) (+ C(judge)), each output with weight 1
over its number of ratings where there are judges. The score of a system is its effect and the intercept, plus the mean
effect of items, plus the mean over items of the weighted mean effect of the judges who rated the item.
"""

import json

import numpy as np
import pandas as pd
import statsmodels
import statsmodels.formula.api as smf

rng = np.random.default_rng(20)


def effects(fit, name, levels):
    found = {level: fit.params.get(f"C({name})[T.{level}]", 0.0) for level in levels}
    return pd.Series(found)


def case(systems, items, judges, share, ratings):
    ability = rng.normal(70, 5, systems)
    difficulty = rng.normal(0, 12, items)
    severity = rng.normal(0, 6, max(judges, 1))
    rows = []
    for item in range(items):
        # Hard items are judged for later systems more often.
        odds = share * np.clip(1 + (np.arange(systems) / systems - 0.5) * np.sign(-difficulty[item]), 0, 2)
        for system in np.flatnonzero(rng.random(systems) < odds):
            for _ in range(rng.integers(1, ratings + 1)):
                judge = int(rng.integers(judges)) if judges else None
                score = ability[system] + difficulty[item] + rng.normal(0, 8)
                score += severity[judge] if judges else 0.0
                rows.append({"system": int(system), "item": item, "judge": judge, "score": round(float(score), 3)})
    data = pd.DataFrame(rows)
    data["weight"] = 1.0 / data.groupby(["system", "item"])["score"].transform("size")
    formula = "score ~ C(system) + C(item)" + (" + C(judge)" if judges else "")
    fit = smf.wls(formula, data, weights=data["weight"]).fit()
    of_item = effects(fit, "item", sorted(data["item"].unique()))
    level = fit.params["Intercept"] + of_item.mean()
    if judges:
        of_judge = effects(fit, "judge", sorted(data["judge"].unique()))
        severity_of = data.assign(effect=data["judge"].map(of_judge) * data["weight"])
        sums = severity_of.groupby("item")[["effect", "weight"]].sum()
        level += (sums["effect"] / sums["weight"]).mean()
    scores = level + effects(fit, "system", range(systems))
    return {
        "systems": systems,
        "judges": judges,
        "items": items,
        "rows": data[["system", "item", "judge", "score", "weight"]].astype(object).where(data.notna(), None).values.tolist(),
        "scores": scores.tolist(),
    }


cases = [
    case(3, 12, 0, 0.7, 1),
    case(8, 60, 0, 0.35, 1),
    case(15, 90, 0, 0.2, 1),
    case(4, 20, 3, 0.7, 1),
    case(8, 60, 7, 0.4, 1),
    case(8, 60, 5, 0.4, 3),
]
print(json.dumps({"oracle": f"statsmodels {statsmodels.__version__}", "cases": cases}))
