"""What `runner plan` estimates beside what `runner run` takes: seconds of one core and memory.

    cargo build --release
    python3 benches/estimates.py target/release/runner [--check FACTOR] [--only WORD] [--runs N]
    python3 benches/estimates.py target/release/runner --growing
    python3 benches/estimates.py target/release/runner --systems 250 500 1000 2000 [--only WORD] [--check FACTOR]
    python3 benches/estimates.py target/release/runner --shipped experiments [--data FOLDER]

Corpora are made up from a fixed seed. Every study runs on one thread, in a process of its own, whose
user time (other work on the machine matters little to it) and largest resident memory are those that the
kernel counts; of several runs the fastest counts. The table is Markdown. With `--check FACTOR` the exit
status is 1 if an estimate is off by more: of time where a run takes a second or more, since below that most
is the start of the program. `--growing` takes samples by the thousand to the million and shows how the time
of the report grows. `--systems` takes so many made-up systems with a score each of twenty segments, for each
analysis of systems, and shows the exponents of time and memory between the last two numbers. `--shipped` takes the experiments of a folder, whole but for two: all orders of the
documents, and the study of TIDES with 5,000 repetitions.
"""

import argparse
import json
import math
import multiprocessing
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import tomllib

# Seconds of a run from which on one is enough.
LONG = 15.0


def corpus(folder, systems, segments, documents):
    """Writes a corpus and returns its entry in a spec."""
    generator = random.Random(1)
    words = [f"w{number}" for number in range(5000)]
    weights = [1 / (rank + 10) for rank in range(len(words))]
    texts = [generator.choices(words, weights, k=generator.randint(8, 22)) for _ in range(segments)]
    folder.mkdir(parents=True)
    (folder / "ref.txt").write_text("".join(" ".join(text) + "\n" for text in texts))
    names = [f"d{index * documents // segments}\n" for index in range(segments)]
    (folder / "documents.txt").write_text("".join(names))
    paths = []
    for system in range(systems):
        share = 0.3 + 0.2 * system / systems
        lines = []
        for text in texts:
            changed = [w if generator.random() > share else generator.choice(words) for w in text]
            lines.append(" ".join(changed) + "\n")
        paths.append(f"s{system:03}.txt")
        (folder / paths[-1]).write_text("".join(lines))
    at = folder.name
    listed = ", ".join(f'"{at}/{path}"' for path in paths)
    return (
        f'[corpora.c.plain]\nreferences = ["{at}/ref.txt"]\nsystems = [{listed}]\n'
        f'documents = "{at}/documents.txt"\n'
    )


def write_corpus(entry, folder, where):
    entry.write_text(corpus(folder, *where))


def study(body, derivations=""):
    return f'[studies.s]\ncorpora = ["c"]\n{body}\n{derivations}'


PRESET = '[corpora.c.synthetic]\npreset = "cesta-enfr-1"\n'
EACH = 'test-sizes = { documents = "each" }\n'
WHOLE = "test-sizes = { fractions = [1.0] }\n"


def samples(count, size, sampling="broad"):
    return f'samples = {{ sampling = "{sampling}", segments = {size}, count = {count} }}\n'


