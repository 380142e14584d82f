"""Calls that compute, against the program on files of the same content."""

from __future__ import annotations

import json
import math
import statistics
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Callable, Optional

import numpy
import pandas
import polars
import pytest

import mteval_runner as mr
import runner

SEGMENTS = 60
REFERENCE = [f"the cat number {line} sat on the mat with {line * 7 % 11} mice" for line in range(SEGMENTS)]
OLD = [line.replace("sat", "sits") if number % 2 else line for number, line in enumerate(REFERENCE)]
NEW = [line.replace("mat", "rug") if number % 7 else line for number, line in enumerate(REFERENCE)]
DOCUMENTS = [f"d{line // 5}" for line in range(SEGMENTS)]
COMET = {"base": [0.7 + line % 7 / 50 for line in range(SEGMENTS)], "new": [0.6 + line % 5 / 50 for line in range(SEGMENTS)]}


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Every test works in a folder of its own, in which the folders of inputs are made and are gone again."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    monkeypatch.chdir(tmp_path)
    yield
    assert list(scratch.iterdir()) == []


def program(*arguments: str, codes: tuple[int, ...] = (0,)) -> Any:
    """What the program answers in the working directory."""
    done = subprocess.run([str(mr.program()), *arguments, "--format", "json"], capture_output=True, text=True, check=False)
    assert done.returncode in codes, done.stderr
    return json.loads(done.stdout)


