#!/usr/bin/env bash
# The step of action.yml that comments: writes the file REPORT to PULL_REQUEST of GITHUB_REPOSITORY with `gh`. The first
# line of the file marks the comment, so that a later run renews it; comments of others are left alone.
set -euo pipefail

# GitHub refuses comments of 65,536 characters. The beginning has the verdict and the warnings.
limit=60000
note=
if [ "$(wc -c < "$REPORT")" -gt "$limit" ]; then
    run=${GITHUB_SERVER_URL:-https://github.com}/$GITHUB_REPOSITORY/actions/runs/${GITHUB_RUN_ID:-}
    note="Only the beginning fits into a comment: [the summary of the job]($run) has everything."
fi
body=$(mktemp)
trap 'rm -f "$body"' EXIT
LC_ALL=C awk -v limit="$limit" -v note="$note" '
    { size += length($0) + 1; if (size > limit) exit; print }
    NR == 3 && note { print note "\n" }' "$REPORT" > "$body"

mark=$(head -n 1 "$REPORT")
comments=repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments
# shellcheck disable=SC2016  # a filter of gh
ours='.[] | select(.user.login == "github-actions[bot]" and (.body | startswith(env.MARK))) | .id'
known=$(MARK=$mark gh api --paginate "$comments" --jq "$ours" | sed 1q)
if [ -n "$known" ]; then
    gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$known" --field "body=@$body" > /dev/null
else
    gh api --method POST "$comments" --field "body=@$body" > /dev/null
fi
