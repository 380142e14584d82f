"""runner beside sacreBLEU on the same files, in turn, in one run; prints medians and ratios.

    python3 -m venv venv && venv/bin/pip install sacrebleu==2.6.0
    venv/bin/python benches/peers.py target/release/runner [--references REF... --systems HYP...]

Without files, 10 systems on 2,000 segments with four references are made up (from a fixed seed).

What is compared, each the median of --runs runs:

* scores: whole process of `runner score` on one thread, and sacreBLEU's own clock around scoring, texts
  already read;
* intervals: whole processes of `runner score --interval` (B = 1,000), on one thread and on all, and of
  `sacrebleu --confidence`, which takes one system at a time, for all systems;
* resampling alone (BLEU, B = 10,000): processor time that intervals add to a process of runner on one
  thread; processor time that they add to sacreBLEU's scoring, and that its paired bootstrap test adds;
* threads: whole process of runner on one and on two threads, with B so large that it takes some seconds.
"""

import argparse
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

SCORE = """
import sys, time
from sacrebleu.metrics import BLEU, CHRF, TER
metric, references, systems = sys.argv[1], sys.argv[2].split(","), sys.argv[3].split(",")
read = lambda path: open(path, encoding="utf-8", newline="\\n").read().split("\\n")[:-1]
references, systems = [read(p) for p in references], [read(p) for p in systems]
scorer = {"bleu": BLEU, "chrf": CHRF, "ter": TER}[metric](references=references)
start = time.perf_counter()
for system in systems:
    scorer.corpus_score(system, None)
print(time.perf_counter() - start)
"""

# Of its classes, the parts that resample: statistics are extracted beforehand.
RESAMPLE = """
import sys, time, os
from sacrebleu.metrics import BLEU
from sacrebleu.significance import PairedTest
references, systems, count = sys.argv[1].split(","), sys.argv[2].split(","), int(sys.argv[3])
read = lambda path: open(path, encoding="utf-8", newline="\\n").read().split("\\n")[:-1]
references = [read(p) for p in references]
named = [(p, read(p)) for p in systems]
def clock(work):
    start = time.process_time()
    work()
    return time.process_time() - start
metric = BLEU(references=references)
def score(n):
    for _, system in named:
        metric.corpus_score(system, None, n_bootstrap=n)
plain = clock(lambda: score(1))
intervals = clock(lambda: score(count)) - plain
os.environ["SACREBLEU_SEED"] = "12345"
def paired(n):
    PairedTest(named, {"BLEU": BLEU()}, references, test_type="bs", n_samples=n)()
few = clock(lambda: paired(2))
print(intervals, clock(lambda: paired(count)) - few)
"""


def timed(command, threads=None):
    """Wall time, processor time and output of a process."""
    environment = dict(os.environ)
    if threads:
        environment["RAYON_NUM_THREADS"] = str(threads)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    output = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, output


def make_up(folder, systems=10, references=4, segments=2000):
    """Files of made-up words: references are free versions of a common text, systems poorer ones."""
    generator = random.Random(2007)
    words = ["".join(generator.choices("etaoinshrdlu", k=generator.randint(2, 9))) for _ in range(8000)]
    weights = [1 / (rank + 2) for rank in range(len(words))]
    text = [generator.choices(words, weights, k=generator.randint(8, 45)) for _ in range(segments)]

    def version(rate):
        other = lambda word: generator.choices(words, weights)[0] if generator.random() < rate else word
        return [[other(word) for word in segment if generator.random() > rate / 5] for segment in text]

    def write(name, segments):
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(" ".join(segment) + ".\n" for segment in segments)
        return path

    return (
        [write(f"ref{number}.txt", version(0.15)) for number in range(references)],
        [write(f"sys{number}.txt", version(0.2 + 0.02 * number)) for number in range(systems)],
    )


