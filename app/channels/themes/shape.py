"""The fields of a theme, as its people change it and as a widget gets it."""

from collections.abc import Mapping

import marshmallow as ma

from app.core.errors import BeyondSchema
from app.core.http.schemas import NonBlankLine, Pattern, Schema, Text, Whole

FONTS = ("system", "serif", "rounded", "mono")
"""Stacks of fonts that visitors' systems have: nothing is loaded."""
LAUNCHERS = ("chat", "messages", "headset", "car")
LANGUAGE_LENGTH = 12
CSAT_STYLES = ("stars", "thumbs")
_COLOUR = Pattern(r"^#[0-9a-f]{6}$", error="Must be a colour such as #005b78.")
_SHORT = ma.validate.Length(max=300)


def _check_languages(texts: Mapping[str, str]) -> None:
    """Refuse names of languages that nobody uses."""
    if any(len(language) > LANGUAGE_LENGTH for language in texts):
        raise ma.ValidationError([BeyondSchema(f"A language has at most {LANGUAGE_LENGTH} characters.")])


class ThemeSchema(Schema):
    """How a widget looks; what is left out is as it is by default."""

    name = Text(validate=ma.validate.Length(max=60))
    primary = Text(validate=_COLOUR)
    on_primary = Text(validate=_COLOUR)
    bubble_user = Text(validate=_COLOUR)
    on_bubble_user = Text(validate=_COLOUR, metadata={"description": "As `on_primary` where it is left out"})
    bubble_bot = Text(validate=_COLOUR)
    background = Text(validate=_COLOUR)
    radius = Whole(validate=ma.validate.Range(min=0, max=24))
    font = Text(validate=ma.validate.OneOf(FONTS))
    avatar = Text(
        validate=ma.validate.Length(max=45_000),
        metadata={"description": "A picture of at most 32 KB as a `data:` address; empty without one"},
    )
    launcher = Text(validate=ma.validate.OneOf(LAUNCHERS))
    position = Text(validate=ma.validate.OneOf(["right", "left"]))
    greeting = ma.fields.Dict(keys=Text(), values=Text(validate=_SHORT), validate=_check_languages)
    placeholder = ma.fields.Dict(keys=Text(), values=Text(validate=_SHORT), validate=_check_languages)
    csat = Text(validate=ma.validate.OneOf(CSAT_STYLES), metadata={"description": "How a rating is asked for"})
    persistence = Text(validate=ma.validate.OneOf(["local", "session", "memory"]))
    phone = NonBlankLine(30, allow_none=True)
    custom_css = Text(metadata={"description": "At most 8 KB; what is not known to be harmless is left out"})
