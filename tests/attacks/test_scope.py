"""A reader of a part of the workspace: lists, counts, searches, files and reports tell the same part."""

import csv
import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import areas
from app.accounts.workspaces.models import Workspace
from app.bots.catalog.models import Bot
from app.clients.models import City, Client, DealerGroup, Outlet
from app.core import clock, jobs
from app.core.db.base import db
from app.ingest import dialogues
from tests.factories.conversations import asked_and_answered, dialogue

SignIn = Callable[..., FlaskClient]
RANGE = "r=last_28_days&tz=client"
SIZES = {"near": 3, "far": 5}
"""Sessions of each client, which has one bot and one outlet."""


@pytest.fixture
def parts(workspace: Workspace) -> dict[str, dict[str, str]]:
    """Two clients with a bot, an outlet and sessions each; the ids of both by kind."""
    ids_by_part: dict[str, dict[str, str]] = {}
    begun = clock.now() - timedelta(days=3)
    for name, size in SIZES.items():
        client = Client(name=name)
        db.session.add(client)
        db.session.flush()
        bot = Bot(client_id=client.id, name=name, name_key=name, group="service", state="live")
        parent, city = DealerGroup(client_id=client.id, name=name), City(name=name)
        db.session.add_all([bot, parent, city])
        db.session.flush()
        outlet = Outlet(client_id=client.id, parent_id=parent.id, city_id=city.id, name=name)
        db.session.add(outlet)
        db.session.flush()
        talks = [
            dialogue(asked_and_answered(begun + timedelta(minutes=n)), ext_user=f"{name}{n}", outlet_id=outlet.id)
            for n in range(size)
        ]
        dialogues.store_dialogues(talks, bot=bot, source="scope")
        ids_by_part[name] = {"clients": str(client.id), "bots": str(bot.id), "outlets": str(outlet.id),
                       "parents": str(parent.id), "cities": str(city.id)}  # fmt: skip
    db.session.commit()
    return ids_by_part


def seen(reader: FlaskClient, query: str = "") -> dict[str, int]:
    """How many sessions a reader is notified of, in every way there is to ask."""
    listing = reader.get(f"/api/v1/conversations?{RANGE}&per=100{query}").json
    searched = reader.get(f'/api/v1/conversations?{RANGE}&q="when+are+you+open"{query}').json
    streamed = reader.get(f"/api/v1/conversations.csv?{RANGE}{query}")
    export_id = reader.post(f"/api/v1/exports?{RANGE}{query}").json["id"]
    areas.modules("jobs")
    while (row := jobs.take("tests")) is not None:
        jobs.perform(row)
    written = reader.get(f"/api/v1/exports/{export_id}/file")
    board = reader.get(f"/api/v1/reports/dashboard?{RANGE}{query}").json
    return {
        "rows": len(listing["items"]),
        "count": listing["total"],
        "search": searched["total"],
        "stream": len(list(csv.DictReader(io.StringIO(streamed.text)))),
        "announced": int(streamed.headers["X-Total-Count"]),
        "file": len(list(csv.DictReader(io.StringIO(written.text)))),
        "dashboard": board["cards"][0]["value"],
    }


@pytest.mark.parametrize("kind", ["clients", "bots", "outlets", "parents", "cities"])
@pytest.mark.parametrize("name", sorted(SIZES))
def test_every_way_to_ask_tells_the_same_part(
    app: Flask, as_: SignIn, parts: dict[str, dict[str, str]], kind: str, name: str
) -> None:
    reader = as_("subscriber", scope={kind: [parts[name][kind]]})
    assert set(seen(reader).values()) == {SIZES[name]}
    other: dict[str, Any] = parts["far" if name == "near" else "near"]
    assert set(seen(reader, f"&bot={other['bots']}").values()) == {0}


def test_both_parts_are_the_whole(app: Flask, as_: SignIn, parts: dict[str, dict[str, str]]) -> None:
    whole = [as_("subscriber", scope={"bots": [ids["bots"] for ids in parts.values()]}), as_("admin")]
    for reader in whole:
        assert set(seen(reader).values()) == {sum(SIZES.values())}


def test_an_empty_part_is_nothing(app: Flask, as_: SignIn, parts: dict[str, dict[str, str]]) -> None:
    for reader in [as_("subscriber", scope={kind: []}) for kind in ("clients", "bots", "outlets")]:
        assert set(seen(reader).values()) == {0}
