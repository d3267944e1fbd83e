"""What themes and their schedules look like in JSON."""

import marshmallow as ma

from app.channels.themes.models import TITLE_LENGTH
from app.channels.themes.shape import ThemeSchema
from app.core.http.schemas import ClockMoment, Id, Moment, Name, ResponseSchema, Schema, Switch, Text, Whole


class RemovedCssSchema(ResponseSchema):
    """Something of a theme's own CSS that was left out."""

    what = Text()
    why = Text(metadata={"enum": ["rule", "selector", "property", "value", "syntax"]})


class BotThemeSchema(ResponseSchema, ThemeSchema):
    """The working copy of a theme with its defaults."""

    revision = Whole(dump_only=True)
    published = Switch(dump_only=True, metadata={"description": "Whether the live version has this theme"})
    removed_css = ma.fields.List(
        ma.fields.Nested(RemovedCssSchema),
        dump_only=True, metadata={"optional": True, "description": "What was left out of `custom_css`, after a change"},
    )  # fmt: skip


class ThemeOverlapSchema(ResponseSchema):
    """Another schedule at the same time."""

    id = Id()
    title = Text()
    wins = Switch(metadata={"description": "Whether the one that was asked for is shown then: the later start wins"})


class NewThemeScheduleSchema(Schema):
    """A theme for a while; without one, the working copy as it is now."""

    title = Name(TITLE_LENGTH, load_default="Scheduled theme")
    from_ = ClockMoment(data_key="from", required=True)
    to = ClockMoment(required=True, metadata={"description": "When the live version's theme returns"})
    theme = ma.fields.Nested(ThemeSchema, load_default=None, allow_none=True)


class ThemeScheduleSchema(ResponseSchema):
    """A schedule with the theme that is shown."""

    id = Id()
    revision = Whole()
    title = Text()
    from_ = Moment(data_key="from", attribute="starts_at")
    to = Moment(attribute="ends_at")
    zone = Text(metadata={"description": "In which a start and an end without a zone are"})
    state = Text(metadata={"enum": ["planned", "running", "ended"]})
    theme = ma.fields.Nested(ThemeSchema)
    overlaps = ma.fields.List(ma.fields.Nested(ThemeOverlapSchema))
    removed_css = ma.fields.List(ma.fields.Nested(RemovedCssSchema), metadata={"optional": True})


class ThemeSchedulesSchema(ResponseSchema):
    """The schedules of a bot by their starts, and the clock they are given by."""

    zone = Text()
    items = ma.fields.List(ma.fields.Nested(ThemeScheduleSchema))