class Peers:
    def __init__(self, arguments):
        self.runner, self.runs = arguments.runner, arguments.runs
        self.references, self.systems = arguments.references, arguments.systems
        self.ter_systems = arguments.ter_systems

    def ours(self, *options, systems=None):
        references = [item for path in self.references for item in ("--references", path)]
        return [self.runner, "score", *(systems or self.systems), *references, *options]

    def median(self, *measurements, runs=None):
        """Medians of measurements that are made in turn."""
        rounds = [[measure() for measure in measurements] for _ in range(runs or self.runs)]
        return [statistics.median(values) for values in zip(*rounds)]

    def scores(self):
        for metric in ["bleu", "chrf", "ter"]:
            systems = self.systems[: self.ter_systems] if metric == "ter" else self.systems
            ours = self.ours("--metrics", metric, systems=systems)
            theirs = [sys.executable, "-c", SCORE, metric, ",".join(self.references), ",".join(systems)]
            mine, peer = self.median(
                lambda: timed(ours, threads=1)[0],
                lambda: float(timed(theirs)[2]),
                runs=1 if metric == "ter" else None,
            )
            print(f"scores, {metric:4} {len(systems):3} systems: {mine:.3f} s, {peer:.2f} s: {peer / mine:.0f} times")

    def intervals(self):
        ours = self.ours("--interval", "--bootstrap", "1000")
        theirs = [sys.executable, "-m", "sacrebleu", *self.references, "--confidence", "--confidence-n", "1000", "-i"]
        rounds = []
        for _ in range(self.runs):
            peers = [timed([*theirs, system]) for system in self.systems]
            one = timed(ours, threads=1)
            rounds.append((one[0], one[1], timed(ours)[0], sum(p[0] for p in peers), sum(p[1] for p in peers)))
        one, cpu, several, peer, peer_cpu = (statistics.median(values) for values in zip(*rounds))
        print(f"intervals, B = 1,000: {one:.3f} s ({several:.3f} s on all threads), {peer:.2f} s: {peer / one:.0f} "
              f"times ({peer / several:.0f} times); processor time {cpu:.3f} s, {peer_cpu:.2f} s: {peer_cpu / cpu:.0f} times")

    def resampling(self, count=10_000):
        plain, resampled = self.ours(), self.ours("--bootstrap", str(count))
        theirs = [sys.executable, "-c", RESAMPLE, ",".join(self.references), ",".join(self.systems), str(count)]
        def peer():
            return [float(value) for value in timed(theirs)[2].split()]
        rounds = [
            (timed(resampled, threads=1)[1] - timed(plain, threads=1)[1], *peer()) for _ in range(self.runs)
        ]
        mine, intervals, paired = (statistics.median(values) for values in zip(*rounds))
        print(f"resampling alone, B = {count}: {mine:.4f} s, intervals {intervals:.2f} s: {intervals / mine:.0f} times, "
              f"paired bootstrap {paired:.2f} s: {paired / mine:.0f} times")

    def threads(self, count=1_000_000):
        ours = self.ours("--bootstrap", str(count))
        rounds = [timed(ours, threads=1)[:2] + timed(ours, threads=2)[:2] for _ in range(self.runs)]
        one, one_cpu, two, two_cpu = (statistics.median(values) for values in zip(*rounds))
        best = min(r[0] for r in rounds) / min(r[2] for r in rounds)
        print(f"threads, B = {count}: {one:.2f} s on one, {two:.2f} s on two: {one / two:.2f} times (the fastest runs: "
              f"{best:.2f} times); processor time {one_cpu:.2f} s, {two_cpu:.2f} s")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("runner")
    parser.add_argument("--references", nargs="+")
    parser.add_argument("--systems", nargs="+")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--ter-systems", type=int, default=2, help="sacreBLEU's TER is slow: score so many")
    parser.add_argument("--only", nargs="+", default=["threads", "resampling", "intervals", "scores"])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if not arguments.systems:
            arguments.references, arguments.systems = make_up(folder)
        paths = arguments.references + arguments.systems
        print(f"{len(arguments.systems)} systems, {len(arguments.references)} references, "
              f"{sum(map(os.path.getsize, paths)) / 1e6:.1f} MB of text")
        peers = Peers(arguments)
        for part in arguments.only:
            getattr(peers, part)()


if __name__ == "__main__":
    main()
