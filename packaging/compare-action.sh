#!/usr/bin/env bash
# The step of action.yml that compares: reads its inputs from the environment, writes the Markdown to the summary of the
# job and to a file, and the conclusion to the outputs. Where `runner` cannot compare, the Markdown says so and the step
# fails with its code; a failed margin is an output.
set -euo pipefail

# Each value is one argument with its option, and systems follow `--`: no file name is taken for an option.
lines() { printf '%s\n' "$1" | sed -e 's/^[[:space:]]*//' -e 's/[[:space:]]*$//' -e '/^$/d'; }
arguments=()
add() { while IFS= read -r line; do arguments+=("$2$line"); done < <(lines "$1"); }
add "${REFERENCES:-}" --references=
add "${DOCUMENTS:-}" --documents=
add "${METRICS:-}" --metrics=
add "${SCORES:-}" --scores=
add "${MARGIN:-}" --margin=
add "${ARGUMENTS:-}" ""
has_margin=false
for argument in ${arguments[@]+"${arguments[@]}"}; do
    case $argument in --margin | --margin=*) has_margin=true ;; esac
done
arguments+=(--format=markdown -- "$BASELINE")
add "$SYSTEMS" ""

compare() {
    case ${FAIL_ON:=fail} in
        fail | inconclusive | never) runner compare "${arguments[@]}" ;;
        *) echo "error: fail-on is \`$FAIL_ON\`; write fail, inconclusive or never" >&2; return 2 ;;
    esac
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
code=0
compare > "$scratch/answer" 2> "$scratch/errors" || code=$?
cat "$scratch/errors" >&2

conclusion=none
has_answer=true
case $code:$has_margin in
    0:true) conclusion=pass ;;
    0:false) ;;
    1:*) conclusion=fail ;;
    7:*) conclusion=inconclusive ;;
    # Inputs that are refused: the answer says why there is no verdict.
    3:*) [ -s "$scratch/answer" ] || has_answer=false ;;
    *) has_answer=false ;;
esac
failed=false
case ${FAIL_ON:-fail}:$conclusion in fail:fail | inconclusive:fail | inconclusive:inconclusive) failed=true ;; esac

report=${RUNNER_TEMP:-$(mktemp -d)}/runner-compare.md
{
    printf '<!-- runner compare: %s -->\n## %s\n\n' "${TITLE:=Translation quality}" "$TITLE"
    if $has_answer; then
        # A blank without width: `@name` in the name of a system notifies no one.
        sed "s/@/@$(printf '\342\200\213')/g" "$scratch/answer"
    else
        printf '**No verdict.** The comparison ended with code %s:\n\n' "$code"
        sed 's/^/    /' "$scratch/errors"
    fi
} > "$report"
cat "$report" >> "${GITHUB_STEP_SUMMARY:-/dev/stdout}"
printf '%s\n' "conclusion=$conclusion" "failed=$failed" "report=$report" >> "${GITHUB_OUTPUT:-/dev/stdout}"
case $code in
    0 | 1 | 7) ;;
    *) echo "::error::runner compare ended with code $code: no verdict"; exit "$code" ;;
esac
