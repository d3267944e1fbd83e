"""People from a CSV file: every row is checked first, then all of them are invited or none."""

from dataclasses import dataclass, field
from typing import Any

import marshmallow as ma

from app.accounts.auth import service as accounts
from app.accounts.people.access import check_gift
from app.accounts.people.invitations import bring_in
from app.accounts.people.parts import ScopePart, find_by_words, parts_of
from app.accounts.people.schemas import InvitationArgs
from app.accounts.people.service import GIVEN_ROLES, Writer
from app.accounts.users.models import email_key
from app.accounts.users.scope import KINDS
from app.core.errors import DomainError
from app.core.http.csv_files import RowError, check_right, read_rows

NEEDED = ("full_name", "email", "role")
SEVERAL = ";"
"""What is between several names in a cell."""


@dataclass(slots=True)
class FileContents:
    """What a file holds: its rows, the people to invite, and what is wrong."""

    rows: int = 0
    people: list[dict[str, Any]] = field(default_factory=list)
    errors: list[RowError] = field(default_factory=list)

    @property
    def changes(self) -> int:
        """How many people would be invited."""
        return len(self.people)


def read(writer: Writer, raw: bytes) -> FileContents:
    """Read and check a file; Invalid when it is no list of people at all."""
    result, seen = FileContents(), set[str]()
    rows, parts = read_rows(raw, NEEDED, KINDS), parts_of()
    used_emails = accounts.find_taken_emails([row.get("email", "") for _, row in rows])
    for number, row in rows:
        result.rows += 1
        values, wrong = _understood(row, parts)
        key = email_key(values.get("email", ""))
        if key and key in seen:
            wrong["email"] = "This address is in the file twice."
        elif key in used_emails:
            wrong["email"] = accounts.EMAIL_TAKEN
        seen.add(key)
        if not wrong:
            wrong = _refusals(writer, values)
        result.errors += [RowError(number, name, message) for name, message in wrong.items()]
        if not wrong:
            result.people.append(values)
    return result


def invite_all(writer: Writer, people: FileContents) -> None:
    """Invite everybody of a file, or nobody: Invalid with what is wrong."""
    check_right(people.rows, people.errors, people.changes, "Nobody was invited: some rows are not valid.")
    for values in people.people:
        bring_in(writer, values)


def _understood(row: dict[str, str], parts: list[ScopePart]) -> tuple[dict[str, Any], dict[str, str]]:
    """A row as an invitation, and what is wrong in it by column."""
    values: dict[str, Any] = {name: row.get(name, "") for name in ("full_name", "email")}
    wrong: dict[str, str] = {}
    values["role"] = row.get("role", "").casefold()
    if values["role"] not in GIVEN_ROLES:
        wrong["role"] = f"Must be one of: {', '.join(GIVEN_ROLES)}."
        values["role"] = "subscriber"
    scope: dict[str, list[str]] = {}
    for kind in KINDS:
        for text in filter(None, (part.strip() for part in row.get(kind, "").split(SEVERAL))):
            part = find_by_words(kind, text, parts)
            if part is None:
                wrong[kind] = f"“{text}” is none of your {kind}, or more than one."
            else:
                scope.setdefault(kind, []).append(str(part.id))
    if scope:
        values["scope"] = scope
    try:
        return InvitationArgs().load(values), wrong
    except ma.ValidationError as error:
        return values, {name: str(texts[0]) for name, texts in error.messages_dict.items()} | wrong


def _refusals(writer: Writer, values: dict[str, Any]) -> dict[str, str]:
    """Why the writer may not invite someone so, by column."""
    try:
        check_gift(writer, values["role"], [], values.get("scope") or writer.user.scope)
    except DomainError as error:
        return {"role" if error.code == "role_too_high" else "scope": error.detail}
    return {}
