"""How time and memory of `runner run` grow with what a study is made of.

    cargo build --release
    python3 benches/growth.py target/release/runner [--only WORD]

Each line of the table (Markdown) changes one number over two decades and keeps the others: processor time and largest
resident memory of a process of its own on one thread, least of three runs, and the exponents between the last two
numbers: 1 is linear. The last column is how many times as fast two threads are at the last number (elapsed
time). The corpora are made up (`estimates.py`).
"""

import argparse
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

from estimates import corpus, study

WHOLE = "test-sizes = { fractions = [1.0] }\n"
TWO = 'metrics = ["bleu", "chrf"]\n' + WHOLE
INTERVALS = '[studies.s.intervals]\nmethods = ["percentile"]\n'
# What is not changed.
SYSTEMS, SEGMENTS, DOCUMENTS = 3, 4_000, 100


def ratings(folder, judges):
    """Scores of eight systems on 400 segments, each judged by two of `judges` judges."""
    generator = random.Random(1)
    effects = [generator.gauss(0, 5) for _ in range(judges)]
    lines = ["system\tdocument\tsegment\tjudge\tscore\n"]
    for segment in range(400):
        pair = [segment % judges, (segment + 1 + segment // judges) % judges]
        pair[1] = pair[1] if pair[1] != pair[0] else (pair[0] + 1) % judges
        for system in range(8):
            for judge in pair:
                score = 70 + 2 * system + effects[judge] + generator.gauss(0, 10)
                lines.append(f"s{system}\td{segment // 4}\t{segment}\tj{judge:03}\t{score:.1f}\n")
    folder.mkdir(parents=True)
    (folder / "ratings.tsv").write_text("".join(lines))
    return (
        f'[corpora.c.table]\npath = "{folder.name}/ratings.tsv"\nsystem = "system"\ndocument = "document"\n'
        'segment = "segment"\njudge = "judge"\njudgments = ["score"]\n[metrics.score.human]\ncriterion = "score"\n'
    )


def cases():
    """What changes, its numbers, and for each the corpus (or its number of judges) and the study."""
    for what, numbers, where in [
        ("segments", [1_000, 10_000, 100_000], lambda n: (SYSTEMS, n, n // 40)),
        ("documents", [100, 1_000, 10_000], lambda n: (SYSTEMS, 20_000, n)),
        ("systems, intervals", [3, 30, 300], lambda n: (n, 1_000, 50)),
    ]:
        yield what, numbers, where, lambda n: study(TWO + "B = 1000\n", INTERVALS)
    # A comparison is of pairs, whose number is the square of that of systems.
    yield (
        "systems, all pairs",
        [3, 30, 300],
        lambda n: (n, 1_000, 50),
        lambda n: study(TWO, "[studies.s.comparison]\n"),
    )
    yield (
        "B",
        [1_000, 10_000, 100_000],
        lambda n: (SYSTEMS, SEGMENTS, DOCUMENTS),
        lambda n: study(TWO + f"B = {n}\n", INTERVALS),
    )
    yield (
        "judges",
        [2, 20, 200],
        lambda n: n,
        lambda n: study(
            'metrics = ["score"]\n' + WHOLE,
            "resample = { texts = \"documents\", judges = true }\n[studies.s.comparison]\n[studies.s.agreement]\n",
        ),
    )


def measured(command, folder):
    """Seconds of processor time and elapsed, and bytes of resident memory."""
    begin = time.perf_counter()
    child = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    error = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{command}: {error.decode()}")
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - begin, usage.ru_maxrss * 1024


def runs(runner, folder, threads, count):
    """The least of each figure over some runs, each of which computes everything."""
    command = [runner, "run", "e.toml", "--threads", str(threads), "--quiet", "--force", "--out"]
    figures = [measured([*command, tempfile.mkdtemp(dir=folder)], folder) for _ in range(count)]
    return [min(figure) for figure in zip(*figures)]


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("runner", type=pathlib.Path)
    arguments.add_argument("--only", default="")
    given = arguments.parse_args()
    runner = given.runner.resolve()
    print("| what grows | numbers | processor time (s) | memory (MB) | exponents | two threads |")
    print("|---|---|---|---|---|---|")
    for what, numbers, where, of_study in cases():
        if given.only not in what:
            continue
        seconds, memory = [], []
        for number in numbers:
            with tempfile.TemporaryDirectory() as folder:
                folder = pathlib.Path(folder)
                place = where(number)
                entry = (corpus if isinstance(place, tuple) else ratings)(
                    folder / "c", *(place if isinstance(place, tuple) else (place,))
                )
                spec = '[experiment]\nname = "e"\nseed = 1\n' + entry + of_study(number)
                (folder / "e.toml").write_text(spec)
                cpu, elapsed, resident = runs(runner, folder, 1, 3)
                seconds.append(cpu)
                memory.append(resident)
                if number == numbers[-1]:
                    faster = elapsed / runs(runner, folder, 2, 3)[1]
        step = math.log(numbers[-1] / numbers[-2])
        exponents = [math.log(figures[-1] / figures[-2]) / step for figures in (seconds, memory)]
        print(
            f"| {what} | {', '.join(f'{n:,}' for n in numbers)} | {', '.join(f'{s:.2f}' for s in seconds)} "
            f"| {', '.join(f'{m / 1e6:,.0f}' for m in memory)} "
            f"| {exponents[0]:.2f}, {exponents[1]:.2f} | {faster:.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
