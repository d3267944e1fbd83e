"""Calls for authors of programs: what calls there are, and trying out signatures of webhooks."""

from typing import Any

from flask import request

from app.core.http.api import Blueprint
from app.core.security.operations import UNAUDITED, Operation, needs
from app.reference import program_schemas as schemas
from app.reference import programs

blp = Blueprint(
    "programs", __name__, url_prefix="/api/v1/programs", description="What authors of programs need to know."
)


@blp.get("/calls", Operation(needs("read", "Reference"), query=schemas.ApiArgs, answer=schemas.ApiSchema))
def list_calls(args: dict[str, Any]) -> dict[str, Any]:
    """List the areas of the API, and the calls of one with example commands."""
    areas = [
        {"name": name, "description": description, "calls": len(operations)}
        for name, (description, operations) in programs.areas().items()
    ]
    return {"areas": areas, "calls": programs.calls_of(args["area"], request.host_url.rstrip("/"))}


@blp.post(
    "/webhooks/sample",
    Operation(
        needs("read", "Reference"),
        audit=UNAUDITED,
        body=schemas.WebhookSampleArgs,
        answer=schemas.WebhookSampleSchema,
        renders_answer=True,
    ),
)
def make_sample(args: dict[str, Any]) -> dict[str, Any]:
    """Preview a webhook with its headers, signature and body; nothing is sent."""
    return programs.sample(args["event"], args["secret"])


@blp.post(
    "/webhooks/check",
    Operation(
        needs("read", "Reference"),
        audit=UNAUDITED,
        body=schemas.WebhookCheckArgs,
        answer=schemas.WebhookVerdictSchema,
        renders_answer=True,
    ),
)
def check_signature(args: dict[str, Any]) -> dict[str, bool]:
    """Check whether a signature matches a body."""
    return programs.judge_signature(args["secret"], args["body"], args["timestamp"], args["signature"])