def cases():
    """Name, corpus (systems, segments, documents, or a preset) and study."""
    bleu = 'metrics = ["bleu"]\n'
    ranking = "[studies.s.ranking]\n"
    growing = EACH + "orderings = { corpus = true, random = 9 }\n"
    yield "growth, small", (6, 300, 15), bleu + EACH, "[studies.s.minimal-size]\n"
    yield (
        "growth, large",
        (10, 4000, 200),
        'metrics = ["bleu", "chrf"]\n' + growing,
        "[studies.s.minimal-size]\n",
    )
    for systems, documents in [(5, 40), (15, 40), (60, 40), (200, 40)]:
        yield (
            f"ranks of {systems} systems",
            (systems, 400, documents),
            bleu + growing,
            ranking,
        )
    for count in [1_000, 10_000, 100_000]:
        yield (
            f"{count:,} samples",
            (2, 20_000, 400),
            bleu + samples(count, 50) + "B = 200\n",
            "",
        )
    coverage = '[studies.s.coverage]\nmethods = ["percentile", "bca"]\nlevel = [0.9, 0.95]\n'
    yield "coverage", (4, 20_000, 400), bleu + samples(2_000, 200), coverage
    yield "conclusions", (20, 5_000, 100), bleu + samples(500, 100), coverage
    yield (
        "stability",
        (4, 2_000, 50),
        bleu + WHOLE + "B = [500, 2000]\nrepeats = 300\n",
        '[studies.s.stability]\nmethods = ["percentile", "normal"]\n',
    )
    yield (
        "kept replicates",
        (10, 1_000, 25),
        bleu + EACH + "B = 5000\n",
        "[studies.s.replicates]\n",
    )
    for method in [
        "paired-bootstrap",
        "difference-interval",
        "centred-bootstrap",
        "approximate-randomization",
    ]:
        yield (
            f"comparison, {method}",
            (20, 2_000, 100),
            bleu + "test-sizes = { fractions = [0.25, 0.5, 1.0] }\nB = 10000\n",
            f'[studies.s.comparison]\nmethods = ["{method}"]\n',
        )
    yield (
        "comparison, sacrebleu",
        (8, 2_000, 100),
        bleu + WHOLE,
        '[studies.s.comparison]\ncompat = "sacrebleu"\n',
    )
    yield (
        "comparisons on many sets",
        (60, 400, 40),
        bleu + EACH,
        '[studies.s.comparison]\nadjustment = "none"\n',
    )
    yield "power", (30, 1_000, 40), bleu + EACH, "[studies.s.power]\n"
    for coefficient in ["pearson", "kendall"]:
        yield (
            f"correlation, {coefficient}",
            (15, 1_000, 50),
            'metrics = ["bleu", "chrf", "mwer"]\n' + EACH,
            f'[studies.s.correlation]\ncoefficients = ["{coefficient}"]\n',
        )
        yield (
            f"correlation of segments, {coefficient}",
            (6, 1_000, 50),
            'metrics = ["chrf", "mwer", "mper"]\n' + WHOLE,
            f'[studies.s.correlation]\nover = "segments"\ncoefficients = ["{coefficient}"]\n',
        )
    for method in ["percentile", "bca", "bootstrap-t"]:
        yield (
            f"intervals, {method}",
            (10, 2_000, 100),
            bleu + "test-sizes = { fractions = [0.25, 0.5, 1.0] }\nB = 5000\n",
            f'[studies.s.intervals]\nmethods = ["{method}"]\n',
        )
    yield "NIST", (8, 1_000, 50), 'metrics = ["nist"]\n' + EACH, ""
    yield (
        "size intervals",
        (4, 1_000, 50),
        bleu + EACH,
        "[studies.s.minimal-size]\ninterval-draws = 5000\n",
    )
    yield (
        "representativeness",
        (40, 1_000, 50),
        bleu + EACH + "orderings = { random = 100 }\nB = 100\n",
        "[studies.s.representativeness]\n",
    )
    yield (
        "references, agreement",
        PRESET,
        'metrics = ["bleu", "mwer"]\nreference-counts = [1, 2, 3, 4]\n'
        'reference-choice = "every-subset"\n' + EACH,
        "[studies.s.agreement]\n[studies.s.cross-reference]\n",
    )
    asked_for = {
        "margin": '[studies.s.margin]\nwanted = "3 %"\n',
        "power": "[studies.s.power]\neffects = [0.5, 1.0, 2.0]\n",
        "separation": "[studies.s.separation]\n",
        "comparison": "[studies.s.comparison]\n",
        "ranking": ranking,
    }
    path = bleu + EACH
    for systems, documents in [(5, 20), (5, 200), (20, 20), (20, 100), (60, 20)]:
        where = (systems, 10 * documents, documents)
        for name, asked in asked_for.items():
            yield f"{name}, {systems} systems, {documents} documents", where, path, asked
    together = "".join(asked_for.values())
    three = 'metrics = ["bleu", "chrf", "mwer"]\n' + EACH
    for systems, documents in [(5, 40), (20, 40), (60, 20)]:
        where = (systems, 10 * documents, documents)
        yield f"all of these, {systems} systems, {documents} documents", where, three, together
    yield (
        "new rankings, whole corpus",
        (60, 2_000, 200),
        bleu + WHOLE + "B = 2000\n",
        ranking,
    )
    yield "margin, orderings", (20, 1_000, 100), bleu + growing, asked_for["margin"]


