"""Bookmarks as a file: what is written, and what of one is taken."""

from typing import Any

import marshmallow as ma
import orjson

from app.bookmarks import service
from app.bookmarks.short_addresses import whole
from app.bookmarks.views import MAX_URL
from app.core.db.base import db
from app.core.errors import BeyondSchema, Conflict, DomainError, Invalid

MAX_BYTES, MAX_LINES = 262_144, 500
FORMAT = 1


class EntrySchema(ma.Schema):
    """A bookmark in a file."""

    class Meta:
        """What other programs have added is left alone."""

        unknown = ma.EXCLUDE

    title = ma.fields.String(load_default="", validate=ma.validate.Length(max=service.TITLE))
    url = ma.fields.String(required=True, validate=ma.validate.Length(1, MAX_URL))
    folder = ma.fields.String(load_default="", validate=ma.validate.Length(max=service.FOLDER))


def write_file(user_id: int) -> bytes:
    """A person's bookmarks as a file that can be taken in again."""
    rows = [
        {"title": row.title, "url": whole(row.url), "folder": row.folder}
        for row in db.session.scalars(service.mine(user_id))
    ]
    return orjson.dumps({"format": FORMAT, "bookmarks": rows}, option=orjson.OPT_INDENT_2) + b"\n"


def take_in(user_id: int, raw: bytes) -> dict[str, Any]:
    """Add what a file has and tell of everything that was not added; Invalid when it is no such file."""
    added_count, refused = 0, []
    for number, entry in enumerate(_entries(raw), 1):
        reason = _add(user_id, entry)
        if reason is None:
            added_count += 1
        else:
            refused.append({"number": number, "url": _url(entry), "reason": reason})
    return {"added": added_count, "refused": refused}


def _entries(raw: bytes) -> list[Any]:
    """The entries of a file."""
    if len(raw) > MAX_BYTES:
        raise Invalid({"file": [f"Must be at most {MAX_BYTES // 1024} KB."]})
    try:
        document = orjson.loads(raw)
    except orjson.JSONDecodeError:
        raise Invalid({"file": [BeyondSchema("The file is not valid JSON.")]}) from None
    entries = document.get("bookmarks") if isinstance(document, dict) else None
    if not isinstance(entries, list):
        raise Invalid({"file": [BeyondSchema("The file has no list of bookmarks.")]})
    if len(entries) > MAX_LINES:
        raise Invalid({"file": [f"The file has more than {MAX_LINES} bookmarks."]})
    return entries


def _url(entry: Any) -> str:
    """The address of an entry as far as it has one."""
    url = entry.get("url") if isinstance(entry, dict) else None
    return url[:200].replace("\x00", "") if isinstance(url, str) else ""


def _add(user_id: int, entry: Any) -> str | None:
    """Add one entry; the reason when it cannot be."""
    try:
        values = EntrySchema().load(entry)
        if any("\x00" in text for text in values.values()):
            return "Contains characters that cannot be stored."
        service.add(user_id, values["url"], title=values["title"], folder=values["folder"])
    except ma.ValidationError as error:
        messages = error.messages_dict
        return "; ".join(f"{name}: {' '.join(map(str, texts))}" for name, texts in messages.items())
    except Conflict as error:
        return error.detail
    except DomainError as error:
        return " ".join(str(text) for texts in error.errors.values() for text in texts) or error.detail
    return None
