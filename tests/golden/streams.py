"""Draws of a stream, by NumPy's PCG64 and the BLAKE3 package: python3 streams.py

Prints the first nine draws below 790 of block 0 of the bootstrap stream of seed 2007 and the name
"corpus", which the unit tests of numbers/src/stats/random.rs pin.
Made with Python 3.11, numpy 2.4.6, blake3 1.0.11.
"""

from blake3 import blake3
from numpy.random import PCG64

MASK = (1 << 128) - 1
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645


def number(value):
    return (8).to_bytes(8, "little") + value.to_bytes(8, "little")


def text(value):
    return len(value.encode()).to_bytes(8, "little") + value.encode()


key = number(2007) + text("bootstrap") + text("corpus") + number(0)
seed = blake3(key, derive_key_context="runner 2026 random streams").digest()
state = int.from_bytes(seed[:16], "little")
increment = int.from_bytes(seed[16:], "little") | 1
state = ((state + increment) * MULTIPLIER + increment) & MASK
generator = PCG64()
generator.state = {
    "bit_generator": "PCG64",
    "state": {"state": state, "inc": increment},
    "has_uint32": 0,
    "uinteger": 0,
}
bound, draws = 790, []
while len(draws) < 9:
    word = int(generator.random_raw())
    for half in (word & 0xFFFFFFFF, word >> 32):
        product = half * bound
        if product & 0xFFFFFFFF >= (1 << 32) % bound and len(draws) < 9:
            draws.append(product >> 32)
print(draws)
