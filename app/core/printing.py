"""What commands print: lines for people, or JSON for programs."""

from collections.abc import Iterable
from typing import Any

import click
import orjson

JSON = str | int | float | bool | None | list[Any] | dict[str, Any]
as_json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def print_answer(as_json: bool, answer: JSON, lines: Iterable[str]) -> None:
    """Print what a command has found, as JSON or line by line."""
    if as_json:
        lines = [orjson.dumps(answer, option=orjson.OPT_NON_STR_KEYS).decode()]
    for line in lines:
        click.echo(line)
