"""Logs that evaluation harnesses write, read by `runner`: are the scores those that the programs gave?

    pip install inspect-ai tiktoken     # or deepeval, or lm_eval; .ci/nightly has the versions
    python3 tests/harnesses/written.py target/release/runner inspect

Every program evaluates two made-up models on the same twenty questions, without network: `strong` answers four of five
right, `weak` every second. `runner score` must have these shares, for each program and both models, and `runner compare`
must pair the questions.
"""

import asyncio
import importlib.metadata
import json
import os
import pathlib
import subprocess
import sys
import tempfile

QUESTIONS = 20
SHARES = {"strong": 0.8, "weak": 0.5}


def answer(model, number):
    """What a model says to a question, whose right answer is three times its number."""
    right = number % 5 > 0 if model == "strong" else number % 2 == 0
    return str(3 * number) if right else "none"


def inspect(folder):
    """Logs of inspect, each sample answered in two epochs."""
    import tiktoken

    class Words:
        """Tokens are counted only; the tables of tiktoken would be fetched."""

        name = "words"

        def encode(self, text, **_):
            return text.split()

        encode_ordinary = encode

    tiktoken.get_encoding = tiktoken.encoding_for_model = lambda _: Words()
    from inspect_ai import Epochs, Task, eval
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelOutput, get_model
    from inspect_ai.scorer import match
    from inspect_ai.solver import generate

    for model in SHARES:

        def said(messages, *_, model=model):
            number = int(messages[-1].text.split()[1])
            return ModelOutput.from_content(f"mockllm/{model}", answer(model, number))

        samples = [Sample(input=f"Triple {n} please", target=str(3 * n), id=n) for n in range(QUESTIONS)]
        task = Task(name="triples", dataset=samples, solver=generate(), scorer=match(), epochs=Epochs(2))
        eval(
            task,
            model=get_model(f"mockllm/{model}", custom_outputs=said),
            log_dir=str(folder),
            display="none",
        )
    return "match", "mockllm/{}"


def deepeval(folder):
    """Results of DeepEval by a metric without a model."""
    os.environ.update(DEEPEVAL_TELEMETRY_OPT_OUT="YES", DEEPEVAL_RESULTS_FOLDER=str(folder))
    from deepeval import evaluate
    from deepeval.evaluate.configs import AsyncConfig, DisplayConfig
    from deepeval.metrics import BaseMetric
    from deepeval.test_case import LLMTestCase

    class Same(BaseMetric):
        threshold = 0.5

        def measure(self, case, *_, **__):
            self.score = float(case.actual_output == case.expected_output)
            self.success, self.reason = self.score > self.threshold, "compared"
            return self.score

        async def a_measure(self, case, *_, **__):
            await asyncio.sleep(0)
            return self.measure(case)

        def is_successful(self):
            return self.success

        @property
        def __name__(self):
            return "Same"

    for model in SHARES:
        cases = [
            LLMTestCase(input=f"Triple {n}", actual_output=answer(model, n), expected_output=str(3 * n))
            for n in range(QUESTIONS)
        ]
        evaluate(
            cases,
            [Same()],
            hyperparameters={"model": model, "prompt template": "plain"},
            display_config=DisplayConfig(print_results=False, show_indicator=False, results_folder=str(folder)),
            async_config=AsyncConfig(run_async=False),
        )
    return "Same", "{}"


def lm_eval(folder):
    """Samples of lm-evaluation-harness, of a task that is a file."""
    os.environ.update(HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1", HF_HOME=str(folder.parent / "home"))
    questions = folder.parent / "triples.jsonl"
    lines = [json.dumps({"question": str(n), "answer": str(3 * n)}) + "\n" for n in range(QUESTIONS)]
    questions.write_text("".join(lines))
    from lm_eval import simple_evaluate
    from lm_eval.api.model import LM
    from lm_eval.loggers import EvaluationTracker
    from lm_eval.tasks import TaskManager

    class Made(LM):
        def __init__(self, model):
            super().__init__()
            self.model = model

        def loglikelihood(self, requests, **_):
            return [(0.0, False) for _ in requests]

        def loglikelihood_rolling(self, requests, **_):
            return [0.0 for _ in requests]

        def generate_until(self, requests, **_):
            return [answer(self.model, int(request.doc["question"])) for request in requests]

    task = {
        "task": "triples",
        "dataset_path": "json",
        "dataset_kwargs": {"data_files": {"test": str(questions)}},
        "test_split": "test",
        "output_type": "generate_until",
        "doc_to_text": "Triple {{question}}:",
        "doc_to_target": "{{answer}}",
        "generation_kwargs": {"until": ["\n"]},
        "metric_list": [{"metric": "exact_match", "aggregation": "mean", "higher_is_better": True}],
        "metadata": {"version": 1.0},
    }
    for model in SHARES:
        tracker = EvaluationTracker(output_path=str(folder))
        results = simple_evaluate(
            Made(model), tasks=[task], task_manager=TaskManager(), log_samples=True, evaluation_tracker=tracker
        )
        tracker.general_config_tracker.model_name_sanitized = f"made__{model}"
        samples = results.pop("samples")
        tracker.save_results_aggregated(results=results, samples=samples)
        for name, those in samples.items():
            tracker.save_results_samples(task_name=name, samples=those)
    return "exact_match", "made__{}"


PROGRAMS = {"inspect": ("inspect-ai", inspect), "deepeval": ("deepeval", deepeval), "lm_eval": ("lm_eval", lm_eval)}


def answered(runner, *arguments):
    """What `runner` prints in JSON."""
    command = [runner, *map(str, arguments), "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{command}: exit code {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def check(runner, program):
    """Has a program write its logs, and compares what is read."""
    package, write = PROGRAMS[program]
    with tempfile.TemporaryDirectory() as root:
        folder = pathlib.Path(root).resolve() / "logs"
        folder.mkdir()
        # Some keep files where they are called.
        os.chdir(root)
        metric, named = write(folder)
        read = answered(runner, "score", folder)["scores"]
        scores = {row["system"]: row["score"] for row in read if row["metric"] == metric}
        expected = {named.format(model): share for model, share in SHARES.items()}
        if scores.keys() != expected.keys() or any(abs(scores[s] - expected[s]) > 1e-12 for s in expected):
            sys.exit(f"{program}: {scores} in place of {expected}")
        systems = ",".join(named.format(model) for model in ("weak", "strong"))
        answered(runner, "compare", folder, "--systems", systems, "--metric", metric)
    print(f"{program} {importlib.metadata.version(package)}: {scores}")


if __name__ == "__main__":
    check(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2])