def write(**files: list[Any]) -> None:
    for name, lines in files.items():
        Path(f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def ratings() -> pandas.DataFrame:
    rows = [
        {"system": system, "document": f"d{segment // 4}", "segment": segment, "judge": f"j{segment % 3}", "esa": score}
        for segment in range(48)
        for system, score in (("A", 70 + segment * 37 % 11), ("B", 64 + segment * 17 % 13), ("C, \"<b>\"", 40 + segment % 9))
    ]
    frame: pandas.DataFrame = pandas.DataFrame(rows)
    return frame


def test_comparisons_are_those_of_the_program() -> None:
    write(base=OLD, new=NEW, reference=REFERENCE, docs=DOCUMENTS, c1=COMET["base"], c2=COMET["new"])
    files = ["base.txt", "new.txt", "-r", "reference.txt", "--documents", "docs.txt"]
    options = ["-m", "bleu", "chrf", "--scores", "comet=c1.txt,c2.txt", "--level", "0.9", "--primary", "comet"]
    expected = program("compare", *files, *options)
    given = {"metrics": ["bleu", "chrf"], "level": 0.9, "primary": "comet"}
    result = mr.compare(OLD, NEW, REFERENCE, documents=DOCUMENTS, scores={"comet": COMET}, **given)  # type: ignore[arg-type]
    rows = expected["findings"][0]["rows"]
    assert list(result.rows) == rows and len(rows) == 3
    assert result.verdict == expected["findings"][0]["headline"] and result.verdict in str(result)
    assert [finding.analysis for finding in result.findings] == ["comparison", "margin", "power"]
    assert (result.baseline, result.conclusion) == ("base", None)
    by_place = mr.compare("base.txt", "new.txt", "reference.txt", documents="docs.txt",
                          scores={"comet": [COMET["base"], "c2.txt"]}, **given)  # type: ignore[arg-type, dict-item]  # fmt: skip
    assert by_place.rows == result.rows
    assert result.to_pandas()["delta"].tolist() == result.to_polars()["delta"].to_list() == [row["delta"] for row in rows]


@pytest.mark.parametrize("kind", [pandas.Series, polars.Series, numpy.array, tuple, iter])
def test_any_sequence_of_texts_is_taken(kind: Callable[[list[str]], Any]) -> None:
    expected = mr.compare(OLD, NEW, REFERENCE, documents=DOCUMENTS)
    result = mr.compare(kind(OLD), kind(NEW), kind(REFERENCE), documents=kind(DOCUMENTS))
    assert result == expected


def test_systems_have_names_and_references_may_be_several() -> None:
    write(old=OLD, other=REFERENCE, r1=REFERENCE, r2=OLD)
    result = mr.compare({"old": OLD}, {"new-2.1": NEW, "other": REFERENCE}, [REFERENCE, OLD], metrics="bleu:tokenizer=intl,lowercase chrf")
    assert {row["system_a"] for row in result.rows} == {"new-2.1", "other"}
    assert {row["reference_count"] for row in result.rows} == {2}
    assert "tok:intl" in result.rows[0]["signature"]
    both = mr.score({"old": OLD, "other": REFERENCE}, [Path("r1.txt"), Path("r2.txt")])
    expected = program("score", "old.txt", "other.txt", "-r", "r1.txt", "-r", "r2.txt")
    assert list(both.rows) == expected["scores"]


def test_margins_are_verdicts_and_no_errors() -> None:
    losses: list[tuple[float, str]] = [(30.0, "pass"), (0.1, "fail")]
    for loss, conclusion in losses:
        result = mr.compare(OLD, NEW, REFERENCE, documents=DOCUMENTS, metrics="bleu", margin={"bleu": loss})
        assert result.conclusion == conclusion
        assert f"<td>{conclusion}</td>" in result._repr_html_()
    few = mr.compare(OLD[:8], NEW[:8], REFERENCE[:8], metrics="bleu", margin={"bleu": "2%"})
    assert few.conclusion in ("inconclusive", "fail")


def test_scores_are_numbers_and_rows() -> None:
    result = mr.score(NEW, REFERENCE, documents=DOCUMENTS, metrics=["bleu"], interval=True)
    (row,) = result.rows
    assert row["score"] == float(result) and row["ci_lower"] < row["score"] < row["ci_upper"]
    assert row["resample"] == "documents"
    assert f"[{int(row['ci_lower'])}." in str(result)
    several = mr.score({"a": NEW, "b": OLD}, REFERENCE, metrics=["bleu", "chrf"])
    assert several.to_polars().height == len(several.to_pandas()) == 4
    with pytest.raises(TypeError, match="4 scores are no number"):
        float(several)
    flat = mr.score(NEW, scores={"comet": COMET["new"], "mqm": numpy.array(COMET["base"])}, lower_is_better="mqm")
    assert [row["score"] for row in flat.rows] == pytest.approx([statistics.fmean(COMET["new"]), statistics.fmean(COMET["base"])])


def test_intervals_of_means_are_those_of_student() -> None:
    t = 2.262157162740992  # scipy.stats.t.ppf(0.975, 9)
    values = [0.1, 0.9, 0.4, 0.7, 0.35, 0.8, 0.05, 0.6, 0.55, 0.2]
    mean, error = statistics.fmean(values), statistics.stdev(values) / math.sqrt(10)
    clusters = [place for place in range(10) for _ in range(3)]
    shifted = [value + step for value in values for step in (-0.01, 0, 0.01)]
    for result in (
        mr.intervals(values),
        mr.intervals(pandas.DataFrame({"mean": values})),
        mr.intervals(polars.DataFrame({"mean": values})),
        mr.intervals(shifted, clusters=clusters),
    ):
        (row,) = result.rows
        assert row["system"] == "mean"
        assert (row["score"], row["ci_lower"], row["ci_upper"]) == pytest.approx((mean, mean - t * error, mean + t * error))
    assert mr.intervals([*shifted, *values], clusters=[*clusters, *range(10)]).rows[0]["segments"] == 40
    lacking: dict[str, list[Optional[float]]] = {"a": [*values, None], "b": [*values, math.nan]}
    missing = mr.intervals(lacking, name="accuracy")
    assert [row["score"] for row in missing.rows] == pytest.approx([mean, mean])
    assert "11 segments" in missing.warnings[0]
    with pytest.raises(ValueError, match="'mean' has 10 scores, but there are 9 clusters"):
        mr.intervals(values, clusters=range(9))


def test_rankings_of_frames_and_of_texts() -> None:
    frame = ratings()
    frame.to_csv("ratings.csv", index=False)
    expected = program("rank", "ratings.csv")["rankings"]
    for data in (frame, polars.from_pandas(frame), "ratings.csv", Path("ratings.csv")):
        result = mr.rank(data)
        assert [list(ranking.rows) for ranking in result.rankings] == [ranking["systems"] for ranking in expected]
    assert result.verdict == expected[0]["verdict"] and result.verdict in str(result)
    assert result.to_pandas()["rank_lower"].tolist() == [1, 2, 3]
    texts = mr.rank({"old": OLD, "new": NEW, "same": REFERENCE}, [OLD, REFERENCE], metrics="chrf", documents=DOCUMENTS)
    assert texts.rows[0]["rank_lower"] == 1 and len(texts.rows) == 3
    compared = mr.compare("A", "B", data=frame)
    assert compared.rows[0]["score_b"] == pytest.approx(frame[frame["system"] == "A"]["esa"].mean())


def test_specs_are_files_or_mappings() -> None:
    spec = {
        "experiment": {"name": "small", "seed": 1, "title": 'A "title"\t\x7f \\ é'},
        "corpora": {"news": {"synthetic": {"preset": "cesta-enfr-2"}}},
        "studies": {"systems": {"corpora": ["news"], "metrics": ["bleu"], "test-sizes": {"fractions": [0.5, 1.0]}, "margin": {}}},
    }
    results = mr.run(spec)
    assert results.folder == Path("results/small") and results.manifest["spec"]["title"] == 'A "title"\t\x7f \\ é'
    Path("small.toml").write_text(
        '[experiment]\nname = "small"\nseed = 1\n[corpora.news.synthetic]\npreset = "cesta-enfr-2"\n[studies.systems]\n'
        'corpora = ["news"]\nmetrics = ["bleu"]\ntest-sizes = { fractions = [0.5, 1.0] }\n[studies.systems.margin]\n',
        encoding="utf-8",
    )
    from_file = mr.run("small.toml", out="out", study=["systems"], threads=1)
    assert isinstance(from_file, runner.Results)
    assert from_file.scores.equals(results.scores) and results.scores.height > 3
    with pytest.raises(mr.ProgramError, match="metric"):
        mr.run({**spec, "studies": {"systems": {"corpora": ["news"], "metrics": ["blue"]}}})
    with pytest.raises(TypeError, match="a spec cannot hold NoneType"):
        mr.run({"experiment": None})


def test_errors_have_the_words_of_the_program() -> None:
    with pytest.raises(mr.ProgramError, match=r"^error: new.txt has 59 lines, references/reference.txt has 60") as caught:
        mr.compare(OLD, NEW[1:], REFERENCE)
    assert caught.value.code == 3
    with pytest.raises(mr.ProgramError, match="there are no references to score against") as caught:
        mr.score(NEW)
    assert caught.value.code == 2
    with pytest.raises(mr.ProgramError, match="none.txt: no such system file"):
        mr.score("none.txt", REFERENCE)
    other = [" ".join(str(line * prime % 99991) for prime in (7919, 104729, 1299709, 15485863)) for line in range(1, SEGMENTS + 1)]
    with pytest.raises(mr.ProgramError, match="^no verdict: these inputs cannot be compared\n.*`new` in 60 of 60") as caught:
        mr.compare(OLD, other, REFERENCE)
    assert caught.value.code == 3 and "compared all the same" in str(mr.compare(OLD, other, REFERENCE, force=True))
    with pytest.raises(mr.ProgramError, match="no column holds scores or outputs"):
        mr.rank(pandas.DataFrame({"system": ["A", "B"], "item": [3, 3]}))


def test_what_cannot_be_handed_over_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^system 'output': segment 2 has a line break"):
        mr.score(["a", "b\nc"], ["a", "b c"])
    with pytest.raises(TypeError, match="segment 1 is float, not a text"):
        mr.score([float("nan"), "b"], ["a", "b"])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="a system cannot be called 'org/model'"):
        mr.score({"org/model": NEW}, REFERENCE)
    with pytest.raises(ValueError, match="each with a name of its own"):
        mr.compare({"a": OLD}, {"a": NEW}, REFERENCE)
    with pytest.raises(ValueError, match=r"comet: scores of 1 systems, but there are 2"):
        mr.compare(OLD, NEW, scores={"comet": [COMET["new"]]})
    with pytest.raises(ValueError, match=r"comet: scores of \['old'\], but the systems are"):
        mr.compare(OLD, NEW, scores={"comet": {"old": COMET["new"]}})


def test_a_program_that_does_not_start_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNNER_PROGRAM", str(tmp_path))
    with pytest.raises(mr.ProgramError, match="does not start .*; install it with") as caught:
        mr.score(NEW, REFERENCE)
    assert caught.value.code is None


def test_notebooks_show_results_escaped() -> None:
    pages = [
        mr.rank(ratings())._repr_html_(),
        mr.compare({"<b>": OLD}, {"<i>": NEW}, REFERENCE)._repr_html_(),
        mr.score({"<b>": OLD}, REFERENCE, interval=True)._repr_html_(),
    ]
    for page in pages:
        assert "<table>" in page and "&lt;b&gt;" in page
        assert "<b>" not in page and "<i>" not in page


def test_both_modules_are_one() -> None:
    assert runner.Results is mr.Results and runner.ProgramError is mr.ProgramError and runner.read is mr.read
    assert set(runner.__all__) < set(mr.__all__)
