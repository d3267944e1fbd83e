"""Addresses of files that need no header: signed for one session and a while, for clients that send bearer tokens.

A browser sends its cookies along when it fetches a picture; an `<img>` in a client with a token can send nothing.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from flask import g

from app.accounts.auth.models import AuthSession
from app.accounts.auth.tokens import MAX_COUNT, Claims
from app.core.clock import now
from app.core.errors import Forbidden
from app.core.http.schemas import ID, Text
from app.core.security.signatures import is_signed, sign

LIFETIME, STEP = 3600, 900
"""Seconds an address is good for; one is given out again for a while, so that a client keeps what it has fetched."""
_FILE = re.compile(r"/media/(?:avatars|logos)/\w+|/api/v1/mail/\d+/attachments/\d+", re.ASCII)
_WHOSE = re.compile(rf"({ID})\.({ID})\.({ID})")


def _message(path: str, end: str, owner: str) -> str:
    """What is signed of an address."""
    return f"address:{end}:{owner}:{path}"


def sign_address(path: str, session: AuthSession) -> str:
    """A file's address with what proves that this session was given it; any other address as it is."""
    if not _FILE.fullmatch(path):
        return path
    end = str(int(now().timestamp()) // STEP * STEP + LIFETIME)
    owner = f"{session.workspace_id}.{session.user_id}.{session.id}"
    return f"{path}?exp={end}&for={owner}&sig={sign(_message(path, end, owner))}"


def serialize_address(address: str) -> str:
    """An address as the present visitor is answered it: signed where they send a bearer token."""
    visitor = g.get("visitor")
    return sign_address(address, visitor.session) if visitor is not None and visitor.kind == "bearer" else address


def read(path: str, args: Mapping[str, str]) -> Claims:
    """Whose session a signed address is for; Refused when it is over, or is not what was given out."""
    end, owner, signature = (args.get(name, "") for name in ("exp", "for", "sig"))
    match = _WHOSE.fullmatch(owner)
    if not is_signed(_message(path, end, owner), signature) or match is None:
        raise Forbidden("This link is not valid for this file.", code="address_changed")
    if int(end) <= now().timestamp():
        raise Forbidden("This link has expired. Reload the page for a new one.", code="address_expired")
    workspace_id, user_id, session_id = map(int, match.groups())
    return Claims(session_id, user_id, workspace_id, MAX_COUNT, datetime.fromtimestamp(int(end), UTC))


def plain(address: str) -> str:
    """A file's address as it is stored, when a client sends back a signed one."""
    path, mark, _ = address.partition("?")
    return path if mark and _FILE.fullmatch(path) else address


class FileAddress(Text):
    """Where a file is to be had: a signed address for clients that send bearer tokens."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        address = super()._serialize(value, attr, obj, **kwargs)
        return address and serialize_address(address)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        return plain(super()._deserialize(value, attr, data, **kwargs))
