# List the recipes
default:
    @just --list

# All that continuous integration checks
check:
    bash .ci/run

# All tests
test:
    cargo test

# Format the code
fmt:
    cargo fmt

# Write the schemas anew
schema:
    RUNNER_UPDATE_SCHEMAS=1 cargo test --test schema

# Run an experiment by name
experiment NAME *ARGS:
    cargo run --release -- run experiments/{{NAME}}.toml {{ARGS}}

# Benchmarks of draws, kernel and statistics
bench:
    cargo bench

# Whole processes beside sacreBLEU: just bench-peers "REF ..." "HYP ..."
bench-peers REFERENCES SYSTEMS:
    python3 -m venv target/peers
    target/peers/bin/pip install --quiet sacrebleu==2.6.0
    cargo build --release
    target/peers/bin/python benches/peers.py target/release/runner --references {{REFERENCES}} --systems {{SYSTEMS}}
