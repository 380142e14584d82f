#!/usr/bin/env bash
# Runs the scripts of action.yml as a workflow would, on generated texts, with the `runner` on the search path and a `gh`
# that writes down what it is asked. Needs `jq`, as `gh` has one.
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
# The margin may stand among the arguments.
SYSTEMS=$texts/S10.txt ARGUMENTS=--margin=bleu=30 act 0
has conclusion=pass; has failed=false
BASELINE=$texts/S10.txt SYSTEMS="old system.txt" ARGUMENTS="--margin
bleu=0.01" act 0
has conclusion=fail; has failed=true

# Names of files are no options, and notify no one.
cp "$texts/S10.txt" ./--out=stolen
BASELINE="old system.txt" SYSTEMS=--out=stolen act 0
[ ! -e stolen ] || fail "a file name was taken for an option"
cp "$texts/S10.txt" @someone.txt
SYSTEMS=@someone.txt act 0
grep -q someone runner-compare.md || fail "the system is not named"
! grep -q @someone runner-compare.md || fail "@someone is notified"

# No answer, and why.
SYSTEMS=nowhere.txt act 3
has conclusion=none; has failed=false; has "report=$scratch/runner-compare.md"
grep -q 'No verdict.*code 3' runner-compare.md && grep -q '^    .*nowhere.txt' runner-compare.md ||
    fail "the comment does not say that there is no verdict: $(cat runner-compare.md)"
SYSTEMS=$texts/S10.txt FAIL_ON=sometimes act 2
grep -q 'write fail, inconclusive or never' runner-compare.md || fail "no way out: $(cat runner-compare.md)"
PATH=/usr/bin:/bin SYSTEMS=$texts/S10.txt act 127
grep -q 'No verdict.*code 127' runner-compare.md || fail "the comment does not say that there is no program"
# Refused inputs: the answer is theirs, and passed on as it is.
mkdir refusing bin
printf '#!/bin/sh\necho "**No verdict: refused.**"\nexit 3\n' > refusing/runner
chmod +x refusing/runner
PATH=$scratch/refusing:$PATH SYSTEMS=$texts/S10.txt MARGIN=bleu=30 act 3
has conclusion=none
grep -qx '\*\*No verdict: refused.\*\*' runner-compare.md || fail "the refusal is lost: $(cat runner-compare.md)"

# A comment is made once, then renewed; those of others are left alone.
cat > bin/gh <<'GH'
#!/usr/bin/env bash
printf '%s\n' "$*" >> "$CALLS"
while [ $# -gt 0 ]; do
    case $1 in
        --jq) jq -r "$2" "$KNOWN" ;;
        body=@*) cp "${1#body=@}" "$BODY" ;;
    esac
    shift
done
GH
chmod +x bin/gh
export CALLS=$scratch/calls KNOWN=$scratch/known BODY=$scratch/body REPORT=$scratch/runner-compare.md PULL_REQUEST=5 \
    GITHUB_REPOSITORY=o/r GITHUB_SERVER_URL=https://git.example GITHUB_RUN_ID=9
# comment CALL: what is expected of the comment.
comment() {
    rm -f "$CALLS"
    PATH=$scratch/bin:$PATH bash "$here/comment.sh"
    grep -q "^api --method $1 --field body=@" calls || fail "not $1: $(cat calls)"
}
SYSTEMS=$texts/S10.txt act 0
mark='<!-- runner compare: Translation quality -->'
jq -n --arg mark "$mark" '[{id: 1, user: {login: "attacker"}, body: $mark},
    {id: 2, user: {login: "github-actions[bot]"}, body: "of another action"}]' > known
comment "POST repos/o/r/issues/5/comments"
cmp "$REPORT" body || fail "the comment is not the report"
jq --arg mark "$mark" '. + [{id: 17, user: {login: "github-actions[bot]"}, body: ($mark + "\nold")}]' known > known.new
mv known.new known
comment "PATCH repos/o/r/issues/comments/17"
# A failure takes the place of the answer before.
SYSTEMS=nowhere.txt act 3
comment "PATCH repos/o/r/issues/comments/17"
grep -q 'No verdict' body || fail "the old answer stays: $(cat body)"

# A long table is cut where GitHub would refuse it.
SYSTEMS=$texts/S10.txt act 0
for row in $(seq 2000); do echo "| bleu | system $row | 1.00 | 2.00 |"; done >> "$REPORT"
comment "PATCH repos/o/r/issues/comments/17"
[ "$(wc -c < body)" -lt 65536 ] || fail "the comment is too long: $(wc -c < body)"
[ "$(head -n 1 body)" = "$mark" ] || fail "the mark is lost: $(head -n 3 body)"
grep -q 'the summary of the job\](https://git.example/o/r/actions/runs/9)' body || fail "no link: $(head -n 9 body)"
grep -q '^|.*chrF' body || fail "the verdict is lost"
echo "the action compares, concludes and comments"
