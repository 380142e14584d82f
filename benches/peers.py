"""Whole processes side by side: `runner score` on one thread, and sacreBLEU.

    python3 -m venv venv && venv/bin/pip install sacrebleu==2.6.0
    venv/bin/python benches/peers.py target/release/runner --references REF... --systems HYP...

Runs in turn, so that a machine that slows down slows both. Prints the median of the runs, in seconds,
and the ratios; peak memory of runner beside the size of the texts. sacreBLEU is timed twice: as a whole
process, and without its start (its own clock around scoring, texts already read).
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import time

SCORE = """
import sys, time
from sacrebleu.metrics import BLEU, CHRF, TER
metric, runs, references, systems = sys.argv[1], 1, sys.argv[2].split(","), sys.argv[3].split(",")
read = lambda path: open(path, encoding="utf-8", newline="\\n").read().split("\\n")[:-1]
references, systems = [read(p) for p in references], [read(p) for p in systems]
scorer = {"bleu": BLEU, "chrf": CHRF, "ter": TER}[metric](references=references)
start = time.perf_counter()
for system in systems:
    scorer.corpus_score(system, None)
print(time.perf_counter() - start)
"""


def timed(command, **options):
    start = time.perf_counter()
    output = subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout
    return time.perf_counter() - start, output


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("runner")
    parser.add_argument("--references", nargs="+", required=True)
    parser.add_argument("--systems", nargs="+", required=True)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--ter-systems", type=int, default=2, help="sacreBLEU's TER is slow: score so many")
    arguments = parser.parse_args()
    size = sum(os.path.getsize(path) for path in arguments.references + arguments.systems)
    environment = dict(os.environ, RAYON_NUM_THREADS="1")
    for metric in ["bleu", "chrf", "ter"]:
        systems = arguments.systems[: arguments.ter_systems] if metric == "ter" else arguments.systems
        references = [item for path in arguments.references for item in ("--references", path)]
        ours = [arguments.runner, "score", *systems, *references, "--metrics", metric]
        theirs = [sys.executable, "-c", SCORE, metric, ",".join(arguments.references), ",".join(systems)]
        walls, peers, inner = [], [], []
        for _ in range(arguments.runs if metric != "ter" else 1):
            walls.append(timed(ours, env=environment)[0])
            peer, output = timed(theirs)
            peers.append(peer)
            inner.append(float(output))
        ours, peer, scoring = (statistics.median(times) for times in (walls, peers, inner))
        print(
            f"{metric:5} {len(systems):3} systems: runner {ours:.3f} s, sacreBLEU {peer:.2f} s "
            f"({peer / ours:.0f} times), scoring alone {scoring:.2f} s ({scoring / ours:.0f} times)"
        )
    everything = [arguments.runner, "score", *arguments.systems, *references, "--metrics", "bleu,chrf,ter"]
    timed(everything, env=environment)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"texts {size / 1e6:.1f} MB (the peak memory of a process: /usr/bin/time -v runner score ...)")


if __name__ == "__main__":
    main()
