#!/usr/bin/env bash
# The step of action.yml that compares: reads its inputs from the environment, writes the Markdown to the summary of the
# job and to a file, and the conclusion to the outputs. Fails where `runner` cannot compare; a failed margin is an output.
set -euo pipefail

lines() { printf '%s\n' "$1" | sed -e 's/^[[:space:]]*//' -e 's/[[:space:]]*$//' -e '/^$/d'; }
arguments=(compare "$BASELINE")
add() { while IFS= read -r line; do arguments+=(${2:+"$2"} "$line"); done < <(lines "$1"); }
add "$SYSTEMS" ""
add "${REFERENCES:-}" --references
add "${DOCUMENTS:-}" --documents
add "${METRICS:-}" --metrics
add "${SCORES:-}" --scores
add "${MARGIN:-}" --margin
add "${ARGUMENTS:-}" ""
case ${FAIL_ON:=fail} in
    fail | inconclusive | never) ;;
    *) echo "::error::fail-on is \`$FAIL_ON\`; write fail, inconclusive or never"; exit 2 ;;
esac

report=${RUNNER_TEMP:-$(mktemp -d)}/runner-compare.md
mark="<!-- runner compare: ${TITLE:=Translation quality} -->"
printf '%s\n## %s\n\n' "$mark" "$TITLE" > "$report"
code=0
runner "${arguments[@]}" --format markdown >> "$report" || code=$?
case $code in
    0) conclusion=pass ;;
    1) conclusion=fail ;;
    7) conclusion=inconclusive ;;
    *) echo "::error::runner compare ended with code $code"; exit "$code" ;;
esac
failed=false
case $FAIL_ON:$conclusion in fail:fail | inconclusive:fail | inconclusive:inconclusive) failed=true ;; esac
[ -n "${MARGIN:-}" ] || conclusion=none
cat "$report" >> "${GITHUB_STEP_SUMMARY:-/dev/stdout}"
printf '%s\n' "conclusion=$conclusion" "failed=$failed" "report=$report" >> "${GITHUB_OUTPUT:-/dev/stdout}"
