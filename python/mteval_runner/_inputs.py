"""From values of Python to files that the program reads, in a private folder that is gone afterwards."""

from __future__ import annotations

import json
import math
import os
import tempfile
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Optional, Sequence, Type, Union

if TYPE_CHECKING:
    import pandas
    import polars

#: Where a file is.
StrPath = Union[str, "os.PathLike[str]"]
#: Segments in their order (a list, an array, a series), or the file that has one on each line.
Texts = Union[StrPath, Iterable[str]]
#: One number a segment, `None` or NaN where there is none; or the file that has one on each line.
Numbers = Union[StrPath, Iterable[Optional[float]]]
#: A data frame of either kind.
Frame = Union["pandas.DataFrame", "polars.DataFrame"]
#: By metric: numbers by the name of the system, numbers for each system in their order, or those of the only system.
ScoresByMetric = Mapping[str, Union[Mapping[str, Numbers], Sequence[Numbers], Numbers]]


def is_path(value: object) -> bool:
    """Whether a value names a file."""
    return isinstance(value, (str, os.PathLike))


def is_frame(value: object) -> bool:
    """Whether a value is a data frame of pandas or polars."""
    return hasattr(value, "columns") and (hasattr(value, "to_csv") or hasattr(value, "write_csv"))


class Inputs:
    """A private folder with the files of one call."""

    def __enter__(self) -> "Inputs":
        self._folder = tempfile.TemporaryDirectory(prefix="runner-")
        self.folder = self._folder.name
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self._folder.cleanup()

    def _write(self, name: str, lines: Iterable[str]) -> str:
        path = Path(self.folder, name)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes("".join(f"{line}\n" for line in lines).encode())
        return str(path)

    def texts(self, name: str, texts: Texts, what: str) -> str:
        """The file of texts, one a line; `what` names them in messages."""
        if isinstance(texts, (str, os.PathLike)):
            return os.fspath(texts)
        lines = list(texts)
        for number, line in enumerate(lines, 1):
            if not isinstance(line, str):
                raise TypeError(f"{what}: segment {number} is {type(line).__name__}, not a text")
            if "\n" in line or "\r" in line:
                raise ValueError(f"{what}: segment {number} has a line break; write a blank instead, in references too")
        return self._write(name, lines)

    def system(self, name: str, texts: Texts) -> str:
        """The file of a system's outputs, which has its name."""
        if not name or "/" in name or "\\" in name or "\0" in name:
            raise ValueError(f"a system cannot be called {name!r}: its name becomes that of a file")
        return self.texts(f"{name}.txt", texts, f"system {name!r}")

    def numbers(self, name: str, numbers: Numbers, what: str) -> str:
        """The file of numbers, one a line."""
        if isinstance(numbers, (str, os.PathLike)):
            path = os.fspath(numbers)
            if "," in path:
                raise ValueError(f"{what}: the name of a file of scores has a comma: {path}")
            return path
        return self._write(name, map(_number, numbers))

    def frame(self, name: str, frame: Any) -> str:
        """The file of a data frame."""
        path = str(Path(self.folder, f"{name}.csv"))
        if hasattr(frame, "write_csv"):
            frame.write_csv(path)
        else:
            frame.to_csv(path, index=False)
        return path

    def data(self, data: Union[StrPath, Frame]) -> str:
        """The file or folder of ratings, or the file of a frame with them."""
        return self.frame("ratings", data) if is_frame(data) else os.fspath(data)  # type: ignore[arg-type]

    def references(self, references: Union[Texts, Sequence[Texts], None]) -> list[str]:
        """Options that name the references: one, or a list of several."""
        if references is None:
            return []
        several: list[Any] = [references]
        if not isinstance(references, (str, os.PathLike)):
            values: list[Any] = list(references)
            several = [values] if all(isinstance(value, str) for value in values) else values
        names = ["reference"] if len(several) == 1 else [f"reference{number}" for number in range(1, len(several) + 1)]
        files = [self.texts(f"references/{name}.txt", texts, name) for name, texts in zip(names, several)]
        return [f"--references={file}" for file in files]

    def documents(self, documents: Optional[Union[StrPath, Iterable[object]]]) -> list[str]:
        """The option that names the document of each segment."""
        if documents is None:
            return []
        names: Texts = os.fspath(documents) if isinstance(documents, (str, os.PathLike)) else map(str, documents)
        return [f"--documents={self.texts('inputs/documents.txt', names, 'documents')}"]

    def scores(self, scores: Optional[ScoresByMetric], systems: Sequence[str]) -> list[str]:
        """Options that name the scores of other programs, a file for each of `systems`."""
        options = []
        for place, (metric, given) in enumerate((scores or {}).items()):
            files = []
            for index, numbers in enumerate(_by_system(metric, given, systems)):
                what = f"{metric} of {systems[index]!r}"
                files.append(self.numbers(f"inputs/scores{place}-{index}.txt", numbers, what))
            options.append(f"--scores={metric}={','.join(files)}")
        return options


def _by_system(metric: str, given: Any, systems: Sequence[str]) -> list[Numbers]:
    """Numbers of each system, in the order of `systems`."""
    if isinstance(given, Mapping):
        unknown = [name for name in given if name not in systems]
        missing = [name for name in systems if name not in given]
        if unknown or missing:
            raise ValueError(f"{metric}: scores of {list(given)}, but the systems are {list(systems)}")
        return [given[name] for name in systems]
    if is_path(given):
        values: list[Any] = [given]
    else:
        values = list(given)
        if len(systems) == 1 and not (len(values) == 1 and (is_path(values[0]) or isinstance(values[0], Sequence))):
            values = [values]
    if len(values) != len(systems):
        raise ValueError(f"{metric}: scores of {len(values)} systems, but there are {len(systems)}: {list(systems)}")
    return values


def _number(value: Optional[float]) -> str:
    """A number as the program reads it."""
    if value is None:
        return "None"
    number = float(value)
    return "None" if math.isnan(number) else repr(number)


def toml(spec: Mapping[str, Any]) -> str:
    """A spec as TOML, a line for each key."""
    return "".join(f"{json.dumps(str(key))} = {_toml(value)}\n" for key, value in spec.items())


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        entries = (f"{json.dumps(str(key))} = {_toml(entry)}" for key, entry in value.items())
        return "{" + ", ".join(entries) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (str, os.PathLike)):
        return json.dumps(os.fspath(value), ensure_ascii=False).replace("\x7f", "\\u007f")
    raise TypeError(f"a spec cannot hold {type(value).__name__}: {value!r}")
