"""Whom a mail is for: from one line of text to people, and back."""

import re

from marshmallow import ValidationError
from marshmallow.validate import Email

from app.core.errors import BeyondSchema, Invalid

MOST = 50
LONGEST = 4000
_PARTS = re.compile(r'(?:"[^"]*"|<[^<>]*>|[^,;\n"<]|["<])+')
MailPerson = dict[str, str]
_good = Email()


def read(text: str) -> list[MailPerson]:
    """The people of a line such as `Asha <asha@x.example>, b@y.example`; what is no address stays as it was typed."""
    people: dict[str, MailPerson] = {}
    for part in _PARTS.findall(text):
        person = _read_one(part.strip())
        if person["email"]:
            people.setdefault(person["email"].lower(), person)
    return list(people.values())


def _read_one(text: str) -> MailPerson:
    """One person: `name <email>`, the name in quotes or not, or nothing but an address."""
    before, bracket, after = text.rpartition("<")
    name, email = before.strip().removeprefix('"').removesuffix('"'), after.removesuffix(">")
    if bracket and email != after and ">" not in email and not {'"', "<"} & set(name):
        return {"name": name, "email": email.strip()}
    return {"name": "", "email": text}


def write(people: list[MailPerson]) -> str:
    """The people as one line."""
    return ", ".join(_mailbox(**person) for person in people)


def _mailbox(name: str, email: str) -> str:
    """One person, the name quoted where it would end too early."""
    plain = name.replace('"', "")
    quoted = f'"{plain}"' if re.search(r"[,;<>]", plain) else plain
    return f"{quoted} <{email}>" if plain else email


def is_good(email: str) -> bool:
    """Whether a text is an address."""
    try:
        _good(email)
    except ValidationError:
        return False
    return len(email) <= 254


def check(to: list[MailPerson], cc: list[MailPerson], bcc: list[MailPerson]) -> None:
    """Invalid, by field, where nobody is named, someone cannot be, or too many are."""
    errors: dict[str, list[str]] = {}
    for field, people in (("to", to), ("cc", cc), ("bcc", bcc)):
        wrong = [person["email"] for person in people if not is_good(person["email"])]
        if wrong:
            errors[field] = [BeyondSchema(f"Not an email address: {', '.join(wrong)[:300]}.")]
        elif len(people) > MOST:
            errors[field] = [f"Enter at most {MOST} addresses."]
    if not (to or cc or bcc):
        errors["to"] = [BeyondSchema("Enter at least one recipient.")]
    if errors:
        raise Invalid(errors)
