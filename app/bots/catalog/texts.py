"""Rules of a working copy's texts: how far each language is, changes by path, and the same as a CSV file."""

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.bots.catalog.flows import MISFIT, check_editable, get_flow, set_flow
from app.bots.catalog.models import Bot, BotFlow
from app.bots.catalog.versions import get_version
from app.bots.flow.texts import lagging, places, text_languages, with_texts
from app.bots.flow.validation import has_text
from app.core.errors import BeyondSchema, Invalid
from app.core.http.csv_lines import lines, plain

MOST_BYTES = 2**20
KEY = "key"
"""The column that says where a text is; the others are languages."""
BETWEEN = "\n---\n"
"""What separates several wordings in a cell."""
GONE = "No text stands there. It may have been moved or deleted since."


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong in a row of a file."""

    row: int
    field: str
    message: str


@dataclass(slots=True)
class Read:
    """What a file holds: its rows, the texts it changes by path and language, and what is wrong."""

    rows: int = 0
    texts: dict[str, dict[str, Any]] = field(default_factory=dict)
    errors: list[Wrong] = field(default_factory=list)

    @property
    def changes(self) -> int:
        """How many texts would be changed."""
        return sum(map(len, self.texts.values()))


def progress(bot: Bot) -> list[dict[str, Any]]:
    """Return how far each language is: texts there, texts needed, and paths that lag behind the live version."""
    document = get_flow(bot).document
    needed = [place for place in places(document).values() if place.needed]
    before = get_version(bot, bot.live_version).document if bot.live_version is not None else None
    lag = lagging(document, before) if before else {}
    return [
        {
            "language": language,
            "done": sum(has_text(place.texts.get(language)) for place in needed),
            "of": len(needed),
            "stale": lag.get(language, []),
        }
        for language in text_languages(document)
    ]


def change_texts(bot: Bot, rows: list[Mapping[str, Any]], user_id: int | None) -> BotFlow:
    """Change texts of the working copy; Invalid names the row whose path holds no text."""
    document = get_flow(bot).document
    known, languages = places(document), text_languages(document)
    errors = {f"texts.{at}.path": [GONE] for at, row in enumerate(rows) if row["path"] not in known}
    for at, row in enumerate(rows):
        if not isinstance(row["text"], Mapping):
            errors[f"texts.{at}.text"] = ["Must be texts by language."]
            continue
        for language, said in row["text"].items():
            if language not in languages:
                errors[f"texts.{at}.text.{language}"] = [BeyondSchema("The bot has no such language.")]
            elif not _is_said(said):
                errors[f"texts.{at}.text.{language}"] = ["Must be a text, or a list of texts."]
    if errors:
        raise Invalid(errors, MISFIT)
    changes = {row["path"]: {name: _said(said) for name, said in row["text"].items()} for row in rows}
    return _stored(bot, changes, user_id)


def _stored(bot: Bot, changes: Mapping[str, Mapping[str, Any]], user_id: int | None) -> BotFlow:
    """The working copy with its texts changed."""
    check_editable(bot)
    return set_flow(bot, with_texts(get_flow(bot).document, changes), user_id)


def _is_said(said: Any) -> bool:
    """Whether something is a text, wordings of one, or nothing."""
    return (
        said is None or isinstance(said, str) or (isinstance(said, list) and all(isinstance(one, str) for one in said))
    )


def _said(said: str | list[str] | None) -> str | list[str]:
    """A text without what is empty: one wording is plain, none is an empty text."""
    wordings = [text for text in ([said] if isinstance(said, str) else said or []) if text.strip()]
    return wordings if len(wordings) > 1 else (wordings or [""])[0]


def as_csv(bot: Bot) -> str:
    """Return the texts of the working copy as CSV: a row for each, a column for each language."""
    document = get_flow(bot).document
    languages = text_languages(document)
    rows = ([place.path, *(_cell(place.texts.get(one)) for one in languages)] for place in places(document).values())
    return "".join(lines((KEY, *languages), rows))


def _cell(said: Any) -> str:
    return BETWEEN.join(said) if isinstance(said, list) else said or ""


def _as_read(said: Any) -> str:
    """A stored text as it comes back from its file."""
    return _cell(said).replace("\r\n", "\n")


def read(bot: Bot, raw: bytes) -> Read:
    """Read and check a file against the working copy; Invalid when it is no list of texts at all."""
    document = get_flow(bot).document
    known, languages = places(document), text_languages(document)
    found = Read()
    for number, row in _rows(raw, languages):
        found.rows += 1
        place = known.get(row[KEY].strip())
        if place is None:
            found.errors.append(Wrong(number, KEY, GONE))
            continue
        for language in languages:
            if language not in row or row[language] == _as_read(place.texts.get(language)):
                continue
            said = _said([text.strip() for text in row[language].split(BETWEEN)])
            # An empty cell is a text nobody has translated yet: it deletes none.
            if said:
                found.texts.setdefault(place.path, {})[language] = said
    return found


def _rows(raw: bytes, languages: list[str]) -> list[tuple[int, dict[str, str]]]:
    """The rows of a file with their numbers, as spreadsheets count; Invalid when it cannot be read."""
    if len(raw) > MOST_BYTES:
        raise _unreadable("The file is larger than 1 MB.")
    try:
        text = raw.decode("utf-8-sig")
        rows = [[plain(cell).replace("\r\n", "\n") for cell in line]
                for line in csv.reader(io.StringIO(text, newline=""), strict=True)]  # fmt: skip
    except (UnicodeDecodeError, csv.Error):
        raise _unreadable("This is not a CSV file in UTF-8.") from None
    head = [name.strip() for name in rows[0]] if rows else []
    if "\x00" in text or KEY not in head or len(set(head)) != len(head) or not set(head) <= {KEY, *languages}:
        raise _unreadable(f"The first row must name the column {KEY} and may name: {', '.join(languages)}.")
    return [
        (at, dict(zip(head, line, strict=False))) for at, line in enumerate(rows[1:], 2) if any(map(str.strip, line))
    ]


def _unreadable(why: str) -> Invalid:
    return Invalid({"file": [BeyondSchema(why)]}, why)


def take_in(bot: Bot, found: Read, user_id: int | None) -> BotFlow:
    """Change all texts of a file, or none: Invalid with what is wrong."""
    if found.errors:
        texts = [f"Row {one.row}, {one.field}: {one.message}" for one in found.errors[:20]]
        raise Invalid({"file": texts}, "Nothing was changed: some rows are not valid.")
    return _stored(bot, found.texts, user_id)
