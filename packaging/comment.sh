#!/usr/bin/env bash
# The step of action.yml that comments: writes the file REPORT to PULL_REQUEST of GITHUB_REPOSITORY with `gh`. The first
# line of the file marks the comment, so that a later run renews it.
set -euo pipefail

mark=$(head -n 1 "$REPORT")
comments=repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments
known=$(MARK=$mark gh api --paginate "$comments" --jq '.[] | select(.body | startswith(env.MARK)) | .id' | head -n 1)
if [ -n "$known" ]; then
    gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$known" --field "body=@$REPORT" > /dev/null
else
    gh api --method POST "$comments" --field "body=@$REPORT" > /dev/null
fi
