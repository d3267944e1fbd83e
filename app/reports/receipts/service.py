"""Rules of receipts: the same number of the same question is kept once, and is read in one's own part alone."""

import hashlib
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import orjson
from sqlalchemy import and_, or_, select
from sqlalchemy.exc import IntegrityError

from app.accounts.users.models import User
from app.analytics.models import Restatement
from app.analytics.restatements import PEOPLE
from app.core import clock
from app.core.db.base import db, fetch, without_lock
from app.core.db.ids import new_id
from app.core.db.tenancy import Scope, bound_workspace, current_scope, within
from app.core.errors import Invalid, NotFound
from app.reports.cards import standing
from app.reports.context import ReportContext
from app.reports.filters.selection import format_instant
from app.reports.filters.words import conditions_of_questions
from app.reports.metrics.definitions import Metric
from app.reports.questions import address_of, pin_dates
from app.reports.receipts.counting import CountedNumber, Hour, count_number
from app.reports.receipts.models import Receipt

COMPARED = ("value", "num", "den", "sha256")
"""What makes a number the same as before."""
MOST_CAUSES = 50
_LEDGER_NAMES = {"followed": "ended_bot", "users": PEOPLE, "users_new": PEOPLE, "users_returning": PEOPLE}
"""How the ledger calls counts that have another name in rollups."""


def create_receipt(
    metric: str, query: str, bucket: str | None, user: User, language: str
) -> tuple[Receipt, CountedNumber]:
    """Keep the receipt of a number unless there is the same; return it with what was counted."""
    owner_id = user.id
    with without_lock():
        number = count_number(metric, query, bucket, language=language)
    key = _key(number)
    row = _find(key)
    if row is not None:
        return row, number
    row = Receipt(
        id=new_id(), key=key, metric=metric, version=number.metric.version, query=number.query, bucket=bucket,
        scope=current_scope().serialize(), as_of=number.as_of, counted=number.content,
        value=number.content["value"], owner_id=owner_id,
    )  # fmt: skip
    try:
        with db.session.begin_nested():
            db.session.add(row)
            db.session.flush()
    except IntegrityError:
        # Someone has kept the same number at the same time.
        row = _find(key)
        if row is None:
            raise
    return row, number


def _find(key: str) -> Receipt | None:
    return db.session.scalar(select(Receipt).where(Receipt.key == key))


def _key(number: CountedNumber) -> str:
    """The digest of all that makes a receipt another one."""
    as_of = None if number.as_of is None else number.as_of.isoformat()
    content = [number.content[name] for name in COMPARED]
    parts = [number.metric.id, number.metric.version, number.query, number.bucket, as_of, content]
    return hashlib.sha256(orjson.dumps([*parts, current_scope().serialize()])).hexdigest()


def get_receipt(receipt_id: int) -> tuple[Receipt, Scope]:
    """Return a receipt and the part of it that the reader may see, or raise NotFound."""
    row = fetch(select(Receipt).where(Receipt.id == receipt_id), "This receipt does not exist.")
    scope = Scope.read(row.scope)
    return row, scope if current_scope().covers(scope) else current_scope().meet(scope)


def show_created(row: Receipt, number: CountedNumber) -> dict[str, Any]:
    """Return a receipt whose number was counted a moment ago."""
    return _serialize(row, number, row.counted, is_whole=True)


def show_receipt(receipt_id: int, language: str) -> dict[str, Any]:
    """Return a receipt; a reader of less than it is of gets the number of their own part, counted now."""
    row, scope = get_receipt(receipt_id)
    is_whole = scope == Scope.read(row.scope)
    with within(bound_workspace(), scope):
        number = _count_again(row, language)
        content = row.counted if is_whole else number.content
        return _serialize(row, number, content, is_whole=is_whole)


def _count_again(row: Receipt, language: str) -> CountedNumber:
    """Count the number of a receipt as things are now; NotFound where what it names is not the reader's to see."""
    try:
        return count_number(row.metric, row.query, row.bucket, language=language)
    except Invalid:
        raise NotFound("This receipt does not exist.") from None


