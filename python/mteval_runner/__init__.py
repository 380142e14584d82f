"""Statistics for the evaluation of machine translation, by the program `runner`.

>>> import mteval_runner as mr
>>> result = mr.compare(old, new, references, documents=documents)     # lists of segments, series, or paths
>>> result.verdict
'new is better than base by both metrics.'
>>> result.to_pandas()                  # a row for each system and metric, with interval and p-value
>>> mr.score(new, references, metrics=["bleu", "chrf"], interval=True)
>>> mr.rank(frame)                      # ratings: a pandas or polars frame, as `runner rank` reads it
>>> mr.intervals(scores, clusters=documents)
>>> mr.run("mine.toml").scores          # tables of a run, as data frames

In a notebook every result shows itself. Nothing is computed here: the module hands its input to the program in files of a
private folder that is gone when the call ends, and reads the program's answer. Errors are `ProgramError`, with its words.
"""

from __future__ import annotations

from ._answers import Comparison, Ranking, Rankings, Scores
from ._compute import compare, intervals, rank, run, score
from ._program import ProgramError, program
from ._results import Answer, Finding, Results, Source, Study, read

__all__ = [
    "Answer",
    "Comparison",
    "Finding",
    "ProgramError",
    "Ranking",
    "Rankings",
    "Results",
    "Scores",
    "Source",
    "Study",
    "compare",
    "intervals",
    "program",
    "rank",
    "read",
    "run",
    "score",
]