def measured(command, folder):
    """Seconds of user time and bytes of resident memory of `command`, which must succeed."""
    with tempfile.TemporaryFile() as error:
        child = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=error)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            error.seek(0)
            sys.exit(f"{command}: {error.read().decode()}")
    return usage.ru_utime, usage.ru_maxrss * 1024


def planned(runner, folder, spec, arguments=()):
    """The cost that `runner plan` states, or nothing where a corpus is not there."""
    command = [runner, "plan", spec, "--format", "json", *arguments]
    plan = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    if plan.returncode == 0:
        return json.loads(plan.stdout)["cost"]
    if b"check its path" in plan.stderr:
        return None
    sys.exit(plan.stderr.decode())


def taken(runner, folder, spec, out, runs, arguments=()):
    """Least seconds and most bytes of some runs from nothing on one thread."""
    command = [runner, "run", spec, "--threads", "1", "--quiet", "--out", out, *arguments]
    found = []
    for _ in range(runs):
        shutil.rmtree(out, ignore_errors=True)
        found.append(measured(command, folder))
        if found[-1][0] > LONG:
            break
    return min(seconds for seconds, _ in found), max(memory for _, memory in found)


def run(runner, folder, where, body, derivations, runs=1):
    folder.mkdir(parents=True, exist_ok=True)
    if isinstance(where, str):
        entry = where
    else:
        name = "c" + "-".join(str(number) for number in where)
        made = folder / f"{name}.entry"
        if not made.exists():
            # In a process of its own: a child begins with the peak memory of the one that started it.
            maker = multiprocessing.get_context("spawn").Process(
                target=write_corpus, args=(made, folder / name, where)
            )
            maker.start()
            maker.join()
        entry = made.read_text()
    text = '[experiment]\nname = "e"\nseed = 1\n' + entry + study(body, derivations)
    (folder / "e.toml").write_text(text)
    cost = planned(runner, folder, "e.toml")
    out = folder / "results"
    seconds, memory = taken(runner, folder, "e.toml", out, runs)
    report, _ = measured([runner, "report", out], folder)
    return cost, seconds, memory, report


def shipped(folder, data):
    """Name, spec and further arguments of the experiments in `folder`."""
    for path in sorted(folder.glob("*.toml")):
        arguments = ["--data", str(data)] if data else []
        if path.stem == "cesta-all-orders":
            continue
        if path.stem == "tides-2002":
            studies = tomllib.loads(path.read_text())["studies"]
            few = [name for name, study in studies.items() if study.get("repeats") != 5000]
            arguments += [word for name in few for word in ("--study", name)]
        yield path.stem, path.resolve(), arguments


def report_line(name, cost, seconds, memory, limit):
    """Prints a line of the table, and returns what is off by more than the limit."""
    of_time, of_memory = cost["seconds"] / max(seconds, 1e-3), cost["memory"] / memory
    print(
        f"| {name} | {cost['seconds']:.2f} | {seconds:.2f} | {of_time:.2f} "
        f"| {cost['memory'] / 1e6:,.0f} | {memory / 1e6:,.0f} | {of_memory:.2f} |",
        flush=True,
    )
    if limit and not 1 / limit <= of_memory <= limit:
        yield f"{name}: memory {of_memory:.2f}"
    # What takes less than a second is mostly the start of the program.
    if limit and seconds > 1 and not 1 / limit <= of_time <= limit:
        yield f"{name}: time {of_time:.2f}"


def many_systems(count, body):
    """A spec of a study on scores of made-up systems, and their table."""
    generator = random.Random(1)
    lines = ["system\tid\tscore\n"]
    for system in range(count):
        lines += [f"s{system}\t{segment}\t{generator.random():.3f}\n" for segment in range(20)]
    spec = (
        '[experiment]\nname = "e"\nseed = 1\n[corpora.c.table]\npath = "scores.tsv"\n'
        'system = "system"\nsegment = "id"\njudgments = ["score"]\n'
        '[metrics.score.human]\ncriterion = "score"\n'
    )
    return spec + study('metrics = ["score"]\nB = 100\n' + WHOLE, body), "".join(lines)


