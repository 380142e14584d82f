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
