"""What `runner compare`, `score` and `rank` answer."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import Any, Iterable, Mapping, Union

from ._results import Finding, finding
from ._show import HasRows, interval, p_value, paragraphs, rounded, table

Row = Mapping[str, Any]


def _warnings(answer: Mapping[str, Any]) -> tuple[str, ...]:
    return _texts(answer["warnings"])


def _texts(warnings: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(str(warning["text"]) for warning in warnings)


@dataclass(frozen=True)
class Comparison(HasRows):
    """Systems against a baseline, as `runner compare` says it."""

    #: The answer in one sentence.
    verdict: str
    sentences: tuple[str, ...]
    #: Assumptions that decide.
    notes: tuple[str, ...]
    #: What may change the verdict.
    warnings: tuple[str, ...]
    baseline: str
    #: With a margin: `pass`, `fail` or `inconclusive`, over all systems and metrics.
    conclusion: Union[str, None]
    #: All findings: the comparison, precision and power.
    findings: tuple[Finding, ...] = field(repr=False)
    #: A mapping for each metric and system, as in the table `comparisons`: scores, difference, interval, p-value.
    rows: tuple[Row, ...] = field(repr=False)

    def __str__(self) -> str:
        lines = [*(f"Warning  {warning}" for warning in self.warnings), self.verdict, *self.sentences]
        return "\n".join([*lines, *(f"Note  {note}" for note in self.notes)])

    def _repr_html_(self) -> str:
        header = ["metric", "system", "score", self.baseline, "difference", "interval", "p", "margin"]
        lines = [
            [
                row["metric"],
                row["system_a"],
                rounded(row["score_a"], row["half_width"]),
                rounded(row["score_b"], row["half_width"]),
                rounded(row["delta"], row["half_width"], "+"),
                interval(row["ci_lower"], row["ci_upper"], "+"),
                p_value(row["p_adjusted"]),
                row["margin_verdict"] or "",
            ]
            for row in self.rows
        ]
        if not any(line[-1] for line in lines):
            header, lines = header[:-1], [line[:-1] for line in lines]
        parts = paragraphs(self.warnings, "Warning: ")
        parts.append(f"<p><strong>{html.escape(self.verdict)}</strong></p>")
        parts += [*paragraphs(self.sentences), table(header, lines), *paragraphs(self.notes, "Note: ")]
        return "".join(parts)


def comparison(answer: Mapping[str, Any]) -> Comparison:
    """The comparison that the program wrote."""
    findings = tuple(map(finding, answer["findings"]))
    compared = next(found for found in findings if found.analysis == "comparison")
    return Comparison(
        verdict=compared.headline,
        sentences=compared.sentences,
        notes=(*compared.notes, *_texts(answer["notes"])),
        warnings=_warnings(answer),
        baseline=str(answer["baseline"]),
        conclusion=answer["conclusion"],
        findings=findings,
        rows=compared.rows,
    )


@dataclass(frozen=True)
class Scores(HasRows):
    """Scores of systems, as `runner score` says it."""

    #: What may be wrong with the texts.
    warnings: tuple[str, ...]
    #: A mapping for each system and metric: `score`, and `ci_lower`, `ci_upper` where intervals were requested.
    rows: tuple[Row, ...]

    def __float__(self) -> float:
        """The score, where there is one."""
        if len(self.rows) != 1:
            raise TypeError(f"{len(self.rows)} scores are no number; take `rows` or a data frame")
        return float(self.rows[0]["score"])

    def __str__(self) -> str:
        lines = [f"{row['system']}  {row['metric']}  {_score(row)}" for row in self.rows]
        return "\n".join([*(f"Warning  {warning}" for warning in self.warnings), *lines])

    def _repr_html_(self) -> str:
        lines = [[row["system"], row["metric"], _score(row), row["signature"]] for row in self.rows]
        return "".join([*paragraphs(self.warnings, "Warning: "), table(["system", "metric", "score", "signature"], lines)])


def _score(row: Row) -> str:
    if row["score"] is None:
        return str(row["status"])
    lower, upper = row.get("ci_lower"), row.get("ci_upper")
    error = None if lower is None or upper is None else (upper - lower) / 2
    return f"{rounded(row['score'], error)} {interval(lower, upper)}".rstrip()


def scores(answer: Mapping[str, Any]) -> Scores:
    """The scores that the program wrote."""
    return Scores(warnings=_warnings(answer), rows=tuple(answer["scores"]))


@dataclass(frozen=True)
class Ranking(HasRows):
    """Ranks of systems in a study of a corpus."""

    title: str
    question: str
    #: The answer in one sentence.
    verdict: str
    sentences: tuple[str, ...]
    #: Without which a reader would do something wrong.
    notes: tuple[str, ...]
    #: A mapping for each metric and system: score, margin of error, range of ranks, systems that it is better than.
    rows: tuple[Row, ...] = field(repr=False)

    def __str__(self) -> str:
        lines = [f"{self.question}  {self.verdict}", *self.sentences]
        return "\n".join([*lines, *(f"Note  {note}" for note in self.notes)])

    def _repr_html_(self) -> str:
        lines = [
            [
                row["metric"],
                _ranks(row),
                row["system"],
                rounded(row["score"], row["margin"]),
                f"±{rounded(row['margin'], row['margin'])}" if row["margin"] is not None else "",
                ", ".join(row["better_than"]),
            ]
            for row in self.rows
        ]
        parts = [f"<p><strong>{html.escape(self.question)}</strong> {html.escape(self.verdict)}</p>"]
        parts += paragraphs(self.sentences)
        parts.append(table(["metric", "rank", "system", "score", "margin of error", "better than"], lines))
        return "".join([*parts, *paragraphs(self.notes, "Note: ")])


def _ranks(row: Row) -> str:
    lower, upper = row["rank_lower"], row["rank_upper"]
    if lower is None:
        return ""
    return str(lower) if lower == upper else f"{lower}-{upper}"


@dataclass(frozen=True)
class Rankings(HasRows):
    """Ranks of systems, as `runner rank` says it: one ranking, or one for judgments and one for metrics."""

    warnings: tuple[str, ...]
    rankings: tuple[Ranking, ...]

    @property
    def verdict(self) -> str:
        """That of the first ranking: of the judgments, where there are any."""
        return self.rankings[0].verdict

    @property
    def rows(self) -> tuple[Row, ...]:  # type: ignore[override]
        """The rows of all rankings, with their `title`."""
        return tuple({"title": ranking.title, **row} for ranking in self.rankings for row in ranking.rows)

    def __str__(self) -> str:
        warnings = [f"Warning  {warning}" for warning in self.warnings]
        return "\n".join([*warnings, *map(str, self.rankings)])

    def _repr_html_(self) -> str:
        parts = paragraphs(self.warnings, "Warning: ")
        return "".join([*parts, *(ranking._repr_html_() for ranking in self.rankings)])


def rankings(answer: Mapping[str, Any]) -> Rankings:
    """The rankings that the program wrote."""
    texts = ("title", "question", "verdict")
    return Rankings(
        warnings=_warnings(answer),
        rankings=tuple(
            Ranking(
                **{key: str(ranking[key]) for key in texts},
                sentences=tuple(ranking["sentences"]),
                notes=tuple(ranking["notes"]),
                rows=tuple(ranking["systems"]),
            )
            for ranking in answer["rankings"]
        ),
    )
