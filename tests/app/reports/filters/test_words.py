"""What a report is narrowed to is said in the reader's language: in files, mails and wherever it is owners."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from openpyxl import load_workbook

from app.core import clock
from app.core.languages import LANGUAGES, SPOKEN, catalogue, language_name
from app.reports.alerts.mails import compose_mail
from app.reports.alerts.models import Alert, AlertFiring
from app.reports.context import ReportContext
from app.reports.filters.words import conditions_in, conditions_of_questions
from app.reports.questions import read_question
from tests.factories.conversations import make_bot
from tests.factories.places import add_city, add_outlet, add_parent
from tests.fixtures import hand_counted

pytestmark = pytest.mark.one_database
As = Callable[..., FlaskClient]
CODES = ("whatsapp", "service", "traffic", "real", "test", "hi", "all", "overall")


@pytest.fixture
def query(workspace: Any) -> str:
    """An address with every filter."""
    parent, city = add_parent("North <Motors>"), add_city("Pune")
    outlet = add_outlet("Pune West", parent, city)
    places = f"parent:{parent.id},city:{city.id},outlet:{outlet.id}"
    return f"bot={make_bot(name='Aria').id}&grp=service&ch=web,whatsapp&out={places}&lang=hi&traffic=all&data=all"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_filter_has_words(query: str, language: str) -> None:
    question = read_question(query)
    conditions = conditions_in(ReportContext(question, language=language).frame(), language)
    assert conditions == conditions_of_questions([question], language)[0]
    reports, channel = catalogue("reports", language), catalogue("channel", language)
    values = {condition["label"]: condition["value"] for condition in conditions}
    assert len(values) == 9 and values[reports["bot"]] == "Aria" and values[reports["group"]] == reports["service"]
    comma = "، " if language == "ar" else ", "
    assert values[reports["channel"]] == comma.join(channel[name] for name in ("web", "whatsapp"))
    assert {"North <Motors>", "Pune", "Pune West"} < set(values.values())
    assert values[reports["language"]] == language_name("hi", language)
    assert not {part for value in values.values() for part in value.replace("،", ",").split(", ")} & set(CODES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_gone_is_named_by_its_number(workspace: Any, language: str) -> None:
    ((bot, city),) = conditions_of_questions([read_question("bot=7&out=city:8")], language)
    assert bot["value"] == catalogue("places", language)["unnamedBot"].replace("{id}", "7")
    assert city["value"] == catalogue("places", language)["gone.city"].replace("{id}", "8")
    assert conditions_of_questions([read_question("r=all&cmp=none")], language) == [[]]


def test_languages_of_bots_have_names_in_each() -> None:
    for language in LANGUAGES:
        assert len({language_name(code, language) for code in SPOKEN} - set(SPOKEN)) == len(SPOKEN)
    assert language_name("hi", "hi") == "हिन्दी" and language_name("xx", "en") == "xx"


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_say_what_they_are_narrowed_to(as_: As, language: str) -> None:
    hand_counted.lay()
    person, url = as_("admin"), "/api/v1/reports/usage"
    query = "r=2026-02-10..2026-03-09&ch=web&traffic=test"
    (conditions,) = conditions_of_questions([read_question(query)], language)
    book = load_workbook(io.BytesIO(person.get(f"{url}.xlsx?{query}", headers={"Accept-Language": language}).data))
    rows = [tuple(cell for cell in row if cell) for row in book.worksheets[0].iter_rows(values_only=True)]
    assert [(condition["label"], condition["value"]) for condition in conditions] == rows[4:6]
    assert rows[1] == (catalogue("reports", language)["from"], "2026-02-10")


def test_what_keeps_a_question_says_it(as_: As, query: str) -> None:
    person = as_("admin")
    (expected,) = conditions_of_questions([read_question(query)], "hi")
    rule = {"name": "Handed off", "metric": "handoff_rate", "window": "day", "op": "above", "threshold": 20}
    time = {"every": "day", "at": "09:00", "zone": "Asia/Kolkata", "recipients": ["a@example.com"]}

    def read(path: str) -> Any:
        return person.get(path, headers={"Accept-Language": "hi"}).json

    owners: dict[str, dict[str, Any]] = {
        "alerts": rule, "schedules": {"report": "dashboard", **time}, "snapshots": {"report": "dashboard"},
        "receipts": {"metric": "handoff_rate"},
    }  # fmt: skip
    for name, values in owners.items():
        answer = person.post(f"/api/v1/{name}", json=values | {"query": query}, headers={"Accept-Language": "hi"})
        assert answer.status_code == 201 and answer.json is not None, name
        assert answer.json["conditions"] == expected, name
        if name != "receipts":
            assert read(f"/api/v1/{name}")["items"][0]["conditions"] == expected, name
    tile = {"report": "dashboard", "figure": "card:csat", "query": query}
    board: Any = person.post("/api/v1/dashboards", json={"name": "Own", "tiles": [tile]}).json
    assert read(f"/api/v1/dashboards/{board['id']}/tiles")["tiles"][0]["conditions"] == expected


def test_the_mail_of_an_alert_says_what_it_is_of(workspace: Any) -> None:
    rule = {"metric": "handoff_rate", "op": "above", "threshold": 20, "query": "ch=web&traffic=test"}
    firing = AlertFiring(id=2, start=clock.now(), end=clock.now(), value=25, before=None, n=40, link="/", mails=[])
    mail = compose_mail(Alert(id=1, name="Handed off", **rule), firing, "a@example.com", 0)
    for kind in ("plain", "html"):
        body = mail.get_body((kind,))
        assert body is not None and "Channel: Web chat · Traffic: Test" in body.get_content()
