"""Numbers count only sessions that can have them, and say how many those are."""

import csv
import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from flask.testing import FlaskClient
from sqlalchemy import select

from app.analytics import recount
from app.bots.catalog.models import Bot
from app.conversations.events import ConversationEvent, Dialogue, Marks
from app.conversations.models import Conversation, Turn
from app.conversations.provenance import MEASURED, NOTHING, Provenance
from app.core.db.base import db
from app.ingest import dialogues as ingest
from app.reports import export, service
from app.reports.metrics import definitions as metrics
from app.reports.metrics.definitions import BY_ID, SMALL
from app.reports.service import ReportQuery
from tests.fixtures import hand_counted

DAYS = "2026-02-10..2026-03-09"
IMPORTED = Provenance.IMPORTED
TIMED = Provenance.TIMES | Provenance.LATENCY


def dialogues(count: int, provenance: Provenance, contact: str = "") -> list[Dialogue]:
    """Dialogues without anything misunderstood, rated or paid for, a minute apart."""
    result = []
    for number in range(count):
        at = hand_counted.local("02-20 10:00:00") + timedelta(minutes=number)
        name = f"{provenance}-{number}"
        speakers = (("user", Marks(intent="service.book")), ("bot", Marks()))
        events = [
            ConversationEvent(
                event_id=f"{name}-{place}",
                speaker=speaker,
                text="words",
                sent_at=at + timedelta(seconds=place),
                marks=marks,
            )
            for place, (speaker, marks) in enumerate(speakers)
        ]
        result.append(Dialogue(source_id=name, events=events, ext_user=contact or name, provenance=provenance))
    return result


def bring(bot: Bot, count: int, provenance: Provenance, contact: str = "") -> None:
    """Store such dialogues as an import would."""
    ingest.store_dialogues(dialogues(count, provenance, contact), bot=bot, source="import")
    db.session.commit()


def dashboard(**question: Any) -> dict[str, Any]:
    """The dashboard of the hand-counted days."""
    return service.dashboard(ReportQuery(r=DAYS, **question), now=hand_counted.NOW)


def cards(**question: Any) -> dict[str, dict[str, Any]]:
    """Its cards by metric."""
    return {card["id"]: card for card in dashboard(**question)["cards"]}


@pytest.fixture
def bot(workspace: Any) -> Bot:
    """A bot of a workspace with the hand-counted sessions."""
    desk: Bot = hand_counted.lay()["desk"]
    return desk


def test_sessions_at_estimated_times_change_nothing_by_default(bot: Bot) -> None:
    before = dashboard()
    bring(bot, 40, IMPORTED)
    after = dashboard()
    assert after["excluded"].pop("estimated") == 40 and before["excluded"].pop("estimated") == 0
    after.pop("as_of"), before.pop("as_of")
    assert after == before


def test_with_all_data_each_number_says_of_how_many_it_is(bot: Bot) -> None:
    bring(bot, 40, IMPORTED)
    before, after = cards(), cards(data="all")
    assert after["engaged_sessions"]["value"] == 70
    assert after["engaged_sessions"]["measured"] == {"n": 70, "of": 70}
    assert after["engaged_sessions"]["marks"] == ["estimated", "imported"]
    for name in ("users_active", "fallback_rate", "csat", "cost_per_session", "resolved_containment_rate"):
        assert after[name]["value"] == before[name]["value"], name
        assert after[name]["measured"] == {"n": 30, "of": 70}, name
        assert not {"estimated", "imported"} & set(after[name]["marks"]), name


def test_figures_below_the_cards_say_how_many_estimated_sessions_they_count(bot: Bot) -> None:
    bring(bot, 40, IMPORTED)
    assert dashboard()["included"] == {"estimated": 0}
    document = dashboard(data="all")
    assert document["included"] == {"estimated": 40} and document["excluded"]["estimated"] == 0
    for figure in export.FIGURES:
        rows = csv.DictReader(io.StringIO(export.figure_csv(figure, document).removeprefix("\ufeff")))
        assert all(row["flags"].endswith(";estimated_sessions=40") for row in rows), figure


def test_the_file_of_the_cards_has_their_marks_and_of_how_many_they_are(bot: Bot) -> None:
    bring(bot, 40, IMPORTED)
    rows = csv.DictReader(io.StringIO(export.figure_csv("cards", dashboard(data="all")).removeprefix("\ufeff")))
    flags = {row["metric"]: row["flags"].split(";") for row in rows}
    assert {"measured=70/70", "estimated", "imported"} <= set(flags["engaged_sessions"])
    assert {"measured=30/70", "small"} <= set(flags["csat"]) and "estimated" not in flags["csat"]


def test_a_list_of_bots_counts_what_its_link_lists(bot: Bot, as_: Callable[..., FlaskClient]) -> None:
    bring(bot, 4, IMPORTED)
    bring(bot, 3, MEASURED)
    with time_machine.travel(hand_counted.NOW, tick=False):
        client = as_("admin")
        for row in client.get("/api/v1/bots").json["items"]:
            listing = client.get(f"/api/v1/conversations?bot={row['id']}&today=1").json
            assert row["sessions_28d"] == listing["total"], row["name"]


