#!/usr/bin/env bash
# The step of action.yml that brings back the runs of earlier pushes: the newest artefact called ARTIFACT of GITHUB_REPOSITORY
# on BRANCH goes into the folder HISTORY. Artefacts of forks are left alone, whatever their branch is called. Without one
# the folder stays empty, and the history begins.
set -euo pipefail

artifacts="repos/$GITHUB_REPOSITORY/actions/artifacts?per_page=100&name=$ARTIFACT"
# shellcheck disable=SC2016  # a filter of gh
newest='[.artifacts[] | select((.expired | not) and .workflow_run.head_branch == env.BRANCH
    and .workflow_run.head_repository_id == .workflow_run.repository_id)] | sort_by(.created_at) | last | .id // empty'
mkdir -p "$HISTORY"
id=$(gh api "$artifacts" --jq "$newest")
if [ -z "$id" ]; then
    echo "no runs of earlier pushes: the history begins"
    exit
fi
archive=$(mktemp)
trap 'rm -f "$archive"' EXIT
gh api "repos/$GITHUB_REPOSITORY/actions/artifacts/$id/zip" > "$archive"
# Names of runs have no folders. A run that is there is never replaced.
unzip -q -n -j "$archive" '[0-9]*-*.parquet' -d "$HISTORY"
