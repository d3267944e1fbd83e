"""Kept copies of pages without a signed-in reader: on disk, one a language, with slots that Flask fills."""

import os
import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import orjson

from app.web.worker import RenderedPage

_NAME = re.compile(r"[A-Za-z0-9_.+-]+")
_SLOT = re.compile(r"(%(?:25){0,2})\1([A-Za-z_][A-Za-z0-9_.]*)\1\1")
NEXT_SLOT = "/%%next%%"


def form_slots(fields: tuple[str, ...]) -> dict[str, str]:
    """The values a form page is rendered with for keeping: each field its slot, passwords none."""
    return {field: f"%%{field}%%" for field in fields if "password" not in field.lower()}


def problem_slots(fields: tuple[str, ...]) -> dict[str, Any]:
    """The problem a form page is rendered with for keeping: text and the given fields' errors as slots."""
    return {
        "status": 400,
        "detail": "%%detail%%",
        "errors": {field: [f"%%error.{field}%%"] for field in fields},
    }


def fill(page: RenderedPage, values: dict[str, str], target: str) -> RenderedPage:
    """A kept page with typed values, problem text and `next` put into their slots; the others are emptied."""
    values_by_name = values | {"next": target.removeprefix("/")}
    return RenderedPage(
        status=page.status,
        title=page.title,
        head=page.head,
        html=_fill(page.html, values_by_name, escape),
        state=_fill_data(page.state, values_by_name),
        page=page.page,
    )


def _fill(text: str, values: dict[str, str], plain: Callable[[str], str]) -> str:
    """Text with its slots filled in one pass, so that nothing filled in is taken for a slot.

    A slot inside an address is there percent-encoded, once or twice; its value is encoded as often.
    """

    def put(match: re.Match[str]) -> str:
        sign, name = match[1], match[2]
        if name == "csrf":
            return match[0]
        value = values.get(name, "")
        if sign == "%":
            return plain(value)
        once = quote(value, safe="")
        return once if sign == "%25" else quote(once, safe="")

    return _SLOT.sub(put, text)


def _fill_data(value: Any, values: dict[str, str]) -> Any:
    """The state with its slots filled, as data; it is escaped when it is written."""
    if isinstance(value, dict):
        return {key: _fill_data(item, values) for key, item in value.items()}
    if isinstance(value, list):
        return [_fill_data(item, values) for item in value]
    return _fill(value, values, str) if isinstance(value, str) and "%" in value else value


class Copies:
    """The folder of kept copies, one subfolder a build."""

    def __init__(self, folder: Path) -> None:
        """Name the folder; it need not exist."""
        self.folder = folder

    def get(self, build: str, page: str, locale: str, variant: str = "") -> RenderedPage | None:
        """A kept copy, or None."""
        path = self._path(build, page, locale, variant)
        try:
            return RenderedPage(**orjson.loads(path.read_bytes())) if path else None
        except (OSError, TypeError, orjson.JSONDecodeError):
            return None

    def put(self, build: str, page: str, locale: str, copy: RenderedPage, variant: str = "") -> None:
        """Keep a copy; readers see the old one or the new one, never half of it."""
        path = self._path(build, page, locale, variant)
        if path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(orjson.dumps(asdict(copy)))
        Path(temporary).replace(path)

    def has(self, build: str) -> bool:
        """Whether anything is kept of a build."""
        return bool(build) and (self.folder / build).is_dir()

    def forget_others(self, build: str) -> None:
        """Remove the copies of other builds."""
        for folder in self.folder.glob("*"):
            if folder.is_dir() and folder.name != build:
                shutil.rmtree(folder, ignore_errors=True)

    def _path(self, build: str, page: str, locale: str, variant: str) -> Path | None:
        """Where a copy lies; None for names that are no names of ours."""
        name = f"{page}.{locale}{f'.{variant}' if variant else ''}.json"
        if not (_NAME.fullmatch(build) and _NAME.fullmatch(name)):
            return None
        return self.folder / build / name