def test_the_file_of_a_list_says_which_times_are_estimated(bot: Bot, as_: Callable[..., FlaskClient]) -> None:
    bring(bot, 2, IMPORTED)
    text = as_("admin").get(f"/api/v1/conversations.csv?r={DAYS}&data=all").data.decode("utf-8-sig")
    times = {row["source_id"]: row["times"] for row in csv.DictReader(io.StringIO(text))}
    assert [times.pop(f"{IMPORTED}-{number}") for number in range(2)] == ["estimated", "estimated"]
    assert set(times.values()) == {"measured"}


def test_how_long_an_answer_took_is_not_known_at_estimated_times(bot: Bot, as_: Callable[..., FlaskClient]) -> None:
    bring(bot, 1, IMPORTED)
    bring(bot, 1, IMPORTED | TIMED)
    conversations = {conversation.provenance: conversation for conversation in db.session.scalars(select(Conversation))}
    turns = {
        provenance: db.session.scalars(select(Turn).where(Turn.conversation_id == conversation.id)).one()
        for provenance, conversation in conversations.items()
        if provenance & IMPORTED
    }
    assert turns[IMPORTED].latency_ms is None and turns[IMPORTED | TIMED].latency_ms == 1000
    # As it was stored before this was known.
    turns[IMPORTED].latency_ms = 1000
    db.session.commit()
    body = as_("admin").get(f"/api/v1/conversations/{conversations[IMPORTED].id}?data=all").json
    assert [turn["latency_ms"] for turn in body["turns"]] == [None]


def test_imported_sessions_with_times_and_people_count_by_default(bot: Bot) -> None:
    bring(bot, 40, IMPORTED | TIMED | Provenance.PEOPLE)
    by_id = cards()
    assert by_id["engaged_sessions"]["value"] == 70 and by_id["users_active"]["measured"] == {"n": 70, "of": 70}
    assert by_id["engaged_sessions"]["marks"] == ["imported"]
    assert by_id["fallback_rate"]["measured"] == {"n": 30, "of": 70}


def test_where_nothing_can_have_a_fact_there_is_no_number(workspace: Any) -> None:
    bot = hand_counted.make_bots()["desk"]
    bring(bot, 40, IMPORTED | TIMED)
    by_id = cards()
    assert by_id["engaged_sessions"]["value"] == 40
    for name in ("users_active", "fallback_rate", "csat", "cost_per_session", "resolved_containment_rate"):
        assert by_id[name]["value"] is None, name
        assert by_id[name]["measured"] == {"n": 0, "of": 40}, name


def test_lists_behind_numbers_leave_out_the_same(bot: Bot, as_: Callable[..., FlaskClient]) -> None:
    for provenance in (IMPORTED, IMPORTED | TIMED, IMPORTED | TIMED | Provenance.PEOPLE | Provenance.COST):
        bring(bot, 5, provenance)
    client = as_("admin")
    for data in ("measured", "all"):
        document = dashboard(data=data)
        for card in document["cards"]:
            metric = BY_ID[card["id"]]
            for link, number in ((card["link"], card["num"]), (card["population_link"], card["den"])):
                if link and (metric.evidence_counts or (link != card["link"] and metric.id == "cost_per_session")):
                    answer = client.get(f"/api/v1/conversations{link[link.index('?') :]}").json
                    assert answer["total"] == number, (data, card["id"])


def test_estimated_times_decide_nothing_about_measured_sessions(bot: Bot) -> None:
    before = cards()
    # The same person, on the same topic, an hour after a resolved session – as an import has laid it.
    bring(bot, 3, IMPORTED | Provenance.PEOPLE, contact="u01")
    assert cards() == before
    assert recount.verify() == []


def test_rollups_count_apart_what_is_known(bot: Bot) -> None:
    for provenance in (IMPORTED, IMPORTED | TIMED, MEASURED):
        bring(bot, 4, provenance)
    assert recount.verify() == []


@pytest.mark.parametrize(
    ("metric", "current", "before", "expected"),
    [
        ("engaged_sessions", {"engaged": 60}, {"engaged": 40}, (50.0, "percent")),
        ("engaged_sessions", {"engaged": SMALL}, {"engaged": SMALL - 1}, (1.0, "count")),
        ("engaged_sessions", {"engaged": 12}, {"engaged": 0}, (12.0, "count")),
        ("engaged_sessions", {"engaged": 12}, None, (None, "none")),
        ("handoff_rate", (12, 40), (9, 30), (0.0, "pp")),
        ("handoff_rate", (12, 40), (9, 29), (None, "none")),
        ("handoff_rate", (12, 29), (9, 40), (None, "none")),
        ("handoff_rate", (12, 40), (0, 0), (None, "none")),
    ],
)
def test_small_numbers_change_by_counts(metric: str, current: Any, before: Any, expected: Any) -> None:
    def counts(fraction: Any) -> Any:
        if isinstance(fraction, tuple):
            return {"engaged": fraction[1], "handoff_requested": fraction[0], "bot_sessions": fraction[1]}
        return fraction

    assert metrics.change(BY_ID[metric], counts(current), counts(before)) == expected


def test_nothing_known_is_nothing() -> None:
    counted = dict.fromkeys(metrics.COUNTS, 3)
    known = metrics.known_counts(int(NOTHING), counted)
    assert known["engaged"] == 3 and known["engaged:estimated"] == 3
    assert {known[name] for name in (*metrics.NEEDS, *metrics.COVERS, "followed")} == {0}
    assert metrics.known_counts(int(MEASURED), counted) | {"engaged:estimated": 0} == metrics.known_counts(
        int(MEASURED), counted
    )
