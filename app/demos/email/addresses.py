"""Whom a mail is for: from one line of text to people, and back."""

import re

from marshmallow import ValidationError
from marshmallow.validate import Email

from app.errors import Invalid

MOST = 50
LONGEST = 4000
_PARTS = re.compile(r'(?:"[^"]*"|<[^>]*>|[^,;\n"<]|["<])+')
_NAMED = re.compile(r'\s*"?([^"<]*?)"?\s*<\s*([^<>]*?)\s*>\s*')
Person = dict[str, str]
_good = Email()


def read(text: str) -> list[Person]:
    """The people of a line such as `Asha <asha@x.example>, b@y.example`; what is no address stays as it was typed."""
    people: list[Person] = []
    for part in _PARTS.findall(text):
        named = _NAMED.fullmatch(part)
        person = {"name": named[1], "email": named[2]} if named else {"name": "", "email": part.strip()}
        if person["email"] and person["email"].lower() not in {one["email"].lower() for one in people}:
            people.append(person)
    return people


def write(people: list[Person]) -> str:
    """The people as one line."""
    return ", ".join(_one(**person) for person in people)


def _one(name: str, email: str) -> str:
    """One person, the name quoted where it would end too early."""
    said = name.replace('"', "")
    quoted = f'"{said}"' if re.search(r"[,;<>]", said) else said
    return f"{quoted} <{email}>" if said else email


def is_good(email: str) -> bool:
    """Whether a text is an address."""
    try:
        _good(email)
    except ValidationError:
        return False
    return len(email) <= 254


def check(to: list[Person], cc: list[Person], bcc: list[Person]) -> None:
    """Invalid, by field, where nobody is named, somebody cannot be, or too many are."""
    errors: dict[str, list[str]] = {}
    for field, people in (("to", to), ("cc", cc), ("bcc", bcc)):
        wrong = [one["email"] for one in people if not is_good(one["email"])]
        if wrong:
            errors[field] = [f"Not an e-mail address: {', '.join(wrong)[:300]}."]
        elif len(people) > MOST:
            errors[field] = [f"At most {MOST} addresses."]
    if not (to or cc or bcc):
        errors["to"] = ["Say whom it is for."]
    if errors:
        raise Invalid(errors)
