"""What intents are called wherever they are shown: by their titles in the reader's language, else in words."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.bots.catalog.flows import set_flow
from app.bots.catalog.intents import intent_title
from app.core import clock
from app.core.db.base import db
from tests.factories.bots import BILINGUAL_FLOW
from tests.factories.conversations import make_bot
from tests.fixtures import hand_counted

As = Callable[..., FlaskClient]


def test_a_sandbox_names_the_intents_of_its_bot_in_the_readers_language(as_: As) -> None:
    titled = {"goto": "menu", "title": {"en": "Book a service", "hi": ["सर्विस बुक करें", "बुकिंग"]}, "phrases": {}}
    flow = BILINGUAL_FLOW | {"intents": {"service.book": titled, "opening_hours": {"goto": "menu", "phrases": {}}}}
    admin = as_("admin")
    bot = admin.post("/api/v1/bots", json={"name": "Desk", "group": "service", "flow": flow}).json["id"]
    sandbox = admin.post("/api/v1/sandbox", json={"bot": bot}).json["id"]
    titles = {
        language: admin.get(f"/api/v1/sandbox/{sandbox}", headers={"Accept-Language": language}).json["titles"]
        for language in ("en", "hi")
    }
    assert titles["en"] == {"service.book": "Book a service", "opening_hours": "Opening hours"}
    assert titles["hi"] == {"service.book": "सर्विस बुक करें", "opening_hours": "Opening hours"}


def test_reports_and_lists_call_an_intent_alike(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW)
    bot = hand_counted.lay()["desk"]
    titled = {"goto": "menu", "title": {"en": "Have the car serviced", "hi": "सर्विस कराएँ"}, "phrases": {}}
    set_flow(bot, BILINGUAL_FLOW | {"intents": {"service.book": titled}}, None)
    db.session.commit()
    admin, span = as_("admin"), "r=2026-02-10..2026-03-09"

    def read(path: str, language: str = "en") -> Any:
        return admin.get(f"/api/v1/{path}", headers={"Accept-Language": language}).json

    def names(report: str, figure_id: str, language: str = "en") -> set[str]:
        figures = read(f"reports/{report}?{span}", language)["figures"]
        return {figure["names"]["service.book"] for figure in figures if figure["id"] == figure_id}

    name = "Have the car serviced"
    assert name in {row["title"] for row in read(f"reports/dashboard?{span}")["intents"]["items"]}
    assert names("usage", "intents") == names("usage", "flows") == names("journey", "paths") == {name}
    assert names("usage", "intents", "hi") == {"सर्विस कराएँ"}
    steps = {step["id"]: step["label"] for step in read(f"reports/journey/steps?{span}")["items"]}
    assert (steps["intent:service.book"], steps["intent:service.status"]) == (name, "Service status")
    parts = read("reports/usage/explain?r=2026-02-24..2026-03-09&metric=sessions&by=intent")["items"]
    assert name in {part["label"] for part in parts}
    listing = read(f"conversations?{span}&intent=service.book&f=first_intent:eq:service.book")
    assert (listing["intent_title"], listing["conditions"][0]["values"]) == (name, [name])
    assert name in {row["intent_title"] for row in listing["items"]}
    options = read(f"conversations/filters/intent/options?{span}&q=serviced")["items"]
    assert [(option["value"], option["label"]) for option in options] == [("service.book", name)]


def test_a_bots_own_title_comes_before_those_of_others(workspace: Any) -> None:
    first, second = make_bot("First"), make_bot("Second")
    for bot, title in ((first, "Prices"), (second, "What it costs")):
        titled = {"goto": "menu", "title": {"en": title}, "phrases": {}}
        set_flow(bot, BILINGUAL_FLOW | {"intents": {"price.ask": titled}}, None)
    db.session.flush()
    assert [intent_title("price.ask", bots=bots) for bots in ((), (first.id,), (second.id,))] == [
        "Prices", "Prices", "What it costs",
    ]  # fmt: skip
    assert intent_title(None) is None
