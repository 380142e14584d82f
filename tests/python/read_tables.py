"""Reads every table with pyarrow and polars, and holds it against the schema of the tables.

    python3 read_tables.py schemas/tables.schema.json results/EXPERIMENT
"""

import json
import sys
from pathlib import Path

import polars
import pyarrow.parquet

TYPES = {"utf8": "string", "uint32": "uint32", "uint64": "uint64", "double": "double", "boolean": "bool"}

schema = json.loads(Path(sys.argv[1]).read_text())
for name, table in schema["$defs"].items():
    path = Path(sys.argv[2]) / f"{name}.parquet"
    if not path.exists():
        continue  # of a derivation that no study asks for
    arrow = pyarrow.parquet.read_table(path)
    frame = polars.read_parquet(path)
    assert arrow.column_names == frame.columns == list(table["properties"]), name
    metadata = pyarrow.parquet.read_metadata(path).metadata
    assert metadata[b"runner:table"] == name.encode()
    assert len(metadata[b"run_identity"]) == 64
    for column, described in table["properties"].items():
        kind = str(arrow.schema.field(column).type).replace("string_view", "string").replace("large_string", "string")
        assert kind == TYPES[described["format"]], (name, column, kind)
        assert metadata[f"runner:column:{column}".encode()].decode() == described["description"]
        nullable = "null" in described["type"]
        assert nullable or arrow.column(column).null_count == 0, (name, column)
        assert arrow.column(column).to_pylist() == frame[column].to_list(), (name, column)
        if described["format"] == "double":
            assert not frame[column].is_nan().any(), (name, column)
    print(name, frame.height)
