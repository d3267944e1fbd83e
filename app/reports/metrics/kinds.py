"""The kinds of figures, and the units of their columns."""

from typing import Literal, get_args

Kind = Literal["series", "bars", "table", "heat", "matrix", "distribution", "cohort", "flow", "funnel"]
Unit = Literal["count", "percent", "money", "duration", "ratio", "date", "text"]
KINDS: tuple[Kind, ...] = get_args(Kind)
UNITS: tuple[Unit, ...] = get_args(Unit)
