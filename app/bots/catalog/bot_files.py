"""Flow documents that are uploaded: read, checked, and told what they hold, before a bot is made of one."""

from pathlib import PurePath
from typing import Any

from app.bots.catalog.flows import check_shape
from app.bots.catalog.models import NAME_LENGTH
from app.bots.flow.contents import contents_of
from app.bots.flow.documents import LARGEST, Unreadable, read
from app.bots.flow.validation import validate
from app.core.db.base import unlocked
from app.core.errors import BeyondSchema, Invalid

FORMATS = {".json": "json", ".yaml": "yaml", ".yml": "yaml"}
"""The format of a file by the ending of its name."""


def look_into(name: str, stream: Any) -> dict[str, Any]:
    """Return the document of a file with what it holds and what is wrong with it; Invalid says where it is none."""
    path = PurePath(name)
    form = FORMATS.get(path.suffix.lower())
    if form is None:
        raise Invalid({"file": [BeyondSchema("Must be a .json, .yaml or .yml file.")]})
    try:
        with unlocked():
            document = check_shape(read(stream.read(LARGEST + 1), form))
            issues = validate(document)
    except Unreadable as error:
        raise Invalid({"file": [BeyondSchema(error)]}) from None
    return {
        "name": " ".join(path.stem.replace("_", " ").replace("-", " ").split())[:NAME_LENGTH],
        "document": document,
        "inside": contents_of(document),
        "errors": [issue for issue in issues if issue.level == "error"],
        "warnings": [issue for issue in issues if issue.level == "warning"],
    }
