"""What narrows the list of customers' documents."""

import marshmallow as ma

from app.core.http.schemas import Id, PageArgs, Text, Whole
from app.masters.documents.models import KINDS, STATES

MOST_DAYS = 3650


class CustomerDocumentListArgs(PageArgs):
    """Which documents are listed, the newest first."""

    state = Text(load_default="", validate=ma.validate.OneOf(("", "waiting", *STATES)))
    kind = Text(load_default="", validate=ma.validate.OneOf(("", *KINDS)))
    outlet = Id(load_default=None, allow_none=True)
    expiring = Whole(
        load_default=None, allow_none=True, validate=ma.validate.Range(0, MOST_DAYS),
        metadata={"description": "Accepted ones whose validity ends within so many days"},
    )  # fmt: skip
