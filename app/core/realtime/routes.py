"""The call that waits until something changes for its reader."""

from typing import Any

from flask import request

from app.core.http.api import Blueprint
from app.core.realtime import ear, service, watching  # noqa: F401 - hears what is written
from app.core.realtime.schemas import LiveArgs, LiveSchema
from app.core.security.operations import SIGNED_IN, Operation
from app.core.security.visitor import require_user

blp = Blueprint("live", __name__, url_prefix="/api/v1/live", description="Live updates.")


@blp.get("", Operation(SIGNED_IN, query=LiveArgs, answer=LiveSchema))
def listen(args: dict[str, Any]) -> dict[str, Any]:
    """List changes for the reader since a position; waits up to 25 seconds where the server can."""
    user, after = require_user(), args["after"]
    if after is None:
        return {"after": service.position(), "changes": [], "missed": False}
    events = service.since(user.id, after)
    wait = request.environ.get("parley.wait")
    if wait is not None and not events["changes"] and not events["missed"]:
        # This answer is not sent: the server asks again when the ear has heard something, or when the time is over.
        wait((user.workspace_id, user.id), events["after"])
        ear.attend(request.environ["parley.lot"])
    return events
