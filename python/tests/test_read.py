"""The module against a run of the program that it finds."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pandas
import polars
import pytest

import runner

SPEC = """
[experiment]
name = "small"
seed = 1
[corpora.news.synthetic]
preset = "cesta-enfr-2"
[studies.systems]
corpora = ["news"]
metrics = ["bleu"]
[studies.systems.margin]
[studies.systems.comparison]
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> runner.Results:
    folder = tmp_path_factory.mktemp("run")
    (folder / "small.toml").write_text(SPEC, encoding="utf-8")
    subprocess.run([runner.program(), "run", "small.toml", "--out", "out", "-q"], cwd=folder, check=True)
    return runner.read(folder / "out")


def test_tables_are_data_frames(results: runner.Results) -> None:
    assert results.name == "small"
    assert {"scores", "margins", "comparisons"} <= set(results.tables)
    scores = results.scores
    assert isinstance(scores, polars.DataFrame)
    assert scores.equals(results["scores"])
    assert scores.height == results.manifest["tables"]["scores"]["rows"] > 5
    frame = results.to_pandas("scores")
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["system"]) == scores["system"].to_list()
    assert frame["score"].tolist() == scores["score"].to_list()
    assert "scores" in dir(results) and "scores" in list(results)


def test_findings_are_those_of_the_program(results: runner.Results) -> None:
    printed = subprocess.run(
        [runner.program(), "report", results.folder, "--details"], capture_output=True, text=True, check=True
    ).stdout
    flat = " ".join(printed.split())
    assert [finding.analysis for finding in results.findings] == ["margin", "comparison"]
    for finding in results.findings:
        assert " ".join(finding.headline.split()) in flat
        assert str(finding).startswith(finding.headline)
        assert finding.to_polars().height == len(finding.rows) == len(finding.to_pandas()) > 0
    (study,) = results.studies
    assert (study.study, study.corpus, study.systems, study.synthetic) == ("systems", "news", 5, True)
    assert results.warnings == []


def test_answers_are_those_of_the_program(results: runner.Results) -> None:
    report = [str(runner.program()), "report", str(results.folder)]
    printed = subprocess.run(report, capture_output=True, text=True, check=True).stdout
    flat = " ".join(printed.split())
    document = subprocess.run([*report, "--format", "json"], capture_output=True, text=True, check=True).stdout
    answers = json.loads(document)["answers"]
    assert [answer.key for answer in results.answers] == [answer["key"] for answer in answers]
    assert [answer.key for answer in results.answers] == ["best", "precision"]
    for answer, expected in zip(results.answers, answers):
        assert " ".join(f"{answer.question} {answer.verdict}".split()) in flat
        assert str(answer).startswith(f"{answer.question}  {answer.verdict}")
        assert (answer.question, answer.verdict) == (expected["question"], expected["verdict"])
        assert list(answer.sentences) == expected["sentences"] and list(answer.notes) == expected["notes"]
        assert answer.verdict.split()[0] in answer._repr_html_()
        assert all(source.study == "systems" for source in answer.sources) and answer.sources
    best = results.answers[0]
    assert "system" in best.header and len(best.lines) == 5
    assert [list(line) for line in best.lines] == answers[0]["table"]["rows"]


