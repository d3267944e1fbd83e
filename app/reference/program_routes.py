"""Calls for authors of programs: what calls there are, and trying out signatures of webhooks."""

from typing import Any

from flask import request

from app.audit.recording import unaudited
from app.core.http.api import Blueprint
from app.core.security.visitor import needs, renders_answer
from app.reference import program_schemas as schemas
from app.reference import programs

blp = Blueprint(
    "programs", __name__, url_prefix="/api/v1/programs", description="What authors of programs need to know."
)


@blp.get("/calls")
@needs("read", "Reference")
@blp.arguments(schemas.ApiArgs, location="query")
@blp.response(200, schemas.ApiSchema)
def list_calls(args: dict[str, Any]) -> dict[str, Any]:
    """List the areas of the API, and the calls of one with example commands."""
    areas = [
        {"name": name, "description": description, "calls": len(operations)}
        for name, (description, operations) in programs.areas().items()
    ]
    return {"areas": areas, "calls": programs.calls_of(args["area"], request.host_url.rstrip("/"))}


@blp.post("/webhooks/sample")
@needs("read", "Reference")
@unaudited
@renders_answer
@blp.arguments(schemas.WebhookSampleArgs)
@blp.response(200, schemas.WebhookSampleSchema)
def make_sample(args: dict[str, Any]) -> dict[str, Any]:
    """Preview a webhook with its headers, signature and body; nothing is sent."""
    return programs.sample(args["event"], args["secret"])


@blp.post("/webhooks/check")
@needs("read", "Reference")
@unaudited
@renders_answer
@blp.arguments(schemas.WebhookCheckArgs)
@blp.response(200, schemas.WebhookVerdictSchema)
def check_signature(args: dict[str, Any]) -> dict[str, bool]:
    """Check whether a signature matches a body."""
    return programs.judged(args["secret"], args["body"], args["timestamp"], args["signature"])
