"""People from a CSV file: every row is checked first, then all of them are invited or none."""

import csv
import io
from dataclasses import dataclass, field
from typing import Any

import marshmallow as ma

from app.accounts.auth import service as accounts
from app.accounts.people.access import check_gift
from app.accounts.people.invitations import bring_in
from app.accounts.people.parts import Part, found_by_words, parts_of
from app.accounts.people.schemas import InvitationArgs
from app.accounts.people.service import GIVEN_ROLES, Writer
from app.accounts.users.models import email_key
from app.accounts.users.scope import KINDS
from app.core.errors import DomainError, Invalid

MOST_ROWS = 1_000
MOST_BYTES = 2**20
NEEDED = ("full_name", "email", "role")
COLUMNS = (*NEEDED, *KINDS)
SEVERAL = ";"
"""What stands between several names in a cell."""
FIRST_ROW = 2
"""The row of the first person, as spreadsheets count: the names of the columns are the first."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong in a row."""

    row: int
    field: str
    message: str


@dataclass(slots=True)
class Read:
    """What a file holds: its rows, the people to invite, and what is wrong."""

    rows: int = 0
    people: list[dict[str, Any]] = field(default_factory=list)
    errors: list[Wrong] = field(default_factory=list)

    @property
    def changes(self) -> int:
        """How many people would be invited."""
        return len(self.people)


def read(writer: Writer, raw: bytes) -> Read:
    """Read and check a file; Invalid when it is no list of people at all."""
    found, seen = Read(), set[str]()
    rows, parts = _rows(raw), parts_of()
    taken = accounts.taken_emails([row.get("email", "") for _, row in rows])
    for number, row in rows:
        found.rows += 1
        values, wrong = _understood(row, parts)
        key = email_key(values.get("email", ""))
        if key and key in seen:
            wrong["email"] = "This address stands in the file twice."
        elif key in taken:
            wrong["email"] = accounts.EMAIL_TAKEN
        seen.add(key)
        if not wrong:
            wrong = _refusals(writer, values)
        found.errors += [Wrong(number, name, message) for name, message in wrong.items()]
        if not wrong:
            found.people.append(values)
    return found


def invite_all(writer: Writer, found: Read) -> None:
    """Invite everybody of a file, or nobody: Invalid with what is wrong."""
    if found.errors:
        texts = [f"Row {one.row}, {one.field}: {one.message}" for one in found.errors[:20]]
        told = [{"row": one.row, "field": one.field, "message": one.message} for one in found.errors]
        raise Invalid({"file": texts}, "Nobody was invited: some rows are not valid.",
                      extra={"rows": found.rows, "errors_by_row": told, "changes": found.changes})  # fmt: skip
    for values in found.people:
        bring_in(writer, values)


def _rows(raw: bytes) -> list[tuple[int, dict[str, str]]]:
    """The rows of a file with their numbers, blank ones left out; Invalid when it cannot be read."""
    if len(raw) > MOST_BYTES:
        raise _unreadable("The file is larger than 1 MB. Split it.")
    try:
        text = raw.decode("utf-8-sig")
        lines = [[cell.strip() for cell in line] for line in csv.reader(io.StringIO(text), strict=True)]
    except (UnicodeDecodeError, csv.Error):
        raise _unreadable("This is not a CSV file in UTF-8.") from None
    if "\x00" in text or not lines or not any(any(line) for line in lines[1:]):
        raise _unreadable("The file is empty.")
    names = [name.casefold() for name in lines[0]]
    unknown = [name for name in names if name not in COLUMNS]
    missing = [name for name in NEEDED if name not in names]
    if missing or unknown or len(set(names)) != len(names):
        raise _unreadable(f"The first row must name these columns: {', '.join(NEEDED)}; and may name: "
                          f"{', '.join(KINDS)}.")  # fmt: skip
    numbered = enumerate(lines[1:], FIRST_ROW)
    rows = [(number, dict(zip(names, line, strict=False))) for number, line in numbered if any(line)]
    if len(rows) > MOST_ROWS:
        raise _unreadable(f"The file has more than {MOST_ROWS} rows. Split it.")
    return rows


def _unreadable(why: str) -> Invalid:
    return Invalid({"file": [why]}, why)


def _understood(row: dict[str, str], parts: list[Part]) -> tuple[dict[str, Any], dict[str, str]]:
    """A row as an invitation, and what is wrong in it by column."""
    given: dict[str, Any] = {name: row.get(name, "") for name in ("full_name", "email")}
    wrong: dict[str, str] = {}
    given["role"] = row.get("role", "").casefold()
    if given["role"] not in GIVEN_ROLES:
        wrong["role"] = f"Must be one of: {', '.join(GIVEN_ROLES)}."
        given["role"] = "subscriber"
    scope: dict[str, list[str]] = {}
    for kind in KINDS:
        for text in filter(None, (one.strip() for one in row.get(kind, "").split(SEVERAL))):
            part = found_by_words(kind, text, parts)
            if part is None:
                wrong[kind] = f"There is not exactly one of this name: {text}"
            else:
                scope.setdefault(kind, []).append(str(part.id))
    if scope:
        given["scope"] = scope
    try:
        return InvitationArgs().load(given), wrong
    except ma.ValidationError as error:
        return given, {name: str(texts[0]) for name, texts in error.messages_dict.items()} | wrong


def _refusals(writer: Writer, values: dict[str, Any]) -> dict[str, str]:
    """Why the writer may not invite somebody so, by column."""
    try:
        check_gift(writer, values["role"], [], values.get("scope") or writer.user.scope)
    except DomainError as error:
        return {"role" if error.code == "role_too_high" else "scope": error.detail}
    return {}
