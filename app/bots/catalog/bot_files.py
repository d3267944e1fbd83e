"""Files of bots that are uploaded: read and checked before a bot is made of one."""

import re
from pathlib import PurePath
from typing import Any

from flask import Response

from app.bots.catalog.flows import check_shape
from app.bots.catalog.models import NAME_LENGTH
from app.bots.flow.contents import contents_of
from app.bots.flow.documents import UnreadableDocument, dump
from app.bots.flow.validation import validate
from app.bots.imports.archives import LARGEST_PACKED
from app.bots.imports.files import read_bot_file
from app.core.db.base import without_lock
from app.core.errors import BeyondSchema, Invalid

_UNUSABLE = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|]+')
"""Characters that no system's file names can all have."""


def look_into(name: str, stream: Any) -> dict[str, Any]:
    """Return the flow of a file with what it holds and what is wrong with it; Invalid says where it is none."""
    try:
        with without_lock():
            file = read_bot_file(name, stream.read(LARGEST_PACKED + 1))
            flow = check_shape(file.flow)
            # A file comes without the secrets of its bot, which have to be set.
            issues = validate(flow, secrets=())
    except UnreadableDocument as error:
        raise Invalid({"file": [BeyondSchema(error)]}) from None
    return file._asdict() | {
        "name": " ".join(PurePath(name).stem.replace("_", " ").replace("-", " ").split())[:NAME_LENGTH],
        "flow": flow,
        "inside": contents_of(flow),
        "errors": [issue for issue in issues if issue.level == "error"],
        "warnings": [issue for issue in issues if issue.level == "warning"],
    }


def attach_flow(document: dict[str, Any], name: str, form: str) -> Response:
    """Return a flow as a file to save, called as its bot is: a bot made of it gets that name."""
    response = Response(dump(document, form), mimetype=f"application/{form}")
    stem = " ".join(_UNUSABLE.sub(" ", name).split()).strip(".")
    response.headers.set("Content-Disposition", "attachment", filename=f"{stem}.{form}")
    return response
