"""The formats of exported lists: CSV, JSON lines, and Parquet, in which each column has a type."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from app.core.http.csv_lines import lines

ENGINE: dict[str, str | bool | int | float | list[str]] = {
    "threads": 1, "memory_limit": "128MB",
    # It never fetches anything from elsewhere.
    "autoinstall_known_extensions": False, "autoload_known_extensions": False,
}  # fmt: skip
TYPES = {
    "started_at": "TIMESTAMPTZ", "ended_at": "TIMESTAMPTZ", "turns": "BIGINT", "messages": "BIGINT",
    "duration_ms": "BIGINT", "fallbacks": "BIGINT", "csat": "BIGINT", "version": "BIGINT", "messages_in": "BIGINT",
    "messages_out": "BIGINT", "agent_messages": "BIGINT", "nlu_turns": "BIGINT", "failed_turns": "BIGINT",
}  # fmt: skip
"""The types of columns in Parquet; all others are texts."""
Write = Callable[[Path, Sequence[str], Iterable[Sequence[Any]]], None]
"""Writes rows under the names of their columns to a file."""


class Format(NamedTuple):
    """What a file of a format is sent as, and what writes it."""

    mimetype: str
    write: Write


def _write_csv(path: Path, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as target:
        target.writelines(lines(columns, rows))


def _write_jsonl(path: Path, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    with path.open("wb") as target:
        for row in rows:
            target.write(orjson.dumps(dict(zip(columns, row, strict=True)), option=orjson.OPT_APPEND_NEWLINE))


def _write_parquet(path: Path, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write JSON lines first, which are read back with types; both in little memory, however many rows there are."""
    # Only who writes such a file pays for the library, which takes a fifth of a second and 17 MB to load.
    import duckdb

    rows_path = rows_beside(path)
    types = {name: TYPES.get(name, "VARCHAR") for name in columns}
    try:
        _write_jsonl(rows_path, columns, rows)
        with duckdb.connect(config=ENGINE) as engine:
            table = engine.read_json(str(rows_path), columns=types, format="newline_delimited")
            table.write_parquet(str(path), compression="zstd")
    finally:
        rows_path.unlink(missing_ok=True)


def rows_beside(path: Path) -> Path:
    """Return where the rows of a file are while it is made of them."""
    return path.with_suffix(".rows")


FORMATS = {
    "csv": Format("text/csv", _write_csv),
    "jsonl": Format("application/jsonl", _write_jsonl),
    "parquet": Format("application/vnd.apache.parquet", _write_parquet),
}
