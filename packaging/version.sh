#!/usr/bin/env bash
# The version of the program, from Cargo.toml.
#
#   version.sh               print it
#   version.sh --check v0.2.0    fail unless tag, Cargo.toml, CITATION.cff, conda recipe and changelog agree
#   version.sh --notes       print what the changelog says of it
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"$/\1/p' Cargo.toml)
notes() { awk -v start="## $version" 'index($0, start) == 1 { on = 1; next } /^## / { on = 0 } on' CHANGELOG.md; }

case ${1:-} in
    "") echo "$version" ;;
    --notes) notes ;;
    --check)
        fail() { echo "error: $1" >&2; exit 1; }
        [ "${2:-}" = "v$version" ] || fail "the tag is \`${2:-}\`, Cargo.toml says $version"
        grep -qx "version: $version" CITATION.cff || fail "CITATION.cff has another version than $version"
        grep -qx "  version: \"$version\"" packaging/conda/recipe.yaml || fail "the conda recipe has another version than $version"
        [ -n "$(notes)" ] || fail "CHANGELOG.md has no section \`## $version\`"
        ;;
    *) sed -n '2,/^set/p' "$0" | grep '^#' | sed 's/^# \{0,1\}//' >&2; exit 2 ;;
esac
