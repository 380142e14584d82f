"""What results have in common: rows as data frames, and markup for notebooks."""

from __future__ import annotations

import html
import math
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Sequence

if TYPE_CHECKING:
    import pandas
    import polars


class HasRows:
    """Something with numbers, one mapping per line."""

    rows: tuple[Mapping[str, Any], ...]

    def to_polars(self) -> "polars.DataFrame":
        """`rows` as a data frame."""
        import polars

        return polars.DataFrame(list(self.rows), infer_schema_length=None)

    def to_pandas(self) -> "pandas.DataFrame":
        """`rows` as a data frame."""
        import pandas

        frame: pandas.DataFrame = pandas.DataFrame(list(self.rows))
        return frame


def paragraphs(texts: Iterable[str], mark: str = "") -> list[str]:
    """A paragraph for each text."""
    return [f"<p>{mark}{html.escape(text)}</p>" for text in texts]


def table(header: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A table of texts."""
    head = "".join(f"<th>{html.escape(cell)}</th>" for cell in header)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in line) + "</tr>" for line in lines)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def rounded(value: Any, error: Any, sign: str = "") -> str:
    """A number, to two digits of its margin of error: tables for people. Empty where there is none."""
    if value is None:
        return ""
    decimals = 2
    if error:
        decimals = min(max(1 - math.floor(math.log10(abs(error))), 0), 6)
    return f"{value:{sign}.{decimals}f}"


def interval(lower: Any, upper: Any, sign: str = "") -> str:
    """An interval in brackets, to two digits of its margin of error; empty where there is none."""
    if lower is None or upper is None:
        return ""
    margin = (upper - lower) / 2
    return f"[{rounded(lower, margin, sign)}, {rounded(upper, margin, sign)}]"


def p_value(value: Any) -> str:
    """A p-value; empty where there is none."""
    if value is None:
        return ""
    return "<0.001" if value < 0.001 else f"{value:.3f}"
