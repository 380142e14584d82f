"""Calls that compute: each hands its input to the program in files, and reads its answer."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

from . import _answers
from ._answers import Comparison, Rankings, Scores
from ._inputs import Frame, Inputs, Numbers, ScoresByMetric, StrPath, Texts, is_frame, is_path, toml
from ._program import call
from ._results import Results, read

#: Exit codes of `compare` that are verdicts: a system fails, and inconclusive.
_VERDICTS = (1, 7)

#: One name or several.
Names = Union[str, Iterable[str]]


def _names(names: Names) -> str:
    return names if isinstance(names, str) else " ".join(names)


def _options(**given: Any) -> list[str]:
    """`--name=value` for each value that is given."""
    options = []
    for name, value in given.items():
        name = name.replace("_", "-")
        if value is True:
            options.append(f"--{name}")
        elif value is not None and value is not False and value != "":
            options.append(f"--{name}={value}")
    return options


def _named(texts: Union[Texts, Mapping[str, Texts]], name: str) -> dict[str, Texts]:
    """Outputs by the name of their system: `name`, or that of the file, where none is given."""
    if isinstance(texts, Mapping):
        return dict(texts)
    if isinstance(texts, (str, os.PathLike)):
        return {Path(texts).stem: texts}
    return {name: texts}


def _both(base: Mapping[str, Texts], new: Mapping[str, Texts]) -> dict[str, Texts]:
    twice = sorted(set(base) & set(new))
    if twice or len(base) != 1:
        raise ValueError(f"a baseline and other systems, each with a name of its own, not {[*base]} and {[*new]}")
    return {**base, **new}


def _answer(
    command: str,
    inputs: Inputs,
    systems: Mapping[str, Texts],
    texts: Sequence[str],
    options: Sequence[str],
    verdicts: tuple[int, ...] = (),
) -> Any:
    """The answer of `command` about outputs; `texts` are the options that name files."""
    files = [inputs.system(name, outputs) for name, outputs in systems.items()]
    arguments = [command, "--format=json", *texts, *options, "--", *files]
    return json.loads(call(*arguments, verdicts=verdicts, hidden=inputs.folder))


def _texts(
    inputs: Inputs,
    systems: Mapping[str, Texts],
    references: Union[Texts, Sequence[Texts], None],
    documents: Optional[Union[StrPath, Iterable[object]]],
    scores: Optional[ScoresByMetric],
) -> list[str]:
    """Options of all inputs but the outputs."""
    return [*inputs.references(references), *inputs.documents(documents), *inputs.scores(scores, [*systems])]


def compare(
    base: Union[Texts, Mapping[str, Texts]],
    new: Union[Texts, Mapping[str, Texts]],
    references: Union[Texts, Sequence[Texts], None] = None,
    *,
    documents: Optional[Union[StrPath, Iterable[object]]] = None,
    metrics: Names = (),
    scores: Optional[ScoresByMetric] = None,
    lower_is_better: Names = (),
    data: Optional[Union[StrPath, Frame]] = None,
    margin: Optional[Mapping[str, Union[float, str]]] = None,
    primary: Optional[str] = None,
    test: Optional[str] = None,
    level: Optional[float] = None,
    resample: Optional[str] = None,
    seed: Optional[int] = None,
    force: bool = False,
) -> Comparison:
    """Is `new` better than `base`? As `runner compare`; what is left out has its defaults.

    `base`, `new` and `references` are segments in their order (a list, an array, a series) or the file that has one on
    each line. A mapping gives systems their names, and compares several with the baseline: `{"B": ..., "C": ...}`.
    References may be a list of several. `documents` names the document of each segment: whole documents are then
    resampled. `scores` are those of other programs: `{"comet": [scores of base, scores of new]}`.

    With `data`, ratings in a frame or a file as `runner init` reads them, `base` and `new` are names of systems there, `new`
    one or a list of several.

    Raises `ProgramError` where the input is refused. A system that misses the `margin` is no error: see `conclusion`.
    """
    options = _options(
        primary=primary, test=test, level=level, resample=resample, seed=seed, force=force,
        metrics=_names(metrics), lower_is_better=_names(lower_is_better),
        margin=",".join(f"{metric}={loss}" for metric, loss in (margin or {}).items()),
    )  # fmt: skip
    with Inputs() as inputs:
        if data is not None:
            others = [new] if isinstance(new, (str, os.PathLike)) else list(new)
            names = [str(name) for name in (base, *others)]
            arguments = ["compare", "--format=json", f"--systems={','.join(names)}", *options, "--", inputs.data(data)]
            answer = json.loads(call(*arguments, verdicts=_VERDICTS, hidden=inputs.folder))
        else:
            systems = _both(_named(base, "base"), _named(new, "new"))
            texts = _texts(inputs, systems, references, documents, scores)
            answer = _answer("compare", inputs, systems, texts, options, _VERDICTS)
    return _answers.comparison(answer)


def score(
    outputs: Union[Texts, Mapping[str, Texts]],
    references: Union[Texts, Sequence[Texts], None] = None,
    *,
    documents: Optional[Union[StrPath, Iterable[object]]] = None,
    metrics: Names = (),
    scores: Optional[ScoresByMetric] = None,
    lower_is_better: Names = (),
    interval: bool = False,
    level: Optional[float] = None,
    resample: Optional[str] = None,
) -> Scores:
    """Scores of the outputs of a system, or of several by their names; as `runner score`.

    `interval` adds confidence intervals; `level` and `resample` do, too. A single score is a number: `float(score(...))`.
    """
    options = _options(
        interval=interval, level=level, resample=resample,
        metrics=_names(metrics), lower_is_better=_names(lower_is_better),
    )  # fmt: skip
    systems = _named(outputs, "output")
    with Inputs() as inputs:
        texts = _texts(inputs, systems, references, documents, scores)
        return _answers.scores(_answer("score", inputs, systems, texts, options))


def rank(
    systems: Union[Frame, StrPath, Mapping[str, Texts]],
    references: Union[Texts, Sequence[Texts], None] = None,
    *,
    documents: Optional[Union[StrPath, Iterable[object]]] = None,
    metrics: Names = (),
    scores: Optional[ScoresByMetric] = None,
    lower_is_better: Names = (),
    level: Optional[float] = None,
    resample: Optional[str] = None,
    seed: Optional[int] = None,
    force: bool = False,
) -> Rankings:
    """Which system is the best, and which ranks are sure? As `runner rank`.

    `systems` is a frame with ratings, whose columns have names that `runner init` knows (`system`, `document`, `segment`,
    `judge`, `score` or the name of a criterion), a file or folder with them, or outputs by the name of their system.
    """
    options = _options(
        level=level, resample=resample, seed=seed, force=force,
        metrics=_names(metrics), lower_is_better=_names(lower_is_better),
    )  # fmt: skip
    with Inputs() as inputs:
        if is_frame(systems) or is_path(systems):
            arguments = ["rank", "--format=json", *options, "--", inputs.data(systems)]  # type: ignore[arg-type]
            answer = json.loads(call(*arguments, hidden=inputs.folder))
        else:
            assert isinstance(systems, Mapping)
            texts = _texts(inputs, systems, references, documents, scores)
            answer = _answer("rank", inputs, systems, texts, options)
    return _answers.rankings(answer)


def intervals(
    scores: Union[Frame, Mapping[str, Numbers], Numbers],
    clusters: Optional[Iterable[object]] = None,
    *,
    level: Optional[float] = None,
    name: str = "score",
) -> Scores:
    """Confidence intervals of means: one score for each segment, item or sample.

    `scores` are numbers (`None` or NaN: missing), or numbers by system: a mapping, or a frame with a column each.
    `clusters` names what each belongs to, such as its document: whole clusters are then resampled, since what lies in one is
    alike. `name` is the name of the metric. The method is the default of `runner score --interval`.
    """
    if is_frame(scores):
        frame: Any = scores
        scores = {str(column): frame[column] for column in frame.columns}
    by_system = dict(scores) if isinstance(scores, Mapping) else {"mean": scores}
    lists = {system: _list(numbers) for system, numbers in by_system.items()}  # type: ignore[arg-type]
    unit = "segments"
    if clusters is not None:
        unit = "documents"
        clusters, lists = _together(list(clusters), lists)
    # The program asks for outputs beside scores: their numbers stand for them.
    outputs = {system: [str(number) for number in range(1, len(numbers) + 1)] for system, numbers in lists.items()}
    with Inputs() as inputs:
        texts = _texts(inputs, outputs, None, clusters, {name: lists})
        options = _options(interval=True, level=level, resample=unit)
        return _answers.scores(_answer("score", inputs, outputs, texts, options))


def _together(clusters: list[Any], lists: Mapping[str, list[Any]]) -> tuple[list[Any], dict[str, list[Any]]]:
    """Clusters and numbers, with those of a cluster one after the other: means do not depend on the order."""
    places: dict[Any, list[int]] = {}
    for place, cluster in enumerate(clusters):
        places.setdefault(cluster, []).append(place)
    for system, numbers in lists.items():
        if len(numbers) != len(clusters):
            raise ValueError(f"{system!r} has {len(numbers)} scores, but there are {len(clusters)} clusters, one for each")
    order = [place for those in places.values() for place in those]
    return [clusters[place] for place in order], {system: [numbers[place] for place in order] for system, numbers in lists.items()}


def _list(numbers: Numbers) -> list[Optional[float]]:
    if isinstance(numbers, (str, os.PathLike)):
        lines = Path(numbers).read_text(encoding="utf-8").splitlines()
        return [None if line == "None" else float(line) for line in lines]
    return list(numbers)


def run(
    spec: Union[StrPath, Mapping[str, Any]],
    *,
    out: Optional[StrPath] = None,
    data: Optional[StrPath] = None,
    study: Iterable[str] = (),
    seeds: Optional[int] = None,
    force: bool = False,
    threads: Optional[int] = None,
    memory: Optional[float] = None,
) -> Results:
    """Runs a spec, and returns its results: tables, answers and findings.

    `spec` is a TOML file, or the same as a mapping, whose relative paths start at `data` (default: the working directory).
    Results are written to `out` (default: `results/NAME`, after the experiment) and stay there; what was computed before is
    not computed again.
    """
    options = _options(out=out, data=data, seeds=seeds, force=force, threads=threads, memory=memory)
    options += [f"--study={name}" for name in study]
    given = toml(spec) if isinstance(spec, Mapping) else ""
    path = "-" if isinstance(spec, Mapping) else os.fspath(spec)
    answer = json.loads(call("run", "--format=json", *options, "--", path, given=given))
    return read(out if out is not None else Path("results", answer["experiment"]))
