"""What an extra that is not installed looks like in JSON."""

from app.core.extras import EXTRAS
from app.core.http.schemas import ResponseSchema, Text


class ExtraSchema(ResponseSchema):
    """A part that would add to what is shown and is not installed."""

    name = Text(metadata={"enum": list(EXTRAS)})
    install = Text(metadata={"description": "The command that installs it"})
