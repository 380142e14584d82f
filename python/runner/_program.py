"""Where the program `runner` is, and how it is called."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path


class ProgramError(RuntimeError):
    """The program is missing, or ended with an error; the message is its own."""


def program() -> Path:
    """The program that came with this module, or else the one on the search path.

    The environment variable `RUNNER_PROGRAM` names another one.
    """
    named = os.environ.get("RUNNER_PROGRAM")
    if named:
        return Path(named)
    name = "runner.exe" if sys.platform == "win32" else "runner"
    schemes = (sysconfig.get_path("scripts"), Path(sys.executable).parent)
    for folder in schemes:
        beside = Path(folder) / name
        if beside.is_file():
            return beside
    found = shutil.which(name)
    if found is None:
        raise ProgramError(
            "the program `runner` is neither beside Python nor on the search path; "
            "install it with `pip install .` in a clone, or name it in RUNNER_PROGRAM"
        )
    return Path(found)


def run(*arguments: str) -> str:
    """Standard output of the program."""
    done = subprocess.run(
        [str(program()), *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "NO_COLOR": "1"},
        check=False,
    )
    if done.returncode != 0:
        raise ProgramError(done.stderr.strip() or f"`runner` ended with code {done.returncode}")
    return done.stdout
