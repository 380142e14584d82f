#!/usr/bin/env bash
# Packs the program that was built for a target into an archive, tests it as it is packed, and writes its checksum.
#
#   archive.sh TARGET FOLDER     FOLDER/runner-VERSION-TARGET.tar.gz (.zip on Windows), and the same with .sha256
set -euo pipefail
[ $# = 2 ] || { sed -n '2,/^set/p' "$0" | grep '^#' | sed 's/^# \{0,1\}//' >&2; exit 2; }
cd "$(dirname "$0")/.."
target=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
name=runner-$(bash packaging/version.sh)-$target
program=runner
case $target in *windows*) program=runner.exe ;; esac

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/$name/completions" "$scratch/$name/man"
cp "target/$target/dist/$program" README.md LICENSE CHANGELOG.md CITATION.cff "$scratch/$name/"
cp -R experiments "$scratch/$name/"
packed=$scratch/$name/$program
for shell in bash zsh fish; do
    "$packed" completions "$shell" > "$scratch/$name/completions/runner.$shell"
done
"$packed" man > "$scratch/$name/man/runner.1"
for command in compare score init check plan run report diff corpus submit status merge schema; do
    "$packed" man "$command" > "$scratch/$name/man/runner-$command.1"
done
# It gives the results of reference.
for experiment in cesta koehn-judged; do
    seeds=$(sed -n 's/^  "seeds": \([0-9]*\).*/\1/p' "results/golden/$experiment/manifest.json")
    "$packed" run "experiments/$experiment.toml" --out "$scratch/results/$experiment" --quiet --seeds "${seeds:-1}"
    "$packed" diff "results/golden/$experiment" "$scratch/results/$experiment"
done
cd "$scratch"
case $target in
    *windows*) archive=$name.zip; 7z a -bso0 "$folder/$archive" "$name" ;;
    # Names in order and no times: the same program is the same archive.
    *linux*) archive=$name.tar.gz
        tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf - "$name" | gzip -n9 > "$folder/$archive" ;;
    *) archive=$name.tar.gz; tar -czf "$folder/$archive" "$name" ;;
esac
cd "$folder"
if command -v sha256sum > /dev/null; then sha256sum "$archive"; else shasum -a 256 "$archive"; fi > "$archive.sha256"
cat "$archive.sha256"
