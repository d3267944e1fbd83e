"""The search over the API: what is found, by whom, how much of it, and in whose reach."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select, text

from app.accounts.workspaces.models import Workspace
from app.analytics.planner_statistics import refresh_statistics
from app.bots.catalog.models import Bot
from app.conversations.events import ConversationEvent, Dialogue
from app.conversations.models import Conversation, Message
from app.core.db.base import db
from app.core.db.tenancy import Scope, within
from app.ingest import dialogues
from app.reports.history import search
from app.search import conversations
from tests.app.clients.making import add_city, add_client, add_outlet, add_parent
from tests.conftest import add_person, add_workspace
from tests.factories.conversations import make_bot
from tests.factories.search import SEARCH, search_groups

As = Callable[..., FlaskClient]
START = datetime(2026, 3, 1, 9, tzinfo=UTC)


@pytest.fixture(params=[search.WALKED, 1], ids=["walked", "asked of the index"])
def looked_through(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL finds words among the newest messages or by its index; both answer alike."""
    monkeypatch.setattr(search, "WALKED", request.param)


def spoken(bot: Bot, text: str, number: int, **more: Any) -> Dialogue:
    """A dialogue of one sentence."""
    name = f"{bot.id}-{number}"
    events = [ConversationEvent(event_id=name, speaker="user", text=text, sent_at=START + timedelta(hours=number))]
    return Dialogue(source_id=name, ext_user=name, events=events, **more)


def talk(bot: Bot, text: str, number: int, last4: str = "", name: str = "", **more: Any) -> Conversation:
    """A conversation of one sentence."""
    session = spoken(bot, text, number, contact_last4=last4, contact_name=name, **more)
    dialogues.store_dialogues([session], bot=bot, source="search")
    db.session.commit()
    return db.session.scalars(select(Conversation).where(Conversation.source_id == session.source_id)).one()


def text_of(hit: dict[str, Any], key: str = "title") -> str:
    """A hit's text in one piece."""
    return "".join(part["text"] for part in hit[key])


def marks_of(hit: dict[str, Any], key: str = "title") -> list[str]:
    """What of it was looked for."""
    return [part["text"] for part in hit[key] if part["hit"]]


def test_bots_are_found_by_the_beginning_of_a_word_and_with_one_slip(as_: As, workspace: Workspace) -> None:
    desk = [make_bot(name) for name in ("Showroom", "Service Desk", "After-sales service")][1].id
    admin = as_("admin")
    group = search_groups(admin, "serv")["bots"]
    assert [text_of(hit) for hit in group["hits"]] == ["Service Desk", "After-sales service"]
    assert (group["total"], group["more"]) == (2, False) and marks_of(group["hits"][0]) == ["Serv"]
    assert group["hits"][0]["url"] == f"/admin/bots/{desk}"
    assert [text_of(hit) for hit in search_groups(admin, "shworoom")["bots"]["hits"]] == ["Showroom"]
    assert "bots" not in search_groups(admin, "hsow")


def test_a_group_shows_four_and_tells_of_all(as_: As, workspace: Workspace) -> None:
    for number in range(11):
        make_bot(f"Desk {number:02}")
    admin = as_("admin")
    few = search_groups(admin, "desk")["bots"]
    assert (len(few["hits"]), few["total"], few["next"]) == (4, 11, None)
    pages = [search_groups(admin, "desk", group="bots", page=page)["bots"] for page in (1, 2)]
    assert [len(page["hits"]) for page in pages] == [10, 1]
    assert [(page["previous"], page["next"]) for page in pages] == [(None, 2), (1, None)]
    assert len({hit["id"] for page in pages for hit in page["hits"]}) == 11
    beyond = search_groups(admin, "desk", group="bots", page=3)["bots"]
    assert beyond["hits"] == [] and beyond["total"] == 11


@pytest.mark.usefixtures("looked_through")
def test_conversations_are_found_by_what_was_said(as_: As, workspace: Workspace) -> None:
    bot = make_bot()
    old = talk(bot, "My car makes a brake noise when I stop", 1, name="Rohan D.")
    new = talk(bot, "The noise of the brakes is worse today", 2)
    talk(bot, "मेरी गाड़ी की सर्विस बुक करें", 3)
    admin = as_("admin")
    group = search_groups(admin, "noise bra")["conversations"]
    assert [hit["id"] for hit in group["hits"]] == [str(new.id), str(old.id)]
    hit = group["hits"][1]
    assert text_of(hit) == "Rohan D." and marks_of(hit, "detail") == ["bra", "noise"]
    assert hit["url"] == f"/reports/conversations/{old.id}?turn=1#t1" and hit["at"].startswith("2026-03-01T10:00")
    assert [hit["id"] for hit in search_groups(admin, "nosie")["conversations"]["hits"]] == [str(new.id), str(old.id)]
    assert search_groups(admin, "सर्विस")["conversations"]["total"] == 1
    assert search_groups(admin, "सरविस")["conversations"]["total"] == 1
    assert "conversations" not in search_groups(admin, "nooize")
    assert "conversations" not in search_groups(admin, "no")


