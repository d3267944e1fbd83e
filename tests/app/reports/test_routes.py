"""The report calls over HTTP: refusals, headers, revalidation, CSV."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from app.clients.models import Client
from app.core.db.base import db
from app.reports.metrics.definitions import METRICS
from app.reports.schemas import DashboardSchema
from tests.fixtures import hand_counted

SignIn = Callable[..., FlaskClient]
URL = "/api/v1/reports/dashboard"


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("r=last_fortnight", "r"),
        ("r=2026-02-30..2026-03-01", "r"),
        ("r=2026-03-02..2026-03-01", "r"),
        ("tz=Mars/Olympus", "tz"),
        ("tz=../etc/passwd", "tz"),
        ("grp=marketing", "grp"),
        ("cmp=last", "cmp"),
        ("ch=web,pigeon", "ch"),
        ("bot=abc", "bot"),
        ("bot=99999999999999999999", "bot"),
        ("today=yes", "today"),
        ("g=minute", "g"),
        ("r=last_28_days&g=hour", "g"),
        ("traffic=fake", "traffic"),
        ("lang=x!", "lang"),
        ("f=channel:eq:web", "f"),
        ("colour=red", "colour"),
        ("r=%00", "r"),
    ],
)
def test_bad_values_are_named(as_: SignIn, query: str, field: str) -> None:
    for path in (URL, f"{URL}/cards.csv"):
        answer = as_("admin").get(f"{path}?{query}")
        assert answer.status_code == 422, answer.text
        assert list(answer.json["errors"]) == [field]


@pytest.mark.parametrize("report", ["dashboard", "usage", "engagement", "journey", "speech", "documents"])
def test_every_report_is_narrowed_and_cut_as_asked(as_: SignIn, report: str) -> None:
    hand_counted.lay()
    query = "r=2026-02-10..2026-03-09&g=week&lang=hi&traffic=all"
    answer = as_("admin").get(f"/api/v1/reports/{report}?{query}").json
    assert [answer["filters"][name] for name in ("g", "lang", "traffic")] == ["week", "hi", "all"]
    assert answer["options"]["steps"] == ["day", "week", "month", "year"]
    links = [card["link"] for card in answer["cards"] if card["link"]]
    assert bool(links) == (report != "documents") and all("lang=hi&traffic=all" in link for link in links)


def test_steps_are_as_long_as_asked(as_: SignIn) -> None:
    hand_counted.lay()
    for step, starts in (("week", ["2026-02-16", "2026-02-23"]), ("month", ["2026-02-16", "2026-03-01"])):
        answer = as_("admin").get(f"{URL}?r=2026-02-16..2026-03-01&g={step}").json
        assert [bucket["start"] for bucket in answer["series"]["buckets"]] == starts
        assert sum(bucket["total"] for bucket in answer["series"]["buckets"]) == answer["cards"][0]["value"]


def test_reports_are_for_those_who_may(client: FlaskClient, as_: SignIn) -> None:
    assert client.get(URL).status_code == 401
    assert as_("editor").get(URL).status_code == 403
    assert as_("client").get(URL).status_code == 200
    assert as_("client").get(f"{URL}/cards.csv").status_code == 403
    assert as_("subscriber").get(f"{URL}/cards.csv").status_code == 200
    assert as_("admin").get(f"{URL}/weather.csv").status_code == 404


def test_an_unchanged_dashboard_is_not_sent_twice(as_: SignIn) -> None:
    bots = hand_counted.lay()
    reader = as_("admin")
    first = reader.get(f"{URL}?r=2026-02-10..2026-03-09")
    assert first.headers["Cache-Control"] == "private, no-cache" and "Cookie" in first.headers["Vary"]
    assert first.headers["ETag"].startswith('W/"')
    again = reader.get(f"{URL}?r=2026-02-10..2026-03-09", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304 and again.data == b""
    row = hand_counted.Row(41, "03-01 12:00:00", "u30", "desk", "web", "ub")
    hand_counted.dialogues.store_dialogues([hand_counted.dialogue(row)], bot=bots["desk"], source="hand")
    changed = reader.get(f"{URL}?r=2026-02-10..2026-03-09", headers={"If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200 and changed.json["cards"][0]["value"] == 31


def test_the_answer_is_as_documented(as_: SignIn) -> None:
    hand_counted.lay()
    for query in ("", "?r=2026-02-10..2026-03-09&cmp=prev"):
        assert DashboardSchema().validate(as_("admin").get(URL + query).json) == {}


def test_figures_come_as_files(as_: SignIn) -> None:
    hand_counted.lay()
    answer = as_("admin").get(f"{URL}/outcomes.csv?r=2026-02-10..2026-03-09")
    assert answer.content_type == "text/csv; charset=utf-8"
    assert 'filename="dashboard-outcomes-2026-02-10_2026-03-09.csv"' in answer.headers["Content-Disposition"]
    first, second = answer.text.splitlines()[:2]
    assert first == "\ufeffmetric,dims,bucket,value,num,den,flags"
    # 7 of 26.
    assert second.startswith(
        "outcome_share,outcome=completed,2026-02-10..2026-03-09,26.9,7,26,unit=percent;zone=Asia/Kolkata"
    )


def test_the_answer_says_whose_zone_it_is(as_: SignIn) -> None:
    bots = hand_counted.lay()
    reader = as_("admin")

    def zone(query: str) -> tuple[str, str]:
        filters = reader.get(f"{URL}?{query}").json["filters"]
        return filters["zone"], filters["zone_source"]

    assert zone("") == ("Asia/Kolkata", "client")
    assert zone("tz=Pacific/Apia") == ("Pacific/Apia", "named")
    assert zone("tz=viewer") == ("Asia/Kolkata", "viewer")
    second = Client(name="Atlantic", zone="America/New_York")
    db.session.add(second)
    db.session.flush()
    other = type(bots["desk"])(client_id=second.id, name="west", name_key="west", group="sales")
    db.session.add(other)
    db.session.flush()
    assert zone("") == ("Asia/Kolkata", "first_client")
    assert zone(f"bot={other.id}") == ("America/New_York", "client")


def test_every_metric_is_described(as_: SignIn) -> None:
    items = as_("admin").get("/api/v1/metrics").json["items"]
    assert [item["id"] for item in items] == [metric.id for metric in METRICS]
    assert all(item["formula"] and item["population"] and item["null_rule"] and item["version"] >= 1 for item in items)


@pytest.mark.parametrize("language", ["en", "hi", "ar"])
def test_metrics_are_explained_in_the_readers_language(as_: SignIn, language: str) -> None:
    reader, headers = as_("admin"), {"Accept-Language": language}
    items = reader.get("/api/v1/metrics", headers=headers).json["items"]
    words = {item["id"]: (item["formula"], item["population"]) for item in items}
    assert len(set(words.values())) == len(METRICS)
    answer = reader.get(URL, headers=headers)
    assert {card["id"]: (card["formula"], card["population"]) for card in answer.json["cards"]}.items() <= words.items()
    assert "Accept-Language" in answer.headers["Vary"]
    others = {tuple(m.words(other).values()) for m in METRICS for other in ("en", "hi", "ar") if other != language}
    assert not others & {tuple(m.words(language).values()) for m in METRICS}


@pytest.mark.parametrize("path", [URL, "/api/v1/conversations", "/api/v1/contacts", "/api/v1/reports/outlets"])
def test_what_an_address_names_in_vain_is_said(as_: SignIn, path: str) -> None:
    """Figures of a bot or a place that is not there are no noughts."""
    bots = hand_counted.lay()
    known = next(iter(bots.values())).id
    body = as_("admin").get(f"{path}?bot={known},999&out=outlet:5").json
    gone = body["filters"]["gone"] if "filters" in body else body["gone"]
    assert gone == [{"kind": "bot", "id": "999"}, {"kind": "outlet", "id": "5"}]
    bare = as_("admin").get(f"{path}?bot={known}").json
    assert (bare["filters"]["gone"] if "filters" in bare else bare["gone"]) == []
