"""The figures on customers' documents against what is stored, counted row by row."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.core import clock
from app.core.db.base import db
from app.masters.documents.models import KINDS, REASONS, CustomerDocument
from tests.app.masters.making import two_outlets

As = Callable[..., FlaskClient]


def local_day(moment: datetime) -> str:
    """The day of an instant in the clients' zone."""
    return str(moment.astimezone(ZoneInfo("Asia/Kolkata")).date())


@pytest.fixture
def documents(workspace: Workspace) -> list[CustomerDocument]:
    """Sixty documents of two outlets in all states, some of them copies."""
    outlets, chance, now = two_outlets(), random.Random(59), clock.now()
    rows = []
    for number in range(60):
        decision = chance.choice(("", "accepted", "accepted", "rejected"))
        received = now - timedelta(days=chance.randrange(40), hours=1)
        is_known = decision == "accepted" or chance.random() < 0.8
        reviewed = chance.sample(["vin", "name", "number"], chance.randrange(4)) if decision == "accepted" else []
        days = chance.randrange(-20, 120)
        rows.append(CustomerDocument(
            client_id=outlets[0].client_id, outlet_id=chance.choice(outlets).id, media_type="image/png", size=9,
            kind=chance.choice(KINDS) if is_known else None,
            state=decision or ("classified" if is_known else "received"),
            received_at=received, sha256=str(number // 2 if number % 5 == 0 else 100 + number), decision=decision,
            reason=chance.choice(REASONS) if decision == "rejected" else "", fields={},
            decided_at=received + timedelta(minutes=chance.randrange(1, 50)) if decision else None,
            entered_at=received if decision == "accepted" else None, reviewed=reviewed, corrected=reviewed[:1],
            valid_until=(now + timedelta(days=days)).date() if decision == "accepted" else None,
        ))  # fmt: skip
    for copied in rows[:5]:
        copied.sha256 = rows[10].sha256
    db.session.add_all(rows)
    db.session.commit()
    return rows


def figures(reader: FlaskClient, query: str = "r=last_28_days&today=1") -> dict[str, Any]:
    """The figures of the report."""
    report = reader.get(f"/api/v1/reports/documents?{query}").json
    return {figure["id"]: figure for figure in report["figures"]}


def test_they_agree_with_what_is_stored(as_: As, documents: list[CustomerDocument]) -> None:
    admin = as_("admin")
    answer = admin.get("/api/v1/reports/documents?r=last_28_days&today=1").json
    start = answer["filters"]["from"]
    figures = {figure["id"]: figure for figure in answer["figures"]}
    rows = db.session.scalars(select(CustomerDocument)).all()
    held = [row for row in rows if local_day(row.received_at) >= start]
    assert 10 < len(held) < len(rows)
    by_kind = Counter(row.kind or "unknown" for row in held)
    assert {row[0]: row[1] for row in figures["intake"]["rows"]} == by_kind
    decisions = Counter(row.decision for row in held)
    assert figures["intake"]["totals"][1:6] == [
        len(held), sum(row.entered_at is not None for row in held), decisions[""], decisions["accepted"],
        decisions["rejected"],
    ]  # fmt: skip
    reasons = Counter(row.reason for row in held if row.decision == "rejected")
    assert {row[0]: row[1] for row in figures["rejections"]["rows"]} == reasons
    checked, changed = Counter[str](), Counter[str]()
    for row in rows:
        if row.decided_at is not None and local_day(row.decided_at) >= start and row.decision == "accepted":
            checked.update(row.reviewed)
            changed.update(row.corrected)
    assert {row[0]: (row[1], row[2]) for row in figures["accuracy"]["rows"]} == {
        name: (count, count - changed[name]) for name, count in checked.items()
    }
    alike = defaultdict(list)
    for row in rows:
        alike[row.sha256].append(row.id)
    copies = {f"/customer-documents/{row.id}" for row in held if len(alike[row.sha256]) > 1}
    assert copies and set(figures["duplicates"]["links"]) == copies
    today = local_day(clock.now())
    left = [row for row in rows if row.state == "accepted" and row.valid_until and str(row.valid_until) >= today]
    within = [sum((row.valid_until - clock.now().date()).days <= span for row in left if row.valid_until)
              for span in (30, 60, 90)]  # fmt: skip
    total = figures["expiring"]["totals"][1:]
    assert all(abs(mine - theirs) <= 2 for mine, theirs in zip(total, within, strict=True)) and total[0] > 0


def test_places_and_scopes_narrow_them(as_: As, documents: list[CustomerDocument]) -> None:
    admin = as_("admin")
    outlet = documents[0].outlet_id
    mine = sum(row.outlet_id == outlet for row in documents)
    assert figures(admin, f"r=last_90_days&today=1&out=outlet:{outlet}")["intake"]["totals"][1] == mine
    part = as_("admin", scope={"outlets": [str(outlet)]})
    assert figures(part, "r=last_90_days&today=1")["intake"]["totals"][1] == mine
    for narrow in ("grp=sales", "ch=whatsapp", "lang=hi", "traffic=test"):
        query = f"r=last_90_days&today=1&{narrow}"
        assert all(figures(admin, query)[name]["rows"] == [] for name in ("intake", "accuracy", "expiring"))
    of_bots = as_("admin", scope={"bots": []})
    assert figures(of_bots, "r=last_90_days&today=1")["intake"]["rows"] == []


def test_they_come_as_files(as_: As, documents: list[CustomerDocument]) -> None:
    text = as_("admin").get("/api/v1/reports/documents/intake.csv?r=last_90_days&today=1").data.decode("utf-8-sig")
    assert text.splitlines()[0] == "kind,received,entered,waiting,accepted,rejected,accepted_share,decision_time"
