"""Calls on receipts."""

from typing import Any

from flask import url_for

from app.core.db.base import db, without_lock
from app.core.errors import Forbidden
from app.core.http.api import Blueprint
from app.core.languages import reading_language
from app.core.security.operations import Operation, needs
from app.core.security.visitor import can, require_user
from app.reports.metrics.definitions import DASHBOARD, ENGAGEMENT, USAGE
from app.reports.receipts import service
from app.reports.receipts.schemas import NewReceiptSchema, ReceiptSchema, VerificationSchema

blp = Blueprint("receipts", __name__, url_prefix="/api/v1/receipts", description="What numbers were counted from.")
SUBJECTS = {"Dashboard": DASHBOARD, "Usage": USAGE, "Engagement": ENGAGEMENT}
"""The abilities by which metrics are read."""


def check_metric(metric_id: str) -> None:
    """Refuse a metric of which the reader may open no report."""
    subject = next(name for name, metrics in SUBJECTS.items() if any(metric.id == metric_id for metric in metrics))
    if not can("read", subject):
        raise Forbidden


@blp.post(
    "",
    Operation(
        needs("read", "Dashboard"),
        audit="receipt:create",
        limit="report",
        body=NewReceiptSchema,
        answer=ReceiptSchema,
        status=201,
    ),
)
def create_receipt(args: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Create the receipt of a number."""
    check_metric(args["metric"])
    row, number = service.create_receipt(
        args["metric"], args["query"], args["bucket"], require_user(), reading_language()
    )
    db.session.commit()
    with without_lock():
        answer = service.show_created(row, number)
    return answer, {"Location": url_for("receipts.get_receipt", receipt_id=answer["id"])}


@blp.get("/<int:receipt_id>", Operation(needs("read", "Dashboard"), limit="report", answer=ReceiptSchema))
def get_receipt(receipt_id: int) -> dict[str, Any]:
    """Retrieve a receipt."""
    receipt = service.show_receipt(receipt_id, reading_language())
    check_metric(receipt["metric"])
    return receipt


@blp.post(
    "/<int:receipt_id>/verify",
    Operation(
        needs("read", "Dashboard"),
        audit="receipt:verify",
        limit="report",
        answer=VerificationSchema,
        renders_answer=True,
    ),
)
def verify_receipt(receipt_id: int) -> dict[str, Any]:
    """Verify a receipt: count its number again."""
    check_metric(service.get_receipt(receipt_id)[0].metric)
    answer = service.verify_receipt(receipt_id, reading_language())
    db.session.commit()
    return answer
