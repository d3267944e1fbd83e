"""Rules of alerts: who owns them, who is notified, and how they go from armed to firing and back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, case, func, select

from app.accounts.users.models import User
from app.accounts.users.scope import scope_of
from app.conversations.events import FINAL_AFTER
from app.core import clock
from app.core.db.base import db, fetch, hold, note, rows_by_id, without_lock
from app.core.db.tenancy import Scope, bound_workspace, within
from app.core.errors import Conflict, DomainError, field_error
from app.core.jobs import Job, enqueue
from app.core.languages import reading_language
from app.core.lifecycles import Lifecycle
from app.notifications import tell
from app.reports.alerts.judging import WATCHED, Judgement, find_windows, judge_last
from app.reports.alerts.models import PAUSED, STATES, Alert, AlertFiring
from app.reports.context import ReportContext, ReportQuery
from app.reports.failures import can_read, tell_failure
from app.reports.filters.ranges import DAY, Range, midnight
from app.reports.filters.selection import format_instant
from app.reports.filters.words import Condition, conditions_of_questions
from app.reports.mailing import check_recipients, waiting_mails
from app.reports.metrics.definitions import Metric
from app.reports.questions import NotVisible, address_of, pin_dates, read_question, visible_context_of
from app.reports.service import DASHBOARD_NAME
from app.reports.snapshots.service import keep_document, link_of, make_document
from app.webhooks.service import get_webhook, send_event

LIFE = Lifecycle(
    "alert",
    STATES,
    {
        "fire": (("armed", "resolved"), "firing"),
        "acknowledge": ("firing", "acknowledged"),
        "resolve": (("firing", "acknowledged"), "resolved"),
        "rearm": ("resolved", "armed"),
    },
)
MOST = 100
"""Alerts of one person."""
TRIED = {"hour": 91 * 24, "day": 365, "week": 52}
"""Windows on which a rule is tried: a year, of hours a quarter."""
LISTED = 100
SHOWN = 28
"""Windows whose values a list draws."""
PAGE = "/reports/alerts"
CHECKS = "check_alerts"
_SHOWN_STATE = case((Alert.active, Alert.state), else_=PAUSED)
URGENCY = case({"firing": 4, "acknowledged": 3, "armed": 2, "resolved": 1}, value=_SHOWN_STATE, else_=0)
"""What lists begin with: alerts that fire, then those that are looked after; paused ones come last."""
RULE = ("name", "metric", "query", "window", "op", "threshold", "min_n", "cooldown_h", "emails", "active")


def list_alerts(user: User, state: str = "", q: str = "") -> Select[Alert]:
    """Select a person's own alerts, in a state and by words of their names where these are given."""
    query = select(Alert).where(Alert.owner_id == user.id)
    query = query.where(*(Alert.name.icontains(word, autoescape=True) for word in q.split()))
    return query.where(_SHOWN_STATE == state) if state else query


def count_alerts(user: User) -> dict[str, int]:
    """Count a person's own alerts by state."""
    query = select(_SHOWN_STATE, func.count()).where(Alert.owner_id == user.id).group_by(_SHOWN_STATE)
    return {state: number for state, number in db.session.execute(query)}


def get_alert(alert_id: int, user: User) -> Alert:
    """Return one of a person's own alerts, or raise NotFound."""
    return fetch(list_alerts(user).where(Alert.id == alert_id), "This alert does not exist.")


def create_alert(values: Mapping[str, Any], user: User) -> Alert:
    """Add an alert; it looks at the last window that is over at once."""
    count = select(func.count()).select_from(list_alerts(user).subquery())
    if (db.session.scalar(count) or 0) >= MOST:
        raise Conflict(f"You can have {MOST} alerts. Delete one first.", code="too_many")
    row = Alert(owner_id=user.id, state="armed")
    change_alert(row, values, user)
    db.session.add(row)
    db.session.flush()
    return row


def change_alert(row: Alert, values: Mapping[str, Any], user: User) -> None:
    """Change an alert; Invalid names what does not fit. A changed rule looks at the last window again."""
    if "query" in values:
        question = read_question(values["query"])
        values = {**values, "query": address_of(_without_range(question))}
    if "query" in values or values.get("active"):
        visible_context_of(read_question(values.get("query", row.query)))
    if "emails" in values:
        check_recipients(values["emails"], user, subject="Dashboard", field="emails")
        values = {**values, "emails": list(dict.fromkeys(values["emails"]))}
    for name in RULE:
        if name in values:
            setattr(row, name, values[name])
    if "webhook" in values:
        row.webhook_id = _check_webhook(values["webhook"])
    if row.active:
        row.paused_for = ""
    row.next_at, row.checked_from = clock.now(), None
    db.session.flush()
    begin_checks()


