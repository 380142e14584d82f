"""A results folder: its tables, and what the program finds in them."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Union

from ._inputs import StrPath
from ._program import call
from ._show import HasRows, paragraphs, table

if TYPE_CHECKING:
    import pandas
    import polars


@dataclass(frozen=True)
class Study:
    """What a study of a corpus was about."""

    study: str
    corpus: str
    #: Whether the texts are generated.
    synthetic: bool
    systems: int
    documents: int
    segments: int
    #: What was resampled, such as `documents`.
    resample: str
    #: Confidence level of intervals, such as 0.95.
    level: float
    #: The whole entry of `runner report --format json`.
    data: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True)
class Source:
    """Where an answer comes from."""

    study: str
    #: `None` over all corpora of the study.
    corpus: Union[str, None]
    #: Key of the analysis, such as `comparison`.
    analysis: str


@dataclass(frozen=True)
class Answer:
    """The answer to a question, over all metrics, corpora and studies."""

    #: Key of the question, such as `best` or `sizes`.
    key: str
    question: str
    #: The answer in one sentence.
    verdict: str
    sentences: tuple[str, ...]
    #: Without which a reader would do something wrong.
    notes: tuple[str, ...]
    #: Headings, and lines of cells as they are printed; empty where there is no table.
    header: tuple[str, ...] = field(repr=False)
    lines: tuple[tuple[str, ...], ...] = field(repr=False)
    #: The findings that it puts together.
    sources: tuple[Source, ...] = field(repr=False)

    def __str__(self) -> str:
        lines = [f"{self.question}  {self.verdict}", *self.sentences]
        return "\n".join([*lines, *(f"Note  {note}" for note in self.notes)])

    def _repr_html_(self) -> str:
        parts = [f"<p><strong>{html.escape(self.question)}</strong> {html.escape(self.verdict)}</p>"]
        parts += paragraphs(self.sentences)
        if self.header:
            parts.append(table(self.header, self.lines))
        parts += paragraphs(self.notes, "Note: ")
        return "".join(parts)


@dataclass(frozen=True)
class Finding(HasRows):
    """A verdict with its numbers, as the program says it."""

    #: Key of the analysis, such as `comparison` or `margin`.
    analysis: str
    study: str
    corpus: str
    #: Whether the texts are generated.
    synthetic: bool
    #: The verdict.
    headline: str
    sentences: tuple[str, ...]
    #: Assumptions that decide.
    notes: tuple[str, ...]
    #: The numbers behind it, one mapping per line; keys depend on `analysis`.
    rows: tuple[Mapping[str, Any], ...] = field(repr=False)

    def __str__(self) -> str:
        lines = [self.headline, *self.sentences, *(f"Note  {note}" for note in self.notes)]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        parts = [f"<p><strong>{html.escape(self.headline)}</strong></p>"]
        parts += paragraphs(self.sentences)
        if self.notes:
            notes = "".join(f"<li>{html.escape(note)}</li>" for note in self.notes)
            parts.append(f"<ul>{notes}</ul>")
        return "".join(parts)


def finding(found: Mapping[str, Any]) -> Finding:
    """A finding as the program writes it."""
    texts = ("analysis", "study", "corpus", "headline")
    return Finding(
        **{key: str(found[key]) for key in texts},
        synthetic=bool(found["synthetic"]),
        sentences=tuple(found["sentences"]),
        notes=tuple(found["notes"]),
        rows=tuple(found["rows"]),
    )


class Results:
    """The results of a run; made by :func:`read`.

    Tables are attributes and items (`results.scores`, `results["scores"]`), read when they are asked for.
    """

    def __init__(self, folder: Path, manifest: Mapping[str, Any], states: Mapping[str, tuple[int, int]]) -> None:
        self.folder = folder
        #: What was run: the spec in full, digests of inputs and tables, version.
        self.manifest = manifest
        self._states = states

    @property
    def tables(self) -> list[str]:
        """Names of the tables."""
        return list(self.manifest["tables"])

    @property
    def name(self) -> str:
        """Name of the experiment."""
        return str(self.manifest["experiment"])

    @property
    def report(self) -> Path:
        """The page of the report."""
        return self.folder / "report" / "index.html"

    def path(self, table: str) -> Path:
        """The Parquet file of a table.

        Raises `RuntimeError` where it was written again since the folder was read.
        """
        if table not in self.manifest["tables"]:
            known = ", ".join(self.tables)
            raise KeyError(f"{self.folder} has no table `{table}`; it has {known}")
        path = self.folder / f"{table}.parquet"
        if _state(path) != self._states[path.name]:
            raise RuntimeError(f"{path} has changed since it was read; read {self.folder} again")
        return path

    def to_polars(self, table: str) -> "polars.DataFrame":
        """A table as a polars data frame."""
        import polars

        return polars.read_parquet(self.path(table))

    def to_pandas(self, table: str) -> "pandas.DataFrame":
        """A table as a pandas data frame."""
        import pandas

        frame: pandas.DataFrame = pandas.read_parquet(self.path(table))
        return frame

    @cached_property
    def _answer(self) -> Mapping[str, Any]:
        answer = json.loads(call("report", "--format", "json", "--", str(self.folder)))
        assert isinstance(answer, dict)
        return answer

    @property
    def answers(self) -> list[Answer]:
        """The answers, one a question, as `runner report` prints them."""
        return [
            Answer(
                **{key: str(answer[key]) for key in ("key", "question", "verdict")},
                sentences=tuple(answer["sentences"]),
                notes=tuple(answer["notes"]),
                header=tuple(answer["table"]["header"]) if answer["table"] else (),
                lines=tuple(map(tuple, answer["table"]["rows"])) if answer["table"] else (),
                sources=tuple(Source(**source) for source in answer["sources"]),
            )
            for answer in self._answer["answers"]
        ]

    @property
    def findings(self) -> list[Finding]:
        """What the program finds, as `runner report --details` prints it."""
        return [finding(found) for found in self._answer["findings"]]

    @property
    def studies(self) -> list[Study]:
        """What the findings are about."""
        keys = ("study", "corpus", "synthetic", "systems", "documents", "segments", "resample", "level")
        return [
            Study(**{key: study[key] for key in keys}, data=study)
            for study in self._answer["studies"]
        ]

    @property
    def warnings(self) -> list[str]:
        """What may change a verdict, in words; the answer stands below it."""
        return [warning["text"] for warning in self._answer["warnings"]]

    def __getitem__(self, table: str) -> "polars.DataFrame":
        return self.to_polars(table)

    def __getattr__(self, name: str) -> "polars.DataFrame":
        if name.startswith("_") or name not in self.manifest["tables"]:
            raise AttributeError(f"{self.folder} has no table `{name}`")
        return self.to_polars(name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.tables]

    def __iter__(self) -> Iterator[str]:
        return iter(self.tables)

    def __repr__(self) -> str:
        return f"<runner results of {self.name} in {self.folder}: {', '.join(self.tables)}>"

    def _repr_html_(self) -> str:
        parts = [f"<h3>{html.escape(self.name)}</h3>"]
        parts += paragraphs(self.warnings, "Warning: ")
        parts += [answer._repr_html_() for answer in self.answers]
        place = None
        for finding in self.findings:
            if place != (finding.study, finding.corpus):
                place = (finding.study, finding.corpus)
                generated = ", generated texts" if finding.synthetic else ""
                parts.append(
                    f"<h4>{html.escape(finding.study)}, {html.escape(finding.corpus)}{generated}</h4>"
                )
            parts.append(finding._repr_html_())
        return "".join(parts)


def read(folder: StrPath) -> Results:
    """Reads a results folder, such as `results/cesta`.

    Raises `FileNotFoundError` where there is no finished run: a run that was interrupted has no manifest. Raises
    `ProgramError` where the manifest or a table is not as it was written.
    """
    path = Path(folder)
    manifest = path / "manifest.json"
    if not manifest.is_file():
        raise FileNotFoundError(f"{path} holds no finished run: it has no manifest.json; run the experiment again")
    states = {table.name: _state(table) for table in path.glob("*.parquet")}
    call("report", "--check", "--", str(path))
    return Results(path, json.loads(manifest.read_text(encoding="utf-8")), states)


def _state(path: Path) -> tuple[int, int]:
    """What changes when a file is written again."""
    found = path.stat()
    return found.st_mtime_ns, found.st_size
