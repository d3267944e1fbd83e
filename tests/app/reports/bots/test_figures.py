"""The figures of bots: equal to the dashboard's, and beside what is usual."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.bots.catalog.models import Bot, BotFlow
from app.bots.catalog.service import empty_flow
from app.core import clock
from app.core.db.base import db
from app.ingest import dialogues
from tests.conftest import add_workspace
from tests.factories.conversations import dialogue, event, make_bot
from tests.factories.messaging import add_deployment

As = Callable[..., FlaskClient]
URL = "/api/v1/bots"
NOW = datetime(2026, 3, 12, 8, 37, tzinfo=UTC)
"""A Thursday, 14:07 in Kolkata."""


@pytest.fixture(autouse=True)
def _now(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand still."""
    monkeypatch.setattr(clock, "now", lambda: NOW)


def lay(
    bot: Bot, at: datetime, *texts: str, language: str = "en", bot_version: int | None = None, **marks: Any
) -> None:
    """A session in which each text is answered; with `cause` none was understood."""
    events = []
    for place, text in enumerate(texts or ("When are you open?",)):
        events += [
            event("user", text, 10 * place, base=at, **({"intent": "hours", "confidence": 0.9} | marks)),
            event(
                "bot",
                "Nine to six.",
                10 * place + 1,
                base=at,
                **({"cause": marks["cause"]} if "cause" in marks else {}),
            ),
        ]
    dialogues.store_dialogues([dialogue(events, language=language, bot_version=bot_version)], bot=bot, source="t")


def test_health_is_the_dashboards_of_seven_days_and_today(as_: As) -> None:
    admin, bot, other = as_("admin"), make_bot("Desk"), make_bot("Other")
    lay(bot, NOW - timedelta(days=1))
    lay(bot, NOW - timedelta(days=1), "??", cause="no_match", intent="hours")
    lay(bot, NOW - timedelta(days=7))
    lay(bot, NOW - timedelta(days=8))
    lay(bot, NOW)
    items = {item["id"]: item for item in admin.get(f"{URL}/health").json["items"]}
    result, none = items[str(bot.id)], items[str(other.id)]
    assert result["days"] == [1, 0, 0, 0, 0, 0, 2, 1] and result["sessions"] == 4
    assert result["link"] == f"/reports/conversations?bot={bot.id}&r=2026-03-05..2026-03-12"
    board = admin.get("/api/v1/reports/dashboard", query_string={"bot": bot.id, "r": "last_7_days", "today": 1}).json
    card = next(card for card in board["cards"] if card["id"] == "fallback_rate")
    assert (result["fallback"]["value"], result["fallback"]["num"], result["fallback"]["den"]) == (25.0, 1, 4)
    assert card["value"] == 25.0 and card["link"] == result["fallback"]["link"]
    assert none["sessions"] == 0 and none["fallback"]["value"] is None and none["published_at"] is None
    assert admin.get(result["fallback"]["link"].replace("/reports/", "/api/v1/")).json["total"] == 1


def test_health_is_of_the_same_page_of_the_list(as_: As) -> None:
    admin = as_("admin")
    for name in ("Alpha", "Beta"):
        make_bot(name)
    query = {"q": "bet"}
    listing = [item["id"] for item in admin.get(URL, query_string=query).json["items"]]
    assert [item["id"] for item in admin.get(f"{URL}/health", query_string=query).json["items"]] == listing
    assert admin.get(f"{URL}/health?state=paused").json["items"] == []
    assert as_("editor").get(f"{URL}/health").status_code == 403


def test_figures_are_the_dashboards_cards(as_: As) -> None:
    admin, bot = as_("admin"), make_bot()
    lay(bot, NOW - timedelta(days=2), "??", "hello", cause="no_match")
    lay(bot, NOW)
    result = admin.get(f"{URL}/{bot.id}/figures").json
    board = admin.get("/api/v1/reports/dashboard", query_string={"bot": bot.id, "r": "last_7_days", "today": 1}).json
    cards = {card["id"]: card for card in board["cards"]}
    assert result["cards"] == [cards[name] for name in ("fallback_rate", "handoff_rate", "completion_rate")]
    assert result["as_of"] == board["as_of"]
    (row,) = board["channels"]
    assert result["channels"] == [{"channel": row["channel"], "sessions": 2, "link": row["link"], "accounts": []}]


