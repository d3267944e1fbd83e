"""Watching a bookmarked report: an alert on its first figure."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from app.accounts.users.models import User
from app.bookmarks.models import Bookmark
from app.bookmarks.views import read_view
from app.core.errors import BeyondSchema, Invalid
from app.reports.alerts.models import NAME_LENGTH, Alert
from app.reports.alerts.rule_schemas import METRICS
from app.reports.alerts.service import create_alert
from app.reports.service import DASHBOARD_NAME
from app.reports.standard.registry import REPORTS
from app.reports.standard.service import report_of

USUAL = {"window": "day", "op": "anomaly", "threshold": 3.0, "min_n": 30, "cooldown_h": 24, "emails": [],
         "webhook": None, "active": True}  # fmt: skip
"""How a bookmark is watched where nothing else is asked for: what is unusual for the weekday."""


def watch_bookmark(bookmark: Bookmark, values: Mapping[str, Any], user: User) -> Alert:
    """Add an alert on a bookmarked report, narrowed as it is; Invalid where the page has no figures to watch."""
    view = read_view(bookmark.url)
    report = None if view is None else view.path.removeprefix("/reports/")
    if view is None or report not in (DASHBOARD_NAME, *REPORTS):
        raise Invalid({"bookmark": [BeyondSchema("Only reports can be watched.")]})
    changes = dict(view.values)
    group = report_of(report).group
    if group:
        changes["grp"] = group
    metric = next(metric.id for metric in report_of(report).metrics if metric.id in METRICS)
    usual = USUAL | {"name": bookmark.title[:NAME_LENGTH], "metric": metric, "query": urlencode(changes, safe=",:")}
    return create_alert({**usual, **values}, user)
