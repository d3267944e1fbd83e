"""Pictures and PDFs in libraries of bots, and flows that show them."""

import io
from copy import deepcopy
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.factories.bots import SMALL_FLOW
from tests.factories.customer_documents import picture


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
