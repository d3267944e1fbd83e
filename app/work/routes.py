"""The call on work under way."""

from typing import Any

from flask import g

from app.core.http.api import Blueprint
from app.core.security.operations import SIGNED_IN, Operation
from app.work import service
from app.work.schemas import WorkSchema

blp = Blueprint("work", __name__, url_prefix="/api/v1/work", description="Background work in progress.")


@blp.get("", Operation(SIGNED_IN, answer=WorkSchema))
def list_work() -> dict[str, Any]:
    """List jobs in progress: your exports, and imports you may see."""
    return {"items": service.under_way(g.visitor.user.id)}
