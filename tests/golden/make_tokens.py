"""Writes tokens.jsonl: random texts with the tokens that sacreBLEU makes of them.

    pip install sacrebleu==2.6.0 regex==2026.11.15
    python tests/golden/make_tokens.py > tests/golden/tokens.jsonl

One JSON array per line: the text, then its tokens joined by one space, for each tokenizer of
COLUMNS in order; null where the tokens are those of the column before.
"""

import json
import random

from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.ter import TER

COLUMNS = [
    BLEU(tokenize="13a"),
    BLEU(tokenize="zh"),
    BLEU(tokenize="intl"),
    BLEU(tokenize="none"),
    BLEU(tokenize="none", lowercase=True),
    BLEU(tokenize="char"),
    TER(normalized=True),
    TER(normalized=True, asian_support=True, case_sensitive=True),
    TER(normalized=True, asian_support=True, no_punct=True),
    TER(no_punct=True),
]

# What the rules look at comes up often, and so do its neighbours.
PIECES = (
    list("0123.,.,-- aB'") * 4
    + [chr(c) for c in range(0x20, 0x7F)]
    + ["'s ", "'s", "\n", "-\n", "\n-", "\t", "\r", "\x0b", "\x1c", "\x1f", "\x85", "\u00a0", "\u2028", "\u3000"]
    + ["<skipped>", "&quot;", "&amp;", "&lt;", "&gt;", "&apos;", "&amp;lt;"]
    + list("äÉßİΣςжЖא٣½²€°§«»„“’–—…\u200b\ufeff\u0301\u0096")
    + list("你好。，！？（）「」〜・ひカﾊ㍿㊀龻龼豈ｶ：①Ⅷ")
    + list("\u2000\u2001\u2a6d\u2a6e\u2f80\u2f81\u2fa1\u2fa2\u4dc0😀𠀀𝟘𐄀")
)


def main():
    generator = random.Random(13)
    for _ in range(2000):
        text = "".join(generator.choice(PIECES) for _ in range(generator.randint(0, 14)))
        row, before = [text], None
        for metric in COLUMNS:
            tokens = " ".join(metric._preprocess_segment(text).split())
            row.append(None if tokens == before else tokens)
            before = tokens
        print(json.dumps(row, ensure_ascii=False, separators=(",", ":")))


if __name__ == "__main__":
    main()
