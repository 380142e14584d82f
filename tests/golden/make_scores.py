"""Writes {bleu,chrf,ter}_random.json: random corpora with sacreBLEU's statistics and scores.

    pip install sacrebleu==2.6.0 regex==2026.11.15
    python tests/golden/make_scores.py

They hold what hand-written cases lack: references that miss segments, all tokenizers, orders and
smoothings together, and for TER hypotheses that reach its limits (beam, length ratio, number of
moves).
"""

import json
import pathlib
import random

from sacrebleu.metrics import BLEU, CHRF, TER

FOLDER = pathlib.Path(__file__).parent
GENERATOR = random.Random(7)
WORDS = "the a of über Ärger 12-year U.S. 1,250.5 don't (so) «x» 你好 。 eˈ e\u0301a \u0096 &amp; - .".split()


def disturb(words, vocabulary, rate):
    """The words after random deletions, substitutions, insertions and moves of blocks."""
    words = list(words)
    for _ in range(int(rate * len(words)) + GENERATOR.randint(0, 1)):
        at = GENERATOR.randint(0, len(words))
        kind = GENERATOR.randint(0, 4)
        if kind == 0:
            del words[at : at + 1]
        elif kind == 1:
            words[at : at + 1] = [GENERATOR.choice(vocabulary)]
        elif kind == 2:
            words.insert(at, GENERATOR.choice(vocabulary))
        else:
            block = words[at : at + GENERATOR.randint(1, 12)]
            del words[at : at + len(block)]
            to = GENERATOR.randint(0, len(words))
            words[to:to] = block
    return words


def corpus(vocabulary, lengths, references, rate, missing=0.0):
    """Hypotheses, and references of which every segment has at least one."""
    hyps, refs = [], [[] for _ in range(references)]
    for length in lengths:
        words = [GENERATOR.choice(vocabulary) for _ in range(length)]
        hyps.append(" ".join(disturb(words, vocabulary, rate)))
        for column in refs:
            text = " ".join(disturb(words, vocabulary, rate))
            column.append(None if GENERATOR.random() < missing else text)
        if all(column[-1] is None for column in refs):
            refs[-1][-1] = " ".join(words)
    return hyps, refs


def case(metric_class, options, hyps, refs):
    metric = metric_class(**options)
    stats = metric._extract_corpus_statistics(hyps, refs)
    segment_stats = [list(row) for row in stats]
    score = metric._aggregate_and_compute(stats).score
    return {
        "id": json.dumps(options),
        "hyps": hyps,
        "refs": refs,
        "options": options,
        "signature": str(metric.get_signature()),
        "segment_stats": segment_stats,
        "score": score,
    }


def bleu_cases():
    for tokenize in ["13a", "intl", "zh", "char", "none"]:
        for smooth_method, smooth_value in [("exp", None), ("none", None), ("floor", 0.3), ("add-k", 0.5)]:
            lengths = [GENERATOR.randint(0, 12) for _ in range(6)]
            yield case(
                BLEU,
                {
                    "tokenize": tokenize,
                    "smooth_method": smooth_method,
                    "smooth_value": smooth_value,
                    "lowercase": GENERATOR.random() < 0.5,
                    "effective_order": GENERATOR.random() < 0.5,
                    "max_ngram_order": GENERATOR.choice([1, 2, 3, 4, 4, 5, 9]),
                },
                *corpus(WORDS, lengths, GENERATOR.randint(1, 4), 0.3, 0.3),
            )


def chrf_cases():
    for char_order, word_order in [(6, 0), (6, 2), (1, 0), (3, 1), (0, 2), (10, 4)]:
        for eps_smoothing in [False, True]:
            lengths = [GENERATOR.randint(0, 9) for _ in range(6)]
            yield case(
                CHRF,
                {
                    "char_order": char_order,
                    "word_order": word_order,
                    "beta": GENERATOR.choice([1, 2, 3]),
                    "eps_smoothing": eps_smoothing,
                    "lowercase": GENERATOR.random() < 0.5,
                    "whitespace": GENERATOR.random() < 0.5,
                },
                *corpus(WORDS, lengths, GENERATOR.randint(1, 4), 0.4, 0.3),
            )


def ter_cases():
    letters = [chr(c) for c in range(ord("a"), ord("z") + 1)]
    for vocabulary in [2, 4, 8, 26]:
        for rate in [0.1, 0.3, 0.6]:
            lengths = [GENERATOR.randint(0, 45) for _ in range(12)]
            yield case(TER, {}, *corpus(letters[:vocabulary], lengths, 2, rate, 0.2))
        # Past the beam, and past the number of moves that are tried.
        yield case(TER, {}, *corpus(letters[:vocabulary], [90, 130, 180], 1, 0.5))
    for hypothesis, reference in [(1, 60), (2, 120), (3, 149), (3, 150), (3, 152), (150, 2), (70, 40)]:
        hyps, _ = corpus(letters, [hypothesis], 1, 0.0)
        refs = [[" ".join(GENERATOR.choice(letters) for _ in range(reference))]]
        yield case(TER, {}, hyps, refs)
    # Blocks of up to 10 words move, by up to 50 positions.
    words = [f"w{number}" for number in range(75)]
    moves = [(block, 20) for block in (9, 10, 11, 12, 20, 21)] + [(4, by) for by in range(47, 54)]
    hyps = [words[block : block + by] + words[:block] + words[block + by :] for block, by in moves]
    yield case(TER, {}, [" ".join(hyp) for hyp in hyps], [[" ".join(words)] * len(hyps)])
    for number in range(8):
        options = {
            "normalized": bool(number & 1),
            "no_punct": bool(number & 2),
            "asian_support": bool(number & 4),
        }
        lengths = [GENERATOR.randint(0, 15) for _ in range(6)]
        yield case(TER, options, *corpus(WORDS, lengths, 2, 0.4))


def main():
    for name, cases in [("bleu", bleu_cases()), ("chrf", chrf_cases()), ("ter", ter_cases())]:
        rows = ",\n".join(
            json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in cases
        )
        text = '{"oracle":"sacreBLEU 2.6.0","cases":[\n' + rows + "\n]}\n"
        (FOLDER / f"{name}_random.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