def test_versions_have_the_fallback_of_their_conversations(as_: As) -> None:
    admin, bot = as_("admin"), make_bot()
    for version, days, cause in (
        (1, 100, "no_match"),
        (1, 80, "no_match"),
        (1, 2, None),
        (2, 1, None),
        (None, 1, None),
    ):
        lay(bot, NOW - timedelta(days=days), bot_version=version, **({"cause": cause} if cause else {}))
    lay(bot, NOW, "??", "hello", bot_version=2, cause="no_match")
    newest, first = admin.get(f"{URL}/{bot.id}/figures").json["versions"]
    assert (newest["number"], first["number"]) == (2, 1)
    assert {name: newest["fallback"][name] for name in ("value", "num", "den", "small")} == {
        "value": 66.7, "num": 2, "den": 3, "small": True,
    }  # fmt: skip
    assert (first["fallback"]["value"], first["fallback"]["den"]) == (50.0, 2)
    assert admin.get(first["fallback"]["link"].replace("/reports/", "/api/v1/")).json["total"] == 1


def test_nodes_count_the_conversations_that_reached_them_in_seven_days(as_: As) -> None:
    bot, other = make_bot(), make_bot("Another bot")
    for of, days in ((bot, 0), (bot, 3), (bot, 20), (other, 1)):
        at = NOW - timedelta(days=days, hours=2)
        events = [event("user", "Hi", base=at), event("bot", "Which day?", 1, base=at, extra={"node": "ask_day"})]
        dialogues.store_dialogues([dialogue(events)], bot=of, source="t")
    url = f"{URL}/{bot.id}/nodes"
    (row,) = as_("admin").get(url).json["items"]
    assert (row["node"], row["reached"]) == ("ask_day", 2)
    assert as_("maintainer", scope={"bots": [str(other.id)]}).get(url).json.get("items", []) == []


def test_channels_have_the_accounts_that_customers_use(as_: As) -> None:
    admin, bot = as_("admin"), make_bot()
    lay(bot, NOW - timedelta(days=2), "hello")
    add_deployment(bot, "T1")
    add_deployment(bot, "T2", "error")
    add_deployment(bot, "T3", "removed")
    add_deployment(bot, "T4").environment = "test"
    db.session.commit()
    rows = admin.get(f"{URL}/{bot.id}/figures").json["channels"]
    channels = {row["channel"]: row for row in rows}
    assert [(account["name"], account["state"]) for account in channels["slack"]["accounts"]] == [
        ("T2", "error"), ("T1", "connected"),
    ]  # fmt: skip
    assert (channels["slack"]["sessions"], channels["slack"]["link"]) == (0, None)
    assert len(rows) == 2 and rows[0]["sessions"] == 1


def test_today_is_beside_the_median_of_the_weekday_by_now(as_: As) -> None:
    admin, bot = as_("admin"), make_bot()
    # By 14:07 there were 1, 2 and 6 on three Thursdays; each has one more in the evening.
    for week, count in ((1, 1), (2, 2), (3, 6)):
        for number in range(count):
            lay(bot, NOW - timedelta(weeks=week, minutes=3 + 60 * (number % 2)))
        lay(bot, NOW - timedelta(weeks=week) + timedelta(hours=3))
    lay(bot, NOW - timedelta(days=1))
    for minutes in (1, 6, 130):
        lay(bot, NOW - timedelta(minutes=minutes))
    result = admin.get(f"{URL}/{bot.id}/figures").json["today"]
    assert (result["day"], result["value"], result["usual"], result["usual_day"], result["weeks"]) == (
        "2026-03-12",
        3,
        2,
        3,
        3,
    )
    assert (result["delta"], result["delta_unit"]) == (1, "count")
    hours = {hour["hour"]: hour for hour in result["hours"]}
    assert hours[14] == {"hour": 14, "value": 2, "usual": 1, "running": True}
    assert hours[11]["value"] == 1 and hours[17] == {"hour": 17, "value": None, "usual": 1, "running": False}
    assert admin.get(result["link"].replace("/reports/", "/api/v1/")).json["total"] == 3


