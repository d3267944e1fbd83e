"""Conditions as rows of variable, comparison and value, as a form gives them, written as CEL."""

import json
import re
from collections.abc import Mapping
from typing import Any

from app.core.errors import Invalid

SIGNS = {"is": "==", "is_not": "!=", "more": ">", "at_least": ">=", "less": "<", "at_most": "<="}
NEGATED = {"is_not": "is", "not_one_of": "one_of", "empty": "filled"}
PLAIN = ("yes", "no", "past", "future", "empty", "filled")
SEVERAL = ("one_of", "not_one_of", "weekday")
COMPARISONS = (*SIGNS, *SEVERAL, "contains", "starts", *PLAIN)
NUMBER = re.compile(r"-?\d+(\.\d+)?", re.ASCII)
TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)
VARIABLE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*", re.ASCII)
ZONE = "Asia/Kolkata"
Types = Mapping[str, str]


def write_condition(rows: Any, types: Types, zone: str, at: str) -> str:
    """Return the CEL of rows; Invalid under `at`, such as `branches.0.rows`, where a value cannot be used."""
    expression = ""
    for number, row in enumerate(rows if isinstance(rows, list) else []):
        if not isinstance(row, Mapping) or not row.get("variable"):
            continue
        expression += "" if not expression else " || " if row.get("join") == "or" else " && "
        expression += _row(row, types, zone, f"{at}.{number}")
    return expression


def write_value(kind: Any, text: Any) -> Any:
    """Return the CEL of a value that a form gives with its kind; without one it is an expression."""
    fixed = {"yes": "true", "no": "false", "empty": "null"}
    if kind in fixed:
        return fixed[kind]
    if kind == "text":
        return json.dumps(text if isinstance(text, str) else "", ensure_ascii=False)
    return text


def _row(row: Mapping[str, Any], types: Types, zone: str, at: str) -> str:
    variable, op = row["variable"], row.get("op", "is")
    if not isinstance(variable, str) or not VARIABLE.fullmatch(variable):
        raise Invalid({f"{at}.variable": ["Choose a variable."]})
    if op not in COMPARISONS:
        raise Invalid({f"{at}.op": ["Choose a comparison."]})
    literals = [] if op in PLAIN else _literals(row.get("value"), op, types.get(variable, "text"), at)
    if not variable.startswith("contact."):
        return _write_comparison(variable, op, literals, zone)
    positive = NEGATED.get(op, op)
    condition = f"{variable} != ''" if positive == "filled" else _write_comparison(variable, positive, literals, zone)
    guarded = f"has({variable}) && {condition}"
    return f"!({guarded})" if op in NEGATED else guarded


def _literals(value: Any, op: str, kind: str, at: str) -> list[str]:
    """What a variable is compared with, as CEL; several are parted by commas, or come as a list."""
    if isinstance(value, str):
        value = value.split(",") if op in SEVERAL else [value]
    texts = [text for text in value if isinstance(text, str) and text.strip()] if isinstance(value, list) else []
    values = [text.strip() for text in texts] if op in SEVERAL else texts
    if not values:
        raise Invalid({f"{at}.value": ["Enter a value."]})
    if op == "weekday" or kind in ("number", "rating"):
        if not all(map(NUMBER.fullmatch, values)):
            raise Invalid({f"{at}.value": ["Enter a number."]})
        return values
    if kind == "time" and not all(map(TIME.fullmatch, values)):
        raise Invalid({f"{at}.value": ["Enter a time such as 09:00."]})
    return [json.dumps(literal, ensure_ascii=False) for literal in values]


def _write_comparison(variable: str, op: str, literals: list[str], zone: str) -> str:
    several, day = ", ".join(literals), f"{variable}.getDayOfWeek({json.dumps(zone)})"
    if op in SIGNS:
        return f"{variable} {SIGNS[op]} {literals[0]}"
    if op == "weekday":
        return f"{day} == {several}" if len(literals) == 1 else f"{day} in [{several}]"
    return {
        "one_of": f"{variable} in [{several}]",
        "not_one_of": f"!({variable} in [{several}])",
        "contains": f"{variable}.contains({several})",
        "starts": f"{variable}.startsWith({several})",
        "yes": f"{variable} == true",
        "no": f"{variable} == false",
        "past": f'{variable} < now - duration("24h")',
        "future": f"{variable} > now",
        "empty": f"{variable} == null",
        "filled": f"{variable} != null",
    }[op]