def read_rule(values: Mapping[str, Any]) -> Alert:
    """Return an alert that is not stored, to be tried; Invalid names the filter that does not fit."""
    question = read_question(values["query"])
    rule = {name: values[name] for name in ("metric", "window", "op", "threshold", "min_n", "cooldown_h")}
    return Alert(query=address_of(_without_range(question)), **rule)


def begin_checks() -> None:
    """See that the workspace has a job that checks the alerts that are due; one under way may have passed them."""
    waiting = select(Job.id).where(Job.kind == CHECKS, Job.state == "ready").limit(1)
    if db.session.scalar(waiting) is None:
        with within(bound_workspace()):
            enqueue(CHECKS, {})


def _without_range(question: ReportQuery) -> ReportQuery:
    """A question without its range, steps and comparison: a rule has windows."""
    usual = ReportQuery()
    return replace(question, r=usual.r, cmp=usual.cmp, g=usual.g, today=usual.today)


def _check_webhook(webhook_id: int | None) -> int | None:
    if webhook_id is None:
        return None
    with field_error("webhook"):
        return get_webhook(webhook_id).id


def metric_of(row: Alert) -> Metric:
    """The metric of an alert."""
    return next(metric for metric in WATCHED if metric.id == row.metric)


# ---- trying a rule ------------------------------------------------------------------------------------


def try_rule(row: Alert) -> dict[str, Any]:
    """Say when a rule would have fired in the last year."""
    context = visible_context_of(read_question(row.query))
    judgements = judge_last(row, metric_of(row), context, clock.now(), last=TRIED[row.window])
    fired, silent_until, was_met = list[Judgement](), None, False
    for judgement in judgements:
        if judgement.is_met and not was_met and (silent_until is None or judgement.bucket.end >= silent_until):
            fired.append(judgement)
            silent_until = judgement.bucket.end + timedelta(hours=row.cooldown_h)
        was_met = was_met if judgement.is_met is None else judgement.is_met
    zone = context.selection.zone
    return {
        "fires": len(fired),
        "windows": sum(judgement.is_met is not None for judgement in judgements),
        "from": judgements[0].bucket.first if judgements else None,
        "to": judgements[-1].bucket.last if judgements else None,
        "items": [
            {
                "start": format_instant(judgement.bucket.start, zone),
                "value": judgement.value,
                "before": judgement.before,
                "n": judgement.n,
            }
            for judgement in fired[::-1][:LISTED]
        ],
        "unit": metric_of(row).unit,
        "currency": context.selection.currencies[0],
    }


# ---- checking -----------------------------------------------------------------------------------------


def check_alert(alert_id: int) -> None:
    """Judge the last window of an alert in the scope of its owner, and take it on; commits."""
    row = db.session.get(Alert, alert_id)
    owner = db.session.get(User, row.owner_id) if row is not None else None
    if row is None or owner is None or not row.active:
        return
    if not can_read(owner):
        _pause(alert_id, row.revision, "no_access")
        return
    revision, scope, query = row.revision, scope_of(owner), row.query
    with within(bound_workspace(), scope), without_lock():
        context = _read_context(query)
        if not isinstance(context, str):
            judged = judge_last(row, metric_of(row), context, clock.now(), last=SHOWN)
            judgement = judged[-1] if judged else None
            frozen = _freeze(context, judgement) if judgement is not None and judgement.is_met else None
    if isinstance(context, str):
        _pause(alert_id, revision, context)
        return
    _take_on(alert_id, revision, Reading(context, judged, frozen, scope))


def _read_context(query: str) -> ReportContext | str:
    """Return what an alert is narrowed to, or the reason why its number is not the one its rule was made for."""
    try:
        return visible_context_of(read_question(query))
    except NotVisible:
        return "not_visible"
    except DomainError:
        return "not_understood"


def _pause(alert_id: int, revision: int, reason: str) -> None:
    """Pause an alert whose number cannot be read any more, and tell who can do something about it; commits."""
    row = db.session.get_one(Alert, alert_id, populate_existing=True)
    hold(row)
    if row.revision != revision or not row.active:
        db.session.rollback()
        return
    row.active, row.paused_for = False, reason
    db.session.flush()
    tell_failure(db.session.get_one(User, row.owner_id), "alert_paused", f"{PAGE}/{row.id}", row.name)
    db.session.commit()