def test_conversations_are_found_by_the_last_digits_and_by_id(as_: As, workspace: Workspace) -> None:
    bot = make_bot()
    session = talk(bot, "hello", 1, last4="3210", name="Asha")
    talk(bot, "hello", 2, last4="9999")
    admin = as_("admin")
    for typed in ("3210", "+91 98765 43210"):
        (hit,) = search_groups(admin, typed)["conversations"]["hits"]
        assert (hit["id"], text_of(hit), marks_of(hit)) == (str(session.id), "Asha •3210", ["3210"])
    (hit,) = search_groups(admin, str(session.id)[:12])["conversations"]["hits"][:1]
    assert hit["id"] == str(session.id) and marks_of(hit, "detail") == [str(session.id)[:12]]
    assert "conversations" not in search_groups(admin, "0000")
    for odd in ("9" * 19, "9" * 25, "1" * 18):
        assert "conversations" not in search_groups(admin, odd)


def test_no_clear_text_is_searched_or_reported(as_: As, workspace: Workspace) -> None:
    talk(make_bot(), "My number is 9876543210, call me", 1)
    admin = as_("admin")
    (hit,) = search_groups(admin, "number")["conversations"]["hits"]
    assert "[phone]" in text_of(hit, "detail") and "9876" not in text_of(hit, "detail")
    assert "conversations" not in search_groups(admin, "9876543210")


