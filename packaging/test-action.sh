#!/usr/bin/env bash
# Runs the scripts of action.yml as a workflow would, on generated texts, with the `runner` on the search path and a `gh`
# that writes down what it is asked.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
fail() { echo "error: $1" >&2; exit 1; }

runner corpus generate cesta-enfr-2 demo > /dev/null
cut -f 2 demo/documents/xx-yy.docs > docs.txt
texts=demo/system-outputs/xx-yy
cp "$texts/S8.txt" "old system.txt"
export BASELINE="old system.txt" REFERENCES="demo/references/xx-yy.ref1.txt
  demo/references/xx-yy.ref2.txt" DOCUMENTS=docs.txt METRICS="bleu chrf" RUNNER_TEMP=$scratch
# act EXPECTED-CODE, with the inputs in the environment; outputs lie in `out`.
act() {
    local code=0
    : > out
    GITHUB_OUTPUT=$scratch/out GITHUB_STEP_SUMMARY=$scratch/summary bash "$here/compare-action.sh" > log 2>&1 || code=$?
    [ "$code" = "$1" ] || fail "code $code, not $1: $(cat log)"
}
has() { grep -qx -- "$1" out || fail "no output \`$1\`: $(cat out)"; }

SYSTEMS=$texts/S10.txt act 0
has conclusion=none; has failed=false
grep -q '^|' summary || fail "the summary has no table"
grep -q '<!-- runner compare: Translation quality -->' runner-compare.md || fail "the comment has no mark"
SYSTEMS=$texts/S10.txt MARGIN=bleu=30 act 0
has conclusion=pass; has failed=false
# The baseline against a better one.
BASELINE=$texts/S10.txt SYSTEMS="old system.txt" MARGIN=bleu=0.01 act 0
has conclusion=fail; has failed=true
BASELINE=$texts/S10.txt SYSTEMS="old system.txt" MARGIN=bleu=0.01 FAIL_ON=never act 0
has failed=false
SYSTEMS=$texts/S10.txt MARGIN=chrf=0.02 act 0
has conclusion=inconclusive; has failed=false
SYSTEMS=$texts/S10.txt MARGIN=chrf=0.02 FAIL_ON=inconclusive ARGUMENTS="--seed
7" act 0
has failed=true
SYSTEMS=nowhere.txt act 3
SYSTEMS=$texts/S10.txt FAIL_ON=sometimes act 2

# A comment is made once, then renewed.
mkdir bin
cat > bin/gh <<'GH'
#!/usr/bin/env bash
printf '%s\n' "$*" >> "$CALLS"
case $* in *--paginate*) cat "$KNOWN" ;; esac
GH
chmod +x bin/gh
export CALLS=$scratch/calls KNOWN=$scratch/known REPORT=$scratch/runner-compare.md PULL_REQUEST=5 GITHUB_REPOSITORY=o/r
: > known
PATH=$scratch/bin:$PATH bash "$here/comment.sh"
grep -qx "api --method POST repos/o/r/issues/5/comments --field body=@$REPORT" calls || fail "no comment: $(cat calls)"
echo 17 > known
PATH=$scratch/bin:$PATH bash "$here/comment.sh"
grep -qx "api --method PATCH repos/o/r/issues/comments/17 --field body=@$REPORT" calls || fail "not renewed: $(cat calls)"
echo "the action compares, concludes and comments"
