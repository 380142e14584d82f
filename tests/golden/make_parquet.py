"""Small tables in Parquet as other programs write them, for tests/corpora/parquet.rs.

    python tests/golden/make_parquet.py        # pyarrow 26.0.1, polars 2.1.0

The texts were written for this project.
"""

from pathlib import Path

import polars
import pyarrow as pa
import pyarrow.parquet as pq

FOLDER = Path(__file__).parent / "parquet"

WIDE = pa.table({
    "doc": ["a", "a", "b"],
    "id": pa.array([1, 2, 1], pa.int64()),
    "source": ["The cat sleeps.", "It rains.", "Good morning!"],
    "refA": ["Die Katze schläft.", "Es regnet.", None],
    "Zeta": ["Die Katze schlaft.", "", "Guten Morgen!"],
    "Eta": ["Katze schläft.", "Regen.", "Morgen!"],
})
LONG = pa.table({
    # Text packed as codes, as pandas' categoricals are.
    "system": pa.array(["Zeta", "Zeta", "Zeta", "Eta", "Eta"]).dictionary_encode(),
    "id": pa.array([1, 1, 2, 1, 2], pa.int32()),
    "hypothesis": pa.array(["Die Katze schlaft.", "Die Katze schlaft.", "Regen.", "Katze schläft.", None], pa.large_string()),
    "judge": ["j1", "j2", "j1", "j1", "j3"],
    "fluency": pa.array([3, 4, 5, 4, None], pa.int32()),
    "adequacy": pa.array([4.0, 4.0, None, 5.0, 5.0], pa.float32()),
    "COMET": [0.71, 0.71, 0.5, 0.1 + 0.2, None],
    # Columns that nobody asks for may hold anything.
    "tiny": pa.array([1, 2, 3, 4, 5], pa.int8()),
    "spans": [[1], [], None, [2, 3], [4]],
    "when": pa.array([0, 1, 2, 3, 4], pa.timestamp("ms", tz="UTC")),
    "sure": [True, False, None, True, True],
    "nothing": pa.nulls(5),
    "sizes": pa.array([1, 2, 3, 4, 2**64 - 1], pa.uint64()),
    "nan": [0.5, 0.5, float("nan"), 1.0, 1.0],
})

for name, options in {
    "snappy": {},
    "plain": {"compression": "none", "use_dictionary": False},
    "zstd-v2": {"compression": "zstd", "data_page_version": "2.0"},
    "gzip": {"compression": "gzip", "row_group_size": 2, "version": "1.0"},
    "brotli": {"compression": "brotli", "data_page_size": 16},
    "lz4": {"compression": "lz4", "store_schema": False},
}.items():
    pq.write_table(WIDE, FOLDER / f"wide-{name}.parquet", **options)
pq.write_table(LONG, FOLDER / "long.parquet", row_group_size=2)
polars.from_arrow(LONG.select(["system", "id", "hypothesis", "judge", "fluency", "adequacy", "COMET"])).write_parquet(
    FOLDER / "long-polars.parquet"
)

# One long text that ten thousand rows name: a gigabyte in a few hundred bytes.
repeated = pa.DictionaryArray.from_arrays(pa.array([0] * 10_000, pa.int32()), pa.array(["x" * 100_000]))
pq.write_table(pa.table({"A": repeated}), FOLDER / "repeated.parquet", compression="zstd", write_statistics=False, store_schema=False)

# All types of numbers, with missing values, as large and as small as they can be. `types.jsonl` has what Python reads,
# which makes the nearest floating-point number of a decimal.
from decimal import Decimal  # noqa: E402
import json  # noqa: E402

ROWS = 40
columns = {"system": pa.array([f"s{row % 3}" for row in range(ROWS)]).dictionary_encode()}
for bits in (8, 16, 32, 64):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    signed = [None if row % 7 == 3 else [low, high, -1, 0, row][row % 5] for row in range(ROWS)]
    unsigned = [None if row % 7 == 3 else [2**bits - 1, 0, high, row][row % 4] for row in range(ROWS)]
    columns[f"int{bits}"] = pa.array(signed, getattr(pa, f"int{bits}")())
    columns[f"uint{bits}"] = pa.array(unsigned, getattr(pa, f"uint{bits}")())
columns["truth"] = pa.array([None if row % 7 == 3 else row % 3 == 0 for row in range(ROWS)])
for digits, places in ((5, 2), (10, 2), (18, 9), (38, 18), (38, 0), (38, 38)):
    largest = 10**digits - 1
    units = [None if row % 7 == 3 else [largest, -largest, -1, 0, 10**digits // 7 * row // 40][row % 5] for row in range(ROWS)]
    values = [None if unit is None else Decimal(unit).scaleb(-places) for unit in units]
    columns[f"decimal{digits}_{places}"] = pa.array(values, pa.decimal128(digits, places))
types = pa.table(columns)
for name, options in {
    "types": {"row_group_size": 16},
    "types-integers": {"store_decimal_as_integer": True, "store_schema": False, "use_dictionary": False, "data_page_version": "2.0"},
}.items():
    pq.write_table(types, FOLDER.parent / f"{name}.parquet", **options)
rows = [{name: float(value) if isinstance(value, Decimal) else value for name, value in row.items()} for row in types.to_pylist()]
(FOLDER.parent / "types.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
