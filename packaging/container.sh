#!/usr/bin/env bash
# Makes the containers of the static programs in the archives of a release. Nothing is compiled, and no other image is used.
#
#   container.sh FOLDER FILE     FILE gets the images `runner:amd64` and `runner:arm64`, for `docker load`
set -euo pipefail
[ $# = 2 ] || { sed -n '2,/^set/p' "$0" | grep '^#' | sed 's/^# \{0,1\}//' >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
version=$(bash "$here/version.sh")
for processor in amd64:x86_64 arm64:aarch64; do
    archive=runner-$version-${processor#*:}-unknown-linux-musl.tar.gz
    (cd "$1" && sha256sum --check --strict --quiet "$archive.sha256")
    tar -xzf "$1/$archive" -C "$scratch"
    docker build --platform "linux/${processor%:*}" --file "$here/Containerfile" --tag "runner:${processor%:*}" \
        "$scratch/${archive%.tar.gz}"
done
mkdir "$scratch/results"
docker run --rm --user "$(id -u):$(id -g)" --volume "$scratch/results:/work" runner:amd64 \
    run /usr/local/share/runner/experiments/koehn-judged.toml --out koehn-judged
[ -s "$scratch/results/koehn-judged/manifest.json" ]
docker save --output "$2" runner:amd64 runner:arm64