def test_frequent_words_tell_that_there_are_more(
    as_: As, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = make_bot()
    for number in range(6):
        talk(bot, "open on Sunday?", number)
    monkeypatch.setattr(conversations, "COUNTED", 5)
    group = search_groups(as_("admin"), "sunday")["conversations"]
    assert (group["total"], group["more"], len(group["hits"])) == (5, True, 4)


@pytest.mark.usefixtures("looked_through")
@pytest.mark.parametrize("counted", [3, 100])
def test_the_beginning_of_a_word_finds_no_less_than_the_word(
    as_: As, workspace: Workspace, monkeypatch: pytest.MonkeyPatch, counted: int
) -> None:
    """A few newest conversations full of one form do not hide those that have another."""
    bot = make_bot()
    for number in range(6):
        talk(bot, "a service please", number)
    moment = START + timedelta(hours=20)
    events = [
        ConversationEvent(event_id=f"s{n}", speaker="user", text="servo", sent_at=moment + timedelta(minutes=n))
        for n in range(9)
    ]
    dialogues.store_dialogues([Dialogue(source_id="many", ext_user="many", events=events)], bot=bot, source="search")
    db.session.commit()
    monkeypatch.setattr(conversations, "MOST", 5)
    monkeypatch.setattr(conversations, "COUNTED", counted)
    hits = {q: search_groups(as_("admin"), q)["conversations"] for q in ("serv", "servi", "service", "servo")}
    totals = [hits[q]["total"] for q in ("serv", "servi", "service", "servo")]
    assert totals == ([3, 3, 3, 1] if counted == 3 else [7, 6, 6, 1])


@pytest.mark.parametrize(
    ("role", "groups"),
    [
        ("admin", {"bots", "conversations", "people"}),
        ("maintainer", {"bots", "conversations", "people"}),
        ("editor", {"bots"}),
        ("subscriber", {"conversations"}),
        ("client", {"conversations"}),
    ],
)
def test_a_role_finds_what_it_may_read(as_: As, workspace: Workspace, role: str, groups: set[str]) -> None:
    talk(make_bot("Zebra desk"), "a zebra crossing", 1)
    with within(workspace.id):
        add_person("author").full_name = "Zebra Khan"
        db.session.commit()
    reader = as_(role)
    assert set(search_groups(reader, "zebra")) == groups
    for group in {"bots", "conversations", "people"} - groups:
        assert search_groups(reader, "zebra", group=group) == {}


@pytest.mark.usefixtures("looked_through")
def test_a_reader_of_some_bots_finds_those_only(as_: As, workspace: Workspace) -> None:
    mine, other = make_bot("Zebra one"), make_bot("Zebra two")
    talk(mine, "a zebra crossing", 1, last4="1234")
    for number in range(2, 6):
        talk(other, "a zebra crossing", number, last4="1234")
    reader = as_("maintainer", scope={"bots": [str(mine.id)]})
    for typed in ("zebra", "zebar", "1234"):
        assert search_groups(reader, typed)["conversations"]["total"] == 1
    assert [text_of(hit) for hit in search_groups(reader, "zebra")["bots"]["hits"]] == ["Zebra one"]


SPREAD = 600
"""Conversations of others."""


def looked_at(work: Callable[[], object]) -> int:
    """How many rows a piece of work reads: entries of the index fetched, or steps of SQLite's machine by the dozen."""
    if db.engine.dialect.name == "postgresql":
        used = text(
            "SELECT pg_stat_get_xact_tuples_fetched('message'::regclass) "
            "+ pg_stat_get_xact_tuples_returned('message'::regclass)"
        )
        # A table this small would be read whole.
        db.session.execute(text("SET LOCAL enable_seqscan = off"))
        before = db.session.scalar(used)
        work()
        return int(db.session.scalar(used)) - int(before)
    driver: Any = db.session.connection().connection.dbapi_connection
    steps = [0]

    def count() -> None:
        steps[0] += 1

    driver.set_progress_handler(count, 12)
    try:
        work()
    finally:
        driver.set_progress_handler(None, 0)
    return steps[0]


def test_a_reader_of_little_looks_at_little(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """A frequent word of others costs a scoped reader no more than their own messages that have it."""
    monkeypatch.setattr(search, "WALKED", 4)
    other = make_bot("Zebra one")
    small = add_outlet(add_parent(add_client("Small")), add_city())
    mine = Bot(client_id=small.client_id, name="Two", name_key="two", group="service", state="live")
    db.session.add(mine)
    db.session.flush()
    talk(mine, "a zebra crossing", 0, outlet_id=small.id)
    sessions = [spoken(other, "a zebra crossing", number) for number in range(SPREAD)]
    dialogues.store_dialogues(sessions, bot=other, source="search")
    db.session.commit()
    refresh_statistics()
    scopes = {"bots": mine.id, "clients": small.client_id, "outlets": small.id}
    for kind, key in scopes.items():
        with within(workspace.id, Scope(**{kind: frozenset({key})})):
            for q, total in (("zebra", 1), ("zebra crossing", 1), ("zebr", 1), ("quag", 0)):
                hits: list[Any] = []
                count = looked_at(lambda q=q, hits=hits: hits.append(conversations.find(q)))
                assert hits[0].total == total
                assert count < SPREAD / 2, (kind, q)


@pytest.mark.usefixtures("looked_through")
def test_another_workspace_finds_nothing_of_ours(as_: As, workspace: Workspace) -> None:
    session = talk(make_bot("Zebra desk"), "a zebra crossing", 1, last4="1234")
    other = add_workspace("Other")
    with within(other.id):
        talk(make_bot("Their desk"), "nothing alike", 1)
    stranger = as_("admin", other)
    for typed in ("zebra", "zebar", "1234", str(session.id)):
        assert {"bots", "conversations", "people"} & set(search_groups(stranger, typed)) == set()


def test_people_are_found_by_address_too(as_: As, workspace: Workspace) -> None:
    admin = as_("admin")
    with within(workspace.id):
        person = add_person("author")
        person.full_name, person.email = "Meera Nair", "m.nair@example.test"
        db.session.commit()
        key = str(person.id)
    (hit,) = search_groups(admin, "m.nair@exa")["people"]["hits"]
    assert (hit["id"], text_of(hit), text_of(hit, "detail")) == (key, "Meera Nair", "m.nair@example.test")
    assert marks_of(hit, "detail") == ["m", "nair", "exa"]


def test_help_and_pages_are_found_in_the_readers_language(as_: As) -> None:
    client = as_("client")
    english = search_groups(client, "billed")["help"]["hits"][0]
    assert english["url"].startswith("/pages/faq?q=") and marks_of(english) == ["billed"]
    hindi = client.get(SEARCH, query_string={"q": "शुल्क"}, headers={"Accept-Language": "hi"}).json
    assert [group["id"] for group in hindi["groups"]] == ["help"]


@pytest.mark.parametrize("q", ["", "   ", '"', "--", "%", '" OR "', "a* OR b", "'; DROP TABLE message"])
def test_nothing_typed_is_an_operator(as_: As, workspace: Workspace, q: str) -> None:
    talk(make_bot(), "hello there", 1)
    assert "conversations" not in search_groups(as_("admin"), q)
    assert db.session.scalars(select(Message)).first() is not None


@pytest.mark.parametrize(
    ("query", "field"),
    [({"q": "x" * 101}, "q"), ({"q": "a\x00"}, "q"), ({"group": "secrets"}, "group"), ({"page": "0"}, "page"),
     ({"per": "7"}, "per"), ({"colour": "red"}, "colour")],
)  # fmt: skip
def test_what_does_not_fit_is_refused_by_field(as_: As, query: dict[str, str], field: str) -> None:
    answer = as_("admin").get(SEARCH, query_string=query)
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field]


def test_an_anonymous_visitor_is_asked_to_sign_in(client: FlaskClient) -> None:
    assert client.get(SEARCH).status_code == 401
    assert client.get("/api/main-search/data").status_code == 401


def test_actions_are_those_a_reader_may_do(as_: As) -> None:
    """The group of actions is listed whole without words; it has what the reader may do and nothing else."""

    def offered(reader: FlaskClient) -> set[str]:
        return {hit["id"] for hit in search_groups(reader, "", group="actions")["actions"]["hits"]}

    assert {"new-bot", "import", "add-user", "skin-dark"} <= offered(as_("admin"))
    assert not {"new-bot", "import", "add-user", "new-task"} & offered(as_("client"))
    hits = search_groups(as_("admin"), "new bot", group="actions")["actions"]["hits"]
    assert [(hit["id"], hit["url"]) for hit in hits] == [("new-bot", "/admin/bots/new")]