def postpone_check(alert_id: int) -> None:
    """Leave an alert that cannot be checked alone for an hour."""
    row = db.session.get(Alert, alert_id)
    if row is not None:
        note(row, skip_locked=False, next_at=clock.now() + timedelta(hours=1))


def _freeze(context: ReportContext, judgement: Judgement) -> tuple[ReportQuery, dict[str, Any]]:
    """The dashboard of a window, as a snapshot keeps it."""
    span = Range(judgement.bucket.first, judgement.bucket.last, context.selection.zone)
    return make_document(DASHBOARD_NAME, address_of(pin_dates(context.question, span)))


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of an alert's number: the last windows, the frozen report if it is to fire, and in which scope."""

    context: ReportContext
    judged: list[Judgement]
    frozen: tuple[ReportQuery, dict[str, Any]] | None
    scope: Scope

    @property
    def judgement(self) -> Judgement | None:
        """That of the last window."""
        return self.judged[-1] if self.judged else None


def _take_on(alert_id: int, revision: int, reading: Reading) -> None:
    """Note what was read, and take the alert on by it; commits."""
    context, judgement = reading.context, reading.judgement
    row = db.session.get(Alert, alert_id, populate_existing=True)
    if row is None:
        return
    hold(row)
    if row.revision != revision or not row.active:
        # Its owner has changed it meanwhile: it is looked at again.
        db.session.rollback()
        return
    now = clock.now()
    cool_at = None if row.fired_at is None else row.fired_at + timedelta(hours=row.cooldown_h)
    is_cool = cool_at is None or cool_at <= now
    noted: dict[str, Any] = {"next_at": _next_end(row, context, now)}
    if row.state == "resolved":
        if is_cool:
            LIFE.move(row, "rearm", user_id=None)
        elif cool_at is not None:
            noted["next_at"] = min(noted["next_at"], cool_at)
    is_new = judgement is not None and (row.checked_from is None or judgement.bucket.start > row.checked_from)
    if judgement is not None and is_new:
        values = [each.value for each in reading.judged]
        last = {**_serialize_judgement(judgement, context), "trend": values}
        noted |= {"checked_from": judgement.bucket.start, "last": last}
        if judgement.is_met and row.state == "armed" and is_cool:
            _fire(row, judgement, reading)
        elif judgement.is_met is False and row.state in ("firing", "acknowledged"):
            LIFE.move(row, "resolve")
            firing = last_firing(row)
            if firing is not None:
                firing.resolved_at = now
    # A look that changes nothing of the rule leaves its revision to its editor.
    note(row, skip_locked=False, **noted)
    db.session.commit()


def _next_end(row: Alert, context: ReportContext, now: datetime) -> datetime:
    """When the window under way is over."""
    zone = context.selection.zone
    last = find_windows(zone, row.window, 1, now)[-1]
    if row.window == "hour":
        return last.end + timedelta(hours=1)
    return midnight(last.last + DAY * (2 if row.window == "day" else 8), zone)


def _serialize_judgement(judgement: Judgement, context: ReportContext) -> dict[str, Any]:
    zone = context.selection.zone
    return {
        "start": format_instant(judgement.bucket.start, zone), "end": format_instant(judgement.bucket.end, zone),
        "value": judgement.value, "before": judgement.before, "n": judgement.n, "score": judgement.score,
        "provisional": judgement.bucket.provisional, "currency": context.selection.currencies[0],
    }  # fmt: skip


def _fire(row: Alert, judgement: Judgement, reading: Reading) -> None:
    """Fire for a window, once, and tell everyone in the same transaction."""
    same = select(AlertFiring.id).where(AlertFiring.alert_id == row.id, AlertFiring.start == judgement.bucket.start)
    if db.session.scalar(same) is not None or judgement.value is None:
        return
    LIFE.move(row, "fire")
    row.fired_at = clock.now()
    link = f"{PAGE}/{row.id}"
    owner = db.session.get_one(User, row.owner_id)
    if reading.frozen is not None:
        with within(bound_workspace(), reading.scope):
            link = link_of(keep_document(DASHBOARD_NAME, *reading.frozen, owner_id=owner.id, owner=owner.full_name))
    firing = AlertFiring(
        alert_id=row.id, start=judgement.bucket.start, end=judgement.bucket.end, value=judgement.value,
        before=judgement.before, n=judgement.n, score=judgement.score, link=link,
        provisional=clock.now() < judgement.bucket.end + FINAL_AFTER,
        mails=waiting_mails(row.emails),
    )  # fmt: skip
    db.session.add(firing)
    db.session.flush()
    tell(owner.id, "alert_fired", f"{PAGE}/{row.id}", what=row.name, subject="Dashboard")
    if firing.mails:
        enqueue("alert_mails", {"firing_id": str(firing.id)})
    if row.webhook_id is not None:
        send_event(row.webhook_id, "alert.fired", event_data(row, firing))


