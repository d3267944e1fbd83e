"""What reports are narrowed by as addresses say it, for their own calls and for bookmarks."""

from marshmallow.validate import Length, OneOf

from app.bots.catalog.models import GROUPS
from app.conversations.models import CHANNELS
from app.core.http.schemas import Pattern, Schema, Text
from app.reports.filters.fields import ZONE, Flag, Ids, Language, Places, WordsField
from app.reports.filters.ranges import COMPARISONS, GRANULARITIES, PATTERN
from app.reports.filters.selection import DATA, MEASURED, REAL, TRAFFIC

SNAPSHOT_OR_NONE = r"^(?:[0-9a-f]{64})?$"
WATERMARK_OR_NONE = r"^(?:[0-9a-f]{24})?$"


class BotsAndPlacesArgs(Schema):
    """Whose conversations: the filters that mean anything at one moment."""

    bot = Ids(load_default=(), metadata={"description": "Bots, by id, separated by commas", "example": "17,23"})
    grp = Text(load_default="overall", validate=OneOf(["overall", *GROUPS]))
    ch = WordsField(CHANNELS, load_default=(), metadata={"example": "web,whatsapp"})
    out = Places(
        load_default=(),
        metadata={
            "description": "Dealer groups, cities and outlets, separated by commas",
            "example": "city:12,outlet:9",
        },
    )


class SelectionArgs(BotsAndPlacesArgs):
    """Which conversations of which days: what every report, list and comparison is narrowed by."""

    r = Text(
        load_default="last_28_days",
        validate=Length(max=30),
        metadata={
            "description": "A preset or YYYY-MM-DD..YYYY-MM-DD",
            "example": "last_28_days",
            "pattern": f"^{PATTERN}$",
        },
    )
    tz = Text(load_default="client", validate=Length(max=64), metadata={"example": "Asia/Kolkata", "pattern": ZONE})
    lang = Language()
    traffic = Text(
        load_default=REAL, validate=OneOf(TRAFFIC), metadata={"description": "`test` counts what testers said instead"}
    )
    data = Text(
        load_default=MEASURED,
        validate=OneOf(DATA),
        metadata={"description": "`measured` leaves out sessions whose times were estimated by an import"},
    )
    today = Flag(load_default=False, metadata={"description": "1 appends the day that is not over yet"})


class DashboardArgs(SelectionArgs):
    """The dashboard's filters."""

    cmp = Text(load_default="prev", validate=OneOf(COMPARISONS))
    g = Text(load_default="auto", validate=OneOf(["auto", *GRANULARITIES]))


class ReportArgs(DashboardArgs):
    """A report's filters, or the snapshot that it is shown as."""

    snap = Text(
        load_default="",
        validate=Pattern(SNAPSHOT_OR_NONE, error="Must be the id of a snapshot."),
        metadata={"description": "A snapshot by its id: the report as it was then, whatever the other filters say"},
    )


class ReportViewArgs(ReportArgs):
    """A report's filters, and the answer to them that its reader has."""

    since = Text(
        load_default="",
        validate=Pattern(WATERMARK_OR_NONE, error="Must be the watermark of a report."),
        metadata={
            "description": "The `watermark` of an earlier answer: what has changed since comes as a JSON patch of "
            "`replace` operations (RFC 6902), the whole report where the watermark is no longer known"
        },
    )


class DashboardViewArgs(ReportViewArgs):
    """The dashboard's filters, and how much of it is answered."""

    brief = Flag(
        load_default=False, metadata={"description": "1 leaves out of `figures` those that hold the parts as tables"}
    )
