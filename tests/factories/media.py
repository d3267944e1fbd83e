"""Pictures and PDFs in libraries of bots, and flows that show them."""

import io
from copy import deepcopy
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.bots.media.models import BotMedium
from app.core.db.base import db
from tests.factories.bots import SMALL_FLOW
from tests.factories.customer_documents import picture


def add_medium(bot_id: int) -> int:
    """Add a picture to a bot's library, without a file; return its id."""
    row = BotMedium(bot_id=bot_id, digest="0" * 64, name="Vela", kind="image", media_type="image/png", size=9,
                    width=8, height=8)  # fmt: skip
    db.session.add(row)
    db.session.flush()
    return row.id


def library_of(bot: str) -> str:
    """The address of a bot's media."""
    return f"/api/v1/bots/{bot}/media"


def upload_medium(
    client: FlaskClient, bot: str, data: bytes | None = None, name: str = "red_car.png", **more: Any
) -> TestResponse:
    """Upload a file, or a picture that is drawn here, into the library of a bot."""
    content = picture(1) if data is None else data
    return client.post(library_of(bot), data={"file": (io.BytesIO(content), name)} | more)


def flow_with(
    digest: str, text: str = "Look at this", flow: dict[str, Any] = SMALL_FLOW, **more: Any
) -> dict[str, Any]:
    """Return a flow whose greeting shows a medium."""
    document = deepcopy(flow)
    document["nodes"]["hello"]["media"] = {"file": digest} | more
    document["nodes"]["hello"]["text"] = {"en": text}
    if not text:
        del document["nodes"]["hello"]["text"]
    return document