def event_data(row: Alert, firing: AlertFiring) -> dict[str, Any]:
    """The data of the event that a webhook gets."""
    return {
        "alert": str(row.id), "name": row.name, "metric": row.metric, "value": firing.value, "before": firing.before,
        "n": firing.n, "op": row.op, "threshold": row.threshold, "window": row.window,
        "start": firing.start.isoformat(), "end": firing.end.isoformat(), "provisional": firing.provisional,
        "link": firing.link,
    }  # fmt: skip


# ---- what people do about it --------------------------------------------------------------------------


def last_firing(row: Alert) -> AlertFiring | None:
    """The newest firing of an alert."""
    return db.session.scalar(list_firings(row).order_by(AlertFiring.id.desc()).limit(1))


def list_firings(row: Alert) -> Select[AlertFiring]:
    """Select the firings of an alert."""
    return select(AlertFiring).where(AlertFiring.alert_id == row.id)


def list_recent(user: User) -> Select[AlertFiring]:
    """Select the firings of all alerts of a person."""
    return select(AlertFiring).join(Alert, Alert.id == AlertFiring.alert_id).where(Alert.owner_id == user.id)


def show_recent(rows: Sequence[AlertFiring]) -> list[dict[str, Any]]:
    """Firings with the alert of each."""
    alerts = rows_by_id(Alert, [row.alert_id for row in rows])
    names = [column.key for column in AlertFiring.__mapper__.column_attrs]
    return [
        {name: getattr(row, name) for name in names}
        | {"alert": alerts[row.alert_id], "unit": metric_of(alerts[row.alert_id]).unit,
           "currency": (alerts[row.alert_id].last or {}).get("currency", "INR")}
        for row in rows
    ]  # fmt: skip


def acknowledge_alert(row: Alert, reason: str, user: User) -> None:
    """Note that someone looks into a firing alert; Conflict in any other state."""
    hold(row)
    LIFE.move(row, "acknowledge", user_id=user.id, reason=reason)
    firing = last_firing(row)
    if firing is not None:
        firing.acknowledged_at, firing.acknowledged_by, firing.note = clock.now(), user.full_name, reason
    db.session.flush()


def delete_alert(row: Alert) -> None:
    """Delete an alert with its firings."""
    db.session.delete(row)
    db.session.flush()


def show_alerts(rows: Sequence[Alert]) -> list[dict[str, Any]]:
    """Alerts as a list answers them, their firings read at once."""
    newest = select(func.max(AlertFiring.id)).where(AlertFiring.alert_id.in_([row.id for row in rows]))
    query = select(AlertFiring).where(AlertFiring.id.in_(newest.group_by(AlertFiring.alert_id)))
    firings = {firing.alert_id: firing for firing in db.session.scalars(query)} if rows else {}
    conditions = conditions_of_questions([read_question(row.query) for row in rows], reading_language())
    return [_serialize(row, firings.get(row.id), its) for row, its in zip(rows, conditions, strict=True)]


def show_alert(row: Alert) -> dict[str, Any]:
    """An alert as it is answered."""
    return show_alerts([row])[0]


def _serialize(row: Alert, firing: AlertFiring | None, conditions: list[Condition]) -> dict[str, Any]:
    names = (*RULE, "id", "state", "paused_for", "last", "fired_at", "revision", "created_at")
    is_open = row.state in ("firing", "acknowledged")
    return {name: getattr(row, name) for name in names} | {
        "webhook": row.webhook_id, "unit": metric_of(row).unit, "possible": LIFE.possible(row.state),
        "firing": firing if is_open else None, "conditions": conditions,
        "link": f"/reports/dashboard?{row.query}" if row.query else "/reports/dashboard",
    }  # fmt: skip