def _serialize(row: Receipt, number: CountedNumber, content: dict[str, Any], *, is_whole: bool) -> dict[str, Any]:
    """A receipt as it is answered."""
    metric, context = number.metric, number.context
    span, selection = context.span, context.selection
    settles = span.end + timedelta(hours=max(72, metric.settles_hours))
    return content | {
        "id": row.id,
        "metric": row.metric,
        "version": row.version if is_whole else metric.version,
        "unit": metric.unit,
        "bucket": row.bucket,
        "query": row.query,
        "filters": {
            "bot": [str(bot) for bot in selection.bots], "grp": selection.group, "from": span.first,
            "to": span.last, "ch": list(selection.channels), "data": selection.data,
            "lang": selection.lang, "traffic": selection.traffic,
            "out": [f"{kind}:{id_}" for kind, id_ in selection.places],
        },
        "conditions": conditions_of_questions([context.question], context.language)[0],
        "zone": span.zone.key,
        "currency": selection.currencies[0],
        "as_of": format_instant(row.as_of if is_whole else number.as_of, span.zone),
        "formula": metric.words(context.language)["formula"],
        "population": metric.words(context.language)["population"],
        "provisional_until": format_instant(settles, span.zone) if clock.now() < settles else None,
        "excluded": context.excluded.test,
        "clipped": None if is_whole else standing.visible_outlets(selection, span, context.links.to_outlets()),
        "own_part": not is_whole,
        "live": {name: number.content[name] for name in ("value", "num", "den")},
        "causes": _causes(row, metric, context) if is_whole else [],
        "created_at": row.created_at,
        "link": _evidence_link(metric, context),
        "population_link": context.links.to(evidence=metric.population_evidence)
        if metric.population_evidence and row.bucket is None else None,
        "report_link": f"/reports/dashboard?{address_of(pin_dates(context.question, span))}",
        "explain_link": "/reports/explain?"
        + address_of(pin_dates(context.question, span)) + "&" + urlencode({"metric": metric.id}),
    }  # fmt: skip


def _evidence_link(metric: Metric, context: ReportContext) -> str | None:
    """The list of what was counted; lists have no hours."""
    if isinstance(context.span, Hour):
        return None
    return context.links.to_evidence(metric)


def _causes(row: Receipt, metric: Metric, context: ReportContext) -> list[dict[str, Any]]:
    """Lines of the ledger on what the number is made of, newest first: what changed after the day was final.

    The ledger speaks of whole days of a bot: of a number narrowed to channels or places it cannot tell.
    """
    selection, span = context.selection, context.span
    names = {_LEDGER_NAMES.get(name, name) for name in (metric.num, metric.den) if name}
    conditions = [Restatement.metric.in_(names), Restatement.day >= span.first, Restatement.day <= span.last]
    imported = (Restatement.day.is_(None), Restatement.created_at > row.created_at)
    query = select(Restatement).where(or_(and_(*conditions), and_(*imported)))
    if selection.bots:
        query = query.where(Restatement.bot_id.in_(selection.bots))
    rows = db.session.scalars(query.order_by(Restatement.id.desc()).limit(MOST_CAUSES))
    return [
        {
            "day": line.day and line.day.isoformat(), "metric": line.metric, "old": line.old, "new": line.new,
            "cause": line.cause, "at": format_instant(line.created_at, span.zone),
            "later": line.created_at > row.created_at,
        }
        for line in rows
    ]  # fmt: skip


def verify_receipt(receipt_id: int, language: str) -> dict[str, Any]:
    """Count a receipt's number again and compare; a reader of less than it is of is refused as if it were not there."""
    row, scope = get_receipt(receipt_id)
    if scope != Scope.read(row.scope):
        raise NotFound("This receipt is of more than you can see.")
    with within(bound_workspace(), scope), without_lock():
        number = _count_again(row, language)
        same = all(row.counted[name] == number.content[name] for name in COMPARED)
        causes = [] if same else [cause for cause in _causes(row, number.metric, number.context) if cause["later"]]
        if not same and not causes:
            causes = [_likely_cause(row, number)]
        return number.content | {
            "state": "equal" if same else "restated",
            "unit": number.metric.unit,
            "as_of": format_instant(number.as_of, number.context.span.zone),
            "before": {name: row.counted[name] for name in COMPARED},
            "causes": causes,
        }


def _likely_cause(row: Receipt, number: CountedNumber) -> dict[str, Any]:
    """What changed a number of which the ledger has no line."""
    cause = "definition" if row.version != number.metric.version else "provisional"
    return {
        "day": None, "metric": row.metric, "old": row.counted["num"], "new": number.content["num"], "cause": cause,
        "at": format_instant(number.as_of, number.context.span.zone), "later": True,
    }  # fmt: skip