def systems(runner, folder, counts, only, limit):
    """What grows with the number of systems; returns what is off by more than the limit."""
    failed = []
    analyses = {
        "scores": "",
        "intervals": "[studies.s.intervals]\n",
        "margin": '[studies.s.margin]\nwanted = "3 %"\n',
        "comparison with a baseline": '[studies.s.comparison]\nbaseline = "s0"\n',
        "comparison of all pairs": "[studies.s.comparison]\n",
        "separation": "[studies.s.separation]\n",
        "power": "[studies.s.power]\n",
        "ranking": "[studies.s.ranking]\n",
    }
    for name, body in analyses.items():
        known = []
        for count in counts if only in name else []:
            spec, table = many_systems(count, body)
            (folder / "e.toml").write_text(spec)
            (folder / "scores.tsv").write_text(table)
            plan = [runner, "plan", "e.toml", "--format", "json"]
            plan = subprocess.run(plan, cwd=folder, capture_output=True, check=False)
            if plan.returncode:
                print(f"| {name}, {count:,} systems: refused | | | | | | |", flush=True)
                continue
            cost = json.loads(plan.stdout)["cost"]
            known.append((count, *taken(runner, folder, "e.toml", folder / "results", 1)))
            failed += report_line(f"{name}, {count:,} systems", cost, *known[-1][1:], limit)
        if len(known) > 1:
            (few, *small), (many, *large) = known[-2:]
            powers = [math.log(b / a, many / few) for a, b in zip(small, large)]
            print(f"| {name}: exponents | | {powers[0]:.1f} | | | {powers[1]:.1f} | |", flush=True)
    return failed


def growing(runner, folder):
    print("| samples | planned s | run s | of that, report s | planned MB | MB |")
    print("|---:|---:|---:|---:|---:|---:|")
    for count in [1_000, 10_000, 100_000, 1_000_000]:
        body = 'metrics = ["bleu"]\nsystems = ["s000"]\nB = 2\n' + samples(count, 10, "random")
        cost, seconds, memory, report = run(runner, folder, (2, 1_000, 20), body, "")
        print(
            f"| {count:,} | {cost['seconds']:.1f} | {seconds:.1f} | {report:.1f} "
            f"| {cost['memory'] / 1e6:,.0f} | {memory / 1e6:,.0f} |",
            flush=True,
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runner", type=pathlib.Path)
    parser.add_argument("--check", type=float)
    parser.add_argument("--only", default="")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--growing", action="store_true")
    parser.add_argument("--systems", type=int, nargs="+")
    parser.add_argument("--shipped", type=pathlib.Path)
    parser.add_argument("--data", type=lambda text: pathlib.Path(text).resolve())
    arguments = parser.parse_args()
    runner = arguments.runner.resolve()
    failed = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        if arguments.growing:
            growing(runner, folder)
            return
        print("| study | planned s | s | ratio | planned MB | MB | ratio |")
        print("|---|---:|---:|---:|---:|---:|---:|")
        if arguments.systems:
            failed = systems(
                runner, folder, arguments.systems, arguments.only, arguments.check
            )
        elif arguments.shipped:
            for name, spec, further in shipped(arguments.shipped, arguments.data):
                if arguments.only not in name:
                    continue
                cost = planned(runner, folder, spec, further)
                if cost is None and arguments.data:
                    # Its corpora lie beside it.
                    further = further[2:]
                    cost = planned(runner, folder, spec, further)
                if cost is None:
                    print(f"| {name}: its data are not there | | | | | | |", flush=True)
                    continue
                found = taken(runner, folder, spec, folder / "results", arguments.runs, further)
                failed += report_line(name, cost, *found, arguments.check)
        else:
            for name, where, body, derivations in cases():
                if arguments.only not in name:
                    continue
                cost, seconds, memory, _ = run(
                    runner, folder, where, body, derivations, arguments.runs
                )
                failed += report_line(name, cost, seconds, memory, arguments.check)
    if failed:
        sys.exit("off by more than the factor:\n" + "\n".join(failed))


if __name__ == "__main__":
    main()
