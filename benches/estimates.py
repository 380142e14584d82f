"""What `runner plan` estimates beside what `runner run` takes: seconds of one core and memory.

    cargo build --release
    python3 benches/estimates.py target/release/runner [--check FACTOR] [--only WORD] [--growing]

Corpora are made up from a fixed seed. Every study runs on one thread, in a process of its own, whose
processor time (user and system, so that other work on the machine matters little) and largest resident
memory are those that the kernel counts. The table is Markdown. With `--check FACTOR` the exit status is 1
if an estimate for ranks or samples is off by more. `--growing` takes samples by the thousand to the million
and shows how the time of the report grows.
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile



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


def study(body, derivations=""):
    return f'[studies.s]\ncorpora = ["c"]\n{body}\n{derivations}'


PRESET = '[corpora.c.synthetic]\npreset = "cesta-enfr-1"\n'
EACH = 'test-sizes = { documents = "each" }\n'
WHOLE = "test-sizes = { fractions = [1.0] }\n"


def samples(count, size, sampling="broad"):
    return f'samples = {{ sampling = "{sampling}", segments = {size}, count = {count} }}\n'


def cases():
    """Name, corpus (systems, segments, documents, or a preset), study, and what it is about."""
    bleu = 'metrics = ["bleu"]\n'
    ranking = "[studies.s.ranking]\n"
    growing = EACH + "orderings = { corpus = true, random = 9 }\n"
    yield "growth, small", (6, 300, 15), bleu + EACH, "[studies.s.minimal-size]\n", None
    yield (
        "growth, large",
        (10, 4000, 200),
        'metrics = ["bleu", "chrf"]\n' + growing,
        "[studies.s.minimal-size]\n",
        None,
    )
    for systems, documents in [(5, 40), (15, 40), (60, 40), (200, 40)]:
        yield (
            f"ranks of {systems} systems",
            (systems, 400, documents),
            bleu + growing,
            ranking,
            "ranks",
        )
    for count in [1_000, 10_000, 100_000]:
        yield (
            f"{count:,} samples",
            (2, 20_000, 400),
            bleu + samples(count, 50) + "B = 200\n",
            "",
            "samples",
        )
    coverage = '[studies.s.coverage]\nmethods = ["percentile", "bca"]\nlevel = [0.9, 0.95]\n'
    yield "coverage", (4, 20_000, 400), bleu + samples(2_000, 200), coverage, "samples"
    yield "conclusions", (20, 5_000, 100), bleu + samples(500, 100), coverage, "samples"
    yield (
        "stability",
        (4, 2_000, 50),
        bleu + WHOLE + "B = [500, 2000]\nrepeats = 300\n",
        '[studies.s.stability]\nmethods = ["percentile", "normal"]\n',
        "samples",
    )
    yield (
        "kept replicates",
        (10, 1_000, 25),
        bleu + EACH + "B = 5000\n",
        "[studies.s.replicates]\n",
        "samples",
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
            None,
        )
    yield (
        "comparison, sacrebleu",
        (8, 2_000, 100),
        bleu + WHOLE,
        '[studies.s.comparison]\ncompat = "sacrebleu"\n',
        None,
    )
    yield (
        "comparisons on many sets",
        (60, 400, 40),
        bleu + EACH,
        '[studies.s.comparison]\nadjustment = "none"\n',
        None,
    )
    yield "power", (30, 1_000, 40), bleu + EACH, "[studies.s.power]\n", None
    for coefficient in ["pearson", "kendall"]:
        yield (
            f"correlation, {coefficient}",
            (15, 1_000, 50),
            'metrics = ["bleu", "chrf", "mwer"]\n' + EACH,
            f'[studies.s.correlation]\ncoefficients = ["{coefficient}"]\n',
            None,
        )
        yield (
            f"correlation of segments, {coefficient}",
            (6, 1_000, 50),
            'metrics = ["chrf", "mwer", "mper"]\n' + WHOLE,
            f'[studies.s.correlation]\nover = "segments"\ncoefficients = ["{coefficient}"]\n',
            None,
        )
    for method in ["percentile", "bca", "bootstrap-t"]:
        yield (
            f"intervals, {method}",
            (10, 2_000, 100),
            bleu + "test-sizes = { fractions = [0.25, 0.5, 1.0] }\nB = 5000\n",
            f'[studies.s.intervals]\nmethods = ["{method}"]\n',
            None,
        )
    yield "NIST", (8, 1_000, 50), 'metrics = ["nist"]\n' + EACH, "", None
    yield (
        "size intervals",
        (4, 1_000, 50),
        bleu + EACH,
        "[studies.s.minimal-size]\ninterval-draws = 5000\n",
        None,
    )
    yield (
        "representativeness",
        (40, 1_000, 50),
        bleu + EACH + "orderings = { random = 100 }\nB = 100\n",
        "[studies.s.representativeness]\n",
        None,
    )
    yield (
        "references, agreement",
        PRESET,
        'metrics = ["bleu", "mwer"]\nreference-counts = [1, 2, 3, 4]\n'
        'reference-choice = "every-subset"\n' + EACH,
        "[studies.s.agreement]\n[studies.s.cross-reference]\n",
        None,
    )


def measured(command, folder):
    """Seconds of processor time and bytes of resident memory of `command`, and whether it succeeded."""
    null = open(os.devnull, "wb")
    child = subprocess.Popen(command, cwd=folder, stdout=null, stderr=subprocess.PIPE)
    error = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{command}: {error.decode()}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def run(runner, folder, where, body, derivations):
    if isinstance(where, str):
        entry = where
        folder.mkdir(parents=True, exist_ok=True)
    else:
        name = "c" + "-".join(str(number) for number in where)
        made = folder / f"{name}.entry"
        if not made.exists():
            made.parent.mkdir(parents=True, exist_ok=True)
            made.write_text(corpus(folder / name, *where))
        entry = made.read_text()
    text = '[experiment]\nname = "e"\nseed = 1\n' + entry + study(body, derivations)
    (folder / "e.toml").write_text(text)
    plan = subprocess.run(
        [runner, "plan", "e.toml", "--format", "json"], cwd=folder, capture_output=True, check=False
    )
    if plan.returncode:
        sys.exit(plan.stderr.decode() + text)
    cost = json.loads(plan.stdout)["cost"]
    out = folder / "results"
    subprocess.run(["rm", "-rf", out], check=True)
    seconds, memory = measured(
        [runner, "run", "e.toml", "--threads", "1", "--quiet", "--out", out], folder
    )
    report, _ = measured([runner, "report", out], folder)
    return cost, seconds, memory, report


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runner", type=pathlib.Path)
    parser.add_argument("--check", type=float)
    parser.add_argument("--only", default="")
    parser.add_argument("--growing", action="store_true")
    arguments = parser.parse_args()
    runner = arguments.runner.resolve()
    failed = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        if arguments.growing:
            print("| samples | planned s | run s | of that, report s | planned MB | MB |")
            print("|---:|---:|---:|---:|---:|---:|")
            for count in [1_000, 10_000, 100_000, 1_000_000]:
                body = 'metrics = ["bleu"]\nsystems = ["s000"]\nB = 2\n' + samples(count, 10, "random")
                where = (2, 1_000, 20)
                cost, seconds, memory, report = run(runner, folder, where, body, "")
                print(
                    f"| {count:,} | {cost['seconds']:.1f} | {seconds:.1f} | {report:.1f} "
                    f"| {cost['memory'] / 1e6:,.0f} | {memory / 1e6:,.0f} |",
                    flush=True,
                )
            return
        print("| study | planned s | s | ratio | planned MB | MB | ratio |")
        print("|---|---:|---:|---:|---:|---:|---:|")
        for name, where, body, derivations, checked in cases():
            if arguments.only not in name:
                continue
            cost, seconds, memory, _ = run(runner, folder, where, body, derivations)
            of_time, of_memory = cost["seconds"] / seconds, cost["memory"] / memory
            print(
                f"| {name} | {cost['seconds']:.2f} | {seconds:.2f} | {of_time:.2f} "
                f"| {cost['memory'] / 1e6:,.0f} | {memory / 1e6:,.0f} | {of_memory:.2f} |",
                flush=True,
            )
            limit = arguments.check
            if limit and checked and not 1 / limit <= of_memory <= limit:
                failed.append(f"{name}: memory {of_memory:.2f}")
            # What takes less than a second is mostly the start of the program.
            if limit and checked and seconds > 1 and not 1 / limit <= of_time <= limit:
                failed.append(f"{name}: time {of_time:.2f}")
    if failed:
        sys.exit("off by more than the factor:\n" + "\n".join(failed))


if __name__ == "__main__":
    main()