def test_nothing_is_usual_after_two_weeks(as_: As) -> None:
    bot = make_bot()
    for week in (1, 2):
        lay(bot, NOW - timedelta(weeks=week))
    result = as_("admin").get(f"{URL}/{bot.id}/figures").json["today"]
    assert (result["value"], result["usual"], result["usual_day"], result["delta_unit"]) == (0, None, None, "none")


def test_what_was_not_understood_is_grouped_with_its_nearest_intent(as_: As) -> None:
    admin, bot = as_("admin"), make_bot()
    intents = {"status": {"goto": "hello", "phrases": {"en": ["is it done"]}}}
    db.session.add(BotFlow(bot_id=bot.id, document=empty_flow("en") | {"intents": intents}))
    day = NOW - timedelta(days=3)
    lay(bot, day, "gaadi kab milegi", language="hi", cause="no_match", intent="status", confidence=0.2)
    lay(bot, day, "Gaadi kab milegi?", language="hi", cause="no_match", intent="status", confidence=0.3)
    lay(bot, day, "meri gaadi kab milegi", language="hi", cause="low_confidence", intent="gone", confidence=0.3)
    lay(bot, day, "bill bhej do", cause="no_match", intent="")
    lay(bot, day, "When are you open?")
    lay(bot, NOW, "bill bhej do", cause="no_match")
    result = admin.get(f"{URL}/{bot.id}/misses").json
    assert (result["turns"], result["read"], result["groups"]) == (5, 5, 2)
    cars, bill = result["items"]
    assert (cars["turns"], cars["conversations"], cars["language"]) == (3, 3, "hi")
    assert cars["nearest"] == {"intent": "status", "title": "Status", "score": 0.25} and bill["nearest"] is None
    assert sorted(text.casefold().strip("?") for text in cars["phrases"]) == [
        "gaadi kab milegi",
        "meri gaadi kab milegi",
    ]
    example = cars["examples"][0]
    assert example["link"] == f"/reports/conversations/{example['conversation']}?turn=1#t1"
    usage = "/api/v1/reports/usage?r=last_7_days&today=1"

    def lessons() -> list[dict[str, Any]]:
        (figure,) = (figure for figure in admin.get(usage).json["figures"] if figure["id"] == "misses")
        return list(figure["row_lessons"])

    same = {name: cars[name] for name in ("text", "language", "phrases", "nearest", "added")}
    assert lessons()[0] == same | {"id": cars["id"], "bot": str(bot.id), "bot_name": bot.name}
    body = {"intent": "status", "phrases": cars["phrases"], "language": cars["language"]}
    assert cars["added"] is None
    admin.post(f"{URL}/{bot.id}/phrases", json=body)
    added = admin.get(f"{URL}/{bot.id}/misses?most=1").json["items"]
    assert len(added) == 1 and added[0]["added"] == {"intent": "status", "title": "Status", "phrases": cars["phrases"]}
    assert lessons()[0]["added"] == added[0]["added"]
    bot.state = "archived"
    db.session.flush()
    assert [lesson for lesson in lessons() if lesson] == []


def test_who_may_not_read_conversations_gets_no_texts(as_: As) -> None:
    bot = make_bot()
    assert as_("editor").get(f"{URL}/{bot.id}/misses").status_code == 403
    assert as_("editor").get(f"{URL}/{bot.id}/figures").status_code == 403
    stranger = as_("admin", add_workspace("Elsewhere"))
    assert stranger.get(f"{URL}/{bot.id}/misses").status_code == 404
    assert stranger.get(f"{URL}/{bot.id}/figures").status_code == 404
    assert stranger.get(f"{URL}/health").json["items"] == []
    assert as_("admin").get(f"{URL}/{bot.id}/misses?most=51").status_code == 422
