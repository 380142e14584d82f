"""Where the program `runner` is, and how it is called."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Optional


class ProgramError(RuntimeError):
    """The program is missing, or ended with an error; the message is its own."""

    def __init__(self, message: str, code: Optional[int] = None) -> None:
        super().__init__(message)
        #: Exit code of the program, as `docs/commands.md` lists them; `None` where it did not run.
        self.code = code


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


def _refusals(answer: bytes) -> str:
    """What an answer in JSON says of inputs that cannot be compared."""
    warnings = json.loads(answer)["warnings"] if answer.startswith(b"{") else []
    refused = [str(warning["text"]) for warning in warnings if warning["grade"] == "refused"]
    if not refused:
        return ""
    return "\n".join(["no verdict: these inputs cannot be compared", *refused, "= help: correct them, or take force=True"])


def call(*arguments: str, given: str = "", verdicts: tuple[int, ...] = (), hidden: str = "") -> str:
    """Standard output of the program, with `given` as its standard input.

    An exit code of `verdicts` is an answer, any other than 0 an error. Its message names files without the folder `hidden`.
    """
    path = program()
    try:
        done = subprocess.run(
            [str(path), *arguments],
            input=given.encode(),
            capture_output=True,
            env={**os.environ, "NO_COLOR": "1"},
            check=False,
        )
    except OSError as error:
        raise ProgramError(
            f"the program {path} does not start ({error.strerror}); "
            "install it with `pip install .` in a clone, or name it in RUNNER_PROGRAM"
        ) from error
    if done.returncode != 0 and done.returncode not in verdicts:
        message = done.stderr.decode(errors="replace").strip() or _refusals(done.stdout)
        if hidden:
            message = message.replace(hidden + os.sep, "")
        raise ProgramError(message or f"`runner` ended with code {done.returncode}", done.returncode)
    return done.stdout.decode()
