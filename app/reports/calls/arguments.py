"""What narrows the list of calls."""

import marshmallow as ma

from app.channels.voice.models import ENDS, RECORDINGS
from app.core.http.schemas import PageArgs, Text
from app.reports.filters.arguments import SelectionArgs
from app.reports.filters.ranges import PATTERN
from app.reports.standard.call_counts import CALL_EVIDENCE


class CallListArgs(SelectionArgs, PageArgs):
    """Which calls are listed, newest first: those that a report with the same filters counts."""

    r = Text(
        load_default="all",
        validate=ma.validate.Length(max=30),
        metadata={"description": "A preset or YYYY-MM-DD..YYYY-MM-DD", "pattern": f"^{PATTERN}$"},
    )
    evidence = Text(
        data_key="is",
        load_default="",
        validate=ma.validate.OneOf(["", *CALL_EVIDENCE]),
        metadata={"description": "The calls behind a number of the speech report"},
    )
    ended_by = Text(load_default="", validate=ma.validate.OneOf(("", *ENDS)))
    recording = Text(load_default="", validate=ma.validate.OneOf(("", *RECORDINGS)))
    phrase = Text(load_default="", validate=ma.validate.Length(max=60), metadata={"description": "A phrase list"})
