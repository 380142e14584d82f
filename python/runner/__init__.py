"""Results of `runner`, the experiment runner for machine-translation evaluation.

>>> import runner
>>> results = runner.read("results/cesta")
>>> results.answers[0].question, results.answers[0].verdict    # as `runner report` prints them
('Which system is best?', 'On enfr-1: Judges and metrics disagree.')
>>> results.findings[0].headline                               # one for each analysis: `--details`
'To know every bleu score to ±1 takes about 150 documents (75 to 340).'
>>> results.scores                      # the table `scores` as a polars data frame
>>> results.to_pandas("scores")         # or as a pandas one

In a notebook, `results` and each of its answers and findings show themselves. Numbers are those of the Parquet tables and of
`runner report --format json`: nothing is computed here. `mteval_runner` has the same, and calls that compute.
"""

from __future__ import annotations

from mteval_runner import Answer, Finding, ProgramError, Results, Source, Study, program, read

__all__ = ["Answer", "Finding", "ProgramError", "Results", "Source", "Study", "program", "read"]
