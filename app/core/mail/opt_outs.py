"""Opting out of mails by their link: what offers and scheduled reports share (RFC 8058)."""

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage

from app.core.errors import NotFound
from app.core.mail.delivery import settings

CODE = re.compile(r"[A-Za-z0-9_-]{12}")
"""What a recipient's code looks like: 72 random bits."""


@dataclass(frozen=True, slots=True)
class OptOut:
    """What the link of a mail opts out of, whether that has happened, and what does it."""

    client: str
    channel: str
    opted_out: bool
    apply: Callable[[], None]


OptOutSource = Callable[[str], OptOut | None]
_sources: list[OptOutSource] = []


def opt_out_source(source: OptOutSource) -> OptOutSource:
    """Register what knows the codes of one kind of mail, and binds the workspace of a code that it knows."""
    _sources.append(source)
    return source


def new_code() -> str:
    """Return a new random code for the link of a mail."""
    return secrets.token_urlsafe(9)


def find_opt_out(code: str) -> OptOut:
    """Return what a code opts out of; NotFound for a code that was never sent."""
    if CODE.fullmatch(code):
        for source in _sources:
            opt_out = source(code)
            if opt_out is not None:
                return opt_out
    raise NotFound("This link is not known.")


def opt_out_link(code: str) -> str:
    """Return the address at which a recipient opts out."""
    return f"{settings().base_url}/o/{code}/unsubscribe"


def add_headers(message: EmailMessage, code: str) -> None:
    """Let mail programs opt a recipient out with one click."""
    message["List-Unsubscribe"] = f"<{opt_out_link(code)}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
