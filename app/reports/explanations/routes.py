"""Calls that explain changes: one for each report."""

from functools import partial
from typing import Any

from flask import Response

from app.conversations.masking import may_see_names
from app.core.http.api import Blueprint
from app.core.languages import reading_language
from app.core.security.operations import Operation, needs
from app.reports.answers.conditional import computed_once, revalidate
from app.reports.context import ReportQuery
from app.reports.explanations.schemas import ChangeExplanationSchema, ExplainArgs
from app.reports.explanations.service import explain
from app.reports.service import DASHBOARD_NAME
from app.reports.standard.registry import REPORTS

blp = Blueprint("explanations", __name__, url_prefix="/api/v1/reports", description="Why figures change.")


def _add_call(report: str, subject: str) -> None:
    """Add the call of a report."""
    name = report.replace("/", "_")

    @blp.get(
        f"/{report}/explain",
        Operation(
            needs("read", subject),
            limit="report",
            query=ExplainArgs,
            answer=ChangeExplanationSchema,
            name=f"explain_{name}",
            summary=f"Explain a change in the {report} report.",
        ),
    )
    def explain_change(args: dict[str, Any]) -> Response:
        metric, split, names = args.pop("metric"), args.pop("by"), may_see_names()
        question, language = ReportQuery(**args), reading_language()
        compute = partial(explain, report, question, metric=metric, split=split, language=language, names=names)
        return revalidate(computed_once(compute, "explain", report, question, metric, split, names))


_add_call(DASHBOARD_NAME, "Dashboard")
for each in REPORTS.values():
    _add_call(each.name, each.subject)