def test_warnings_are_sentences(tmp_path: Path) -> None:
    references = [f"number {line} of the lines that stand in this file" for line in range(40)]
    outputs = [line.replace("stand", "are") for line in references]
    for name, lines in (("ref", references), ("one", outputs), ("two", ["", "", "", "", *outputs[4:]])):
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    files = ["one.txt", "two.txt", "-r", "ref.txt", "--out", "out"]
    printed = subprocess.run(
        [runner.program(), "compare", *files], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout
    (warning, *_) = [own for own in runner.read(tmp_path / "out").warnings if "empty" in own]
    headline = warning.split("; ")[0]
    assert headline == "system `two` has 4 empty texts in 40 segments, the first in segment 1"
    assert headline[1:] in " ".join(printed.split())


def test_notebooks_show_findings(results: runner.Results) -> None:
    page = results._repr_html_()
    assert "<h4>systems, news, generated texts</h4>" in page
    for finding in results.findings:
        assert finding._repr_html_() in page
    assert "<script" not in page
    evil = runner.Finding("a", "s", "c", False, "<b>", ("<i>",), ("&",), ())
    assert evil._repr_html_() == (
        "<p><strong>&lt;b&gt;</strong></p><p>&lt;i&gt;</p><ul><li>&amp;</li></ul>"
    )


def test_what_is_missing_is_said(results: runner.Results, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="holds no finished run"):
        runner.read(tmp_path)
    with pytest.raises(KeyError, match="has no table `score`; it has "):
        results["score"]
    with pytest.raises(AttributeError, match="has no table `score`"):
        results.score


def test_errors_are_those_of_the_program(results: runner.Results, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"tables": {}, "experiment": "broken"}', encoding="utf-8")
    with pytest.raises(runner.ProgramError, match="error"):
        runner.read(tmp_path)
    monkeypatch.setenv("RUNNER_PROGRAM", str(tmp_path / "none"))
    with pytest.raises(runner.ProgramError, match="does not start .No such file or directory.; install it"):
        runner.read(results.folder)


def test_what_was_changed_is_noticed(results: runner.Results, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(results.folder, copy)
    manifest = (copy / "manifest.json").read_text(encoding="utf-8")
    assert '"seed": 1' in manifest
    (copy / "manifest.json").write_text(manifest.replace('"seed": 1', '"seed": 9'), encoding="utf-8")
    with pytest.raises(runner.ProgramError, match="changed after it was written"):
        runner.read(copy)
    (copy / "manifest.json").write_text(manifest, encoding="utf-8")
    read = runner.read(copy)
    assert read.scores.equals(results.scores)
    (copy / "scores.parquet").write_bytes((copy / "margins.parquet").read_bytes())
    with pytest.raises(RuntimeError, match="has changed since it was read"):
        read.scores
    with pytest.raises(runner.ProgramError, match="scores.parquet. is damaged"):
        runner.read(copy)


def test_reading_writes_nothing(results: runner.Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A name that begins like an option.
    folder = tmp_path / "-x"
    shutil.copytree(results.folder, folder)
    monkeypatch.chdir(tmp_path)

    def times() -> dict[str, int]:
        return {str(path): path.stat().st_mtime_ns for path in [folder, *folder.rglob("*")]}

    before = times()
    read = runner.read("-x")
    assert [finding.headline for finding in read.findings] == [finding.headline for finding in results.findings]
    assert read._repr_html_() == results._repr_html_()
    assert times() == before


def test_comparisons_are_read(tmp_path: Path) -> None:
    reference = [f"the cat number {line} sat on the mat" for line in range(20)]
    texts = {
        "ref": reference,
        "old": [line.replace("sat", "sits") for line in reference],
        "new": [line if number % 3 else line.replace("mat", "rug") for number, line in enumerate(reference)],
    }
    for name, lines in texts.items():
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    files = ["old.txt", "new.txt", "-r", "ref.txt"]
    subprocess.run([runner.program(), "compare", *files, "--out", "out"], cwd=tmp_path, check=True)
    compared = runner.read(tmp_path / "out")
    scores = {row["system"]: row["score"] for row in compared.scores.iter_rows(named=True) if row["metric"] == "bleu"}
    comparisons = compared["comparisons"]
    (row,) = comparisons.filter(
        (polars.col("metric") == "bleu") & (polars.col("method") == "jackknife-t")
    ).iter_rows(named=True)
    assert abs(row["delta"]) == pytest.approx(abs(scores["new"] - scores["old"]), abs=1e-12)
    assert "comparison" in [finding.analysis for finding in compared.findings]
