# List the recipes
default:
    @just --list

# All that continuous integration checks
check:
    bash .ci/run

# The slow part of continuous integration: results of reference, kills, fuzzing
nightly:
    bash .ci/nightly

# All tests
test:
    cargo test

# Runs on a real Slurm of three nodes on this machine: node losses, limits, preemption; some minutes
cluster-slow:
    RUNNER_TEST_SLURM=1 cargo test --test cluster -- --include-ignored

# Format the code
fmt:
    cargo fmt

# Write the schemas anew
schema:
    RUNNER_UPDATE_SCHEMAS=1 cargo test --test studies schema::

# Write the reference results of the shipped experiments anew
golden:
    RUNNER_UPDATE_GOLDEN=1 cargo test --release --test studies shipped::results_are

# Run an experiment by name
experiment NAME *ARGS:
    cargo run --release -- run experiments/{{NAME}}.toml {{ARGS}}

# Benchmarks of draws, kernel and statistics
bench:
    cargo bench

# What `runner plan` estimates beside what `runner run` takes, some minutes; see the script for its arguments
bench-estimates *ARGS:
    cargo build --release
    python3 benches/estimates.py target/release/runner {{ARGS}}

# The same work by runner and by sacreBLEU, in one run; see benches/peers.py for its arguments
bench-peers *ARGS:
    python3 -m venv target/peers
    target/peers/bin/pip install --quiet sacrebleu==2.6.0
    cargo build --release
    target/peers/bin/python benches/peers.py target/release/runner {{ARGS}}
