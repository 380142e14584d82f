#!/usr/bin/env bash
# Builds the wheel, installs it in a fresh environment, and tests it there. Needs Python 3.11 or later.
#
#   wheel.sh FOLDER [ARGUMENTS OF MATURIN]     such as --profile dist --target x86_64-unknown-linux-musl
#
# WHEEL_COMPATIBILITY   tags of the wheel, such as `manylinux2014 musllinux_1_2` for a static program
# WHEEL_VENV            where the fresh environment is made [default: FOLDER/venv]
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,/^set/p' "$0" | grep '^#' | sed 's/^# \{0,1\}//' >&2; exit 2; }
cd "$(dirname "$0")/.."
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
rm -f "$folder"/*.whl
venv=${WHEEL_VENV:-$folder/venv}
rm -rf "$venv"
"${PYTHON:-python3}" -m venv "$venv"
bin=$venv/bin
[ -d "$bin" ] || bin=$venv/Scripts
"$bin/python" -m pip install --quiet --require-hashes --only-binary :all: --requirement packaging/requirements.txt
# shellcheck disable=SC2086  # words
"$bin/maturin" build --locked --out "$folder" ${WHEEL_COMPATIBILITY:+--compatibility $WHEEL_COMPATIBILITY} "$@"
"$bin/python" -m pip install --quiet --no-deps --no-index "$folder"/*.whl
"$bin/runner" --version
# Outside the source tree, so that the installed module is tested.
tests=$PWD/python/tests
settings=$PWD/pyproject.toml
cd "$folder"
"$bin/python" -m mypy --config-file "$settings" --package mteval_runner --package runner
"$bin/python" -m mypy --config-file "$settings" "$tests"
env -u RUNNER_PROGRAM "$bin/python" -m pytest -q -p no:cacheprovider --rootdir "$tests" "$tests"
