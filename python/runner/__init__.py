"""Results of `runner`, the experiment runner for machine-translation evaluation.

>>> import runner
>>> results = runner.read("results/cesta")
>>> results.findings[0].headline
'To know every bleu score to ±1 takes about 150 documents (75 to 340).'
>>> results.scores                      # the table `scores` as a polars data frame
>>> results.to_pandas("scores")         # or as a pandas one

In a notebook, `results` and each of its findings show themselves. Numbers are those of the Parquet tables and of
`runner report --format json`: nothing is computed here.
"""

from __future__ import annotations

from ._program import ProgramError, program
from ._results import Finding, Results, Study, read

__all__ = ["Finding", "ProgramError", "Results", "Study", "program", "read"]
