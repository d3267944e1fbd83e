"""Kinds of files that areas above master data add."""

from collections.abc import Callable
from typing import Any

from app.masters.imports.columns import COLUMNS, Column
from app.masters.imports.planning import PLANS, Look, PlannedRow
from app.masters.imports.running import MAKERS, MODELS, OF_KIND


def add_kind(
    kind: str,
    noun: str,
    model: Any,
    *,
    columns: tuple[Column, ...],
    plan: Callable[[list[PlannedRow], Look], None],
    make: Callable[[dict[str, Any], Look], Any],
) -> None:
    """Add a kind: its columns, what its rows would do, and how a new row of the `model` is made."""
    COLUMNS[kind], PLANS[kind] = columns, plan
    MODELS[noun], OF_KIND[kind], MAKERS[kind] = model, noun, make
