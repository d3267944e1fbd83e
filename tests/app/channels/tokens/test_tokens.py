"""Tokens by which pages and programs reach a bot."""

import hmac
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from flask.testing import FlaskClient
from sqlalchemy import select

from app.channels.tokens import service
from app.channels.tokens.models import STATES, BotToken
from app.core import clock
from app.core.db.base import db
from tests.app.channels.talking import ORIGIN, live, token
from tests.factories.bots import create_bot, publish_bot

As = Callable[..., FlaskClient]


def opened(client: FlaskClient, text: str, origin: str = ORIGIN) -> int:
    """The status of opening a conversation by a token from a page."""
    return client.post("/w/1/sessions", json={"token": text}, headers={"Origin": origin}).status_code


def change(admin: FlaskClient, url: str, row: dict[str, Any], **changes: Any) -> Any:
    """Change a token as it was last read."""
    return admin.patch(f"{url}/{row['id']}", json=changes, headers={"If-Match": f'"{row["revision"]}"'})


def test_a_token_tells_the_script_a_page_embeds_and_takes_origins_by_lines(as_: As) -> None:
    admin = as_("admin")
    bot, _text = live(admin)
    url = f"/api/v1/bots/{bot}/tokens"
    answer = admin.post(
        url, json={"name": "Site", "kind": "web", "origins": ["https://b.example\r\nhttps://a.example\n"]}
    )
    assert answer.status_code == 201
    assert answer.json["origins"] == ["https://a.example", "https://b.example"]
    assert answer.json["script"] == f"http://localhost/w/1/{answer.json['token']}.js"
    refused = admin.post(url, json={"name": "Site", "kind": "web", "origins": ["https://a.example\nnonsense"]})
    assert refused.status_code == 422 and "nonsense" in refused.json["errors"]["origins"][0]
    assert admin.post(url, json={"name": "CRM", "kind": "api", "scopes": ["ingest"]}).json["script"] is None


def test_a_program_s_token_is_shown_once_and_a_page_s_always(as_: As) -> None:
    admin = as_("admin")
    bot, text = live(admin)
    url = f"/api/v1/bots/{bot}/tokens"
    drawn = admin.post(url, json={"name": "CRM", "kind": "api", "scopes": ["read_reports"]})
    assert drawn.status_code == 201 and drawn.headers["Cache-Control"] == "no-store"
    assert drawn.json["token"].startswith("pk_") and drawn.json["token"].startswith(drawn.json["prefix"])
    tokens = {row["kind"]: row["token"] for row in admin.get(url).json["items"]}
    assert tokens == {"web": text, "api": None}


def test_what_does_not_fit_a_kind_is_refused_by_its_field(as_: As) -> None:
    admin = as_("admin")
    bot, _text = live(admin)
    url = f"/api/v1/bots/{bot}/tokens"
    web = admin.get(url).json["items"][0]
    program = admin.post(url, json={"name": "CRM", "kind": "api", "scopes": ["sandbox"]}).json
    past = (clock.now() - timedelta(days=1)).isoformat()
    for row, changes in (
        (web, {"scopes": ["read_reports"]}),
        (web, {"expires_at": past}),
        (program, {"origins": [ORIGIN]}),
        (program, {"scopes": []}),
    ):
        refused = change(admin, url, row, **changes)
        assert refused.status_code == 422 and set(refused.json["errors"]) == set(changes), refused.text
    changed = change(admin, url, web, name="Showroom", origins=[])
    assert changed.status_code == 200 and (changed.json["name"], changed.json["origins"]) == ("Showroom", [])


def test_the_token_before_a_rotation_is_good_for_a_week(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, first = live(admin)
    row = admin.get(f"/api/v1/bots/{bot}/tokens").json["items"][0]
    second = admin.post(f"/api/v1/bots/{bot}/tokens/{row['id']}/rotate").json["token"]
    assert first != second and [opened(client, text) for text in (first, second)] == [201, 201]
    with time_machine.travel(clock.now() + service.OVERLAP + timedelta(minutes=1)):
        assert [opened(client, text) for text in (first, second)] == [404, 201]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("event", ["rotate", "revoke", "change", "identity"])
def test_every_event_in_every_state(as_: As, client: FlaskClient, state: str, event: str) -> None:
    admin = as_("admin")
    bot, first = live(admin)
    row = db.session.scalars(select(BotToken)).one()
    url = f"/api/v1/bots/{bot}/tokens/{row.id}"
    texts, any_revision = [first], {"If-Match": "*"}
    if state == "rotating":
        texts.append(admin.post(f"{url}/rotate").json["token"])
        assert admin.get(f"/api/v1/bots/{bot}/tokens").json["items"][0]["state"] == "rotating"
    elif state == "revoked":
        admin.delete(url, headers=any_revision)
    calls = {
        "rotate": lambda: admin.post(f"{url}/rotate"),
        "revoke": lambda: admin.delete(url, headers=any_revision),
        "change": lambda: admin.patch(url, json={"name": "Other"}, headers=any_revision),
        "identity": lambda: admin.post(f"{url}/identity"),
    }
    answer = calls[event]()
    good = state == "active" or (state == "rotating" and event != "rotate")
    assert answer.status_code == ((204 if event == "revoke" else 200) if good else 409), answer.text
    assert good or answer.json["code"] == "invalid_transition"
    gone = state == "revoked" or event == "revoke"
    assert [opened(client, text) for text in texts] == [404 if gone else 201] * len(texts)
    if state == "rotating" and event == "rotate":
        with time_machine.travel(clock.now() + service.OVERLAP + timedelta(minutes=1)):
            assert as_("admin").post(f"{url}/rotate").json["state"] == "rotating"


def test_a_token_opens_nothing_after_its_end(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, _text = live(admin)
    row = token(admin, bot, expires_at=(clock.now() + timedelta(hours=1)).isoformat())
    assert opened(client, row["token"]) == 201
    with time_machine.travel(clock.now() + timedelta(hours=2)):
        assert opened(client, row["token"]) == 404
        # The person's session is over by then as well.
        rotation = as_("admin").post(f"/api/v1/bots/{bot}/tokens/{row['id']}/rotate")
        assert (rotation.status_code, rotation.json["code"]) == (409, "expired")


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("https://shop.dealer.example", 201),
        ("https://a.b.dealer.example", 201),
        ("https://dealer.example", 403),
        ("http://shop.dealer.example", 403),
        ("https://shopdealer.example", 403),
        ("https://shop.dealer.example:8443", 403),
    ],
)
def test_a_star_matches_subdomains_only(as_: As, client: FlaskClient, origin: str, status: int) -> None:
    admin = as_("admin")
    bot, _text = live(admin)
    text = token(admin, bot, origins=["https://*.dealer.example"])["token"]
    assert opened(client, text, origin) == status


def test_either_of_two_identity_secrets_proves_a_visitor_for_a_week(as_: As) -> None:
    admin = as_("admin")
    bot, _text = live(admin)
    row_id = admin.get(f"/api/v1/bots/{bot}/tokens").json["items"][0]["id"]
    url = f"/api/v1/bots/{bot}/tokens/{row_id}/identity"
    secrets = [admin.post(url).json["secret"] for _ in range(3)]

    def proved() -> list[bool]:
        db.session.expire_all()
        row = db.session.get_one(BotToken, int(row_id))
        signed = [hmac.new(secret.encode(), b"7", "sha256").hexdigest() for secret in secrets]
        return [service.is_identified(row, "7", signature) for signature in signed]

    assert proved() == [False, True, True]
    with time_machine.travel(clock.now() + service.OVERLAP + timedelta(minutes=1)):
        assert proved() == [False, False, True]


def test_a_bot_has_so_many_tokens_and_no_more(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    admin = as_("admin")
    bot, _text = live(admin)
    monkeypatch.setattr(service, "MOST", 1)
    full = admin.post(f"/api/v1/bots/{bot}/tokens", json={"name": "Site", "kind": "web"})
    assert full.status_code == 409 and full.json["code"] == "too_many"


def test_archiving_a_bot_revokes_its_tokens_and_restoring_it_brings_none_back(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, text = live(admin)
    other = create_bot(admin, name="Other")
    others = token(admin, other)["token"]
    url, match = f"/api/v1/bots/{bot}", {"If-Match": "*"}
    assert publish_bot(admin, other).status_code == 201 and opened(client, text) == opened(client, others) == 201
    assert admin.post(f"{url}/pause", json={"reason": "Season over"}, headers=match).status_code == 200
    assert len(admin.get(f"{url}/tokens").json["items"]) == 1
    assert admin.post(f"{url}/archive", headers=match).status_code == 200
    assert admin.get(f"{url}/tokens").json["items"] == [] and opened(client, others) == 201
    assert admin.post(f"{url}/restore", headers=match).status_code == 200
    assert admin.get(f"{url}/tokens").json["items"] == [] and opened(client, text) in (401, 403, 404)
    assert admin.post(f"{url}/tokens", json={"name": "New", "kind": "web", "origins": [ORIGIN]}).status_code == 201


@pytest.mark.parametrize("is_live", [True, False])
def test_a_token_without_origins_is_for_any_page(as_: As, client: FlaskClient, is_live: bool) -> None:
    admin = as_("admin")
    bot = live(admin)[0] if is_live else create_bot(admin)
    text = token(admin, bot, origins=[])["token"]
    answer = client.get(f"/w/1/{text}/theme", headers={"Origin": "https://any.example"})
    assert answer.status_code == 200
    assert not is_live or opened(client, text, "https://any.example") == 201


def test_a_bare_host_is_completed_to_https(as_: As) -> None:
    admin = as_("admin")
    bot, _text = live(admin)
    hosts = ["www.dealer.example", "*.dealer.example", "dealer.example:8443"]
    assert token(admin, bot, origins=hosts)["origins"] == [
        "https://*.dealer.example", "https://dealer.example:8443", "https://www.dealer.example",
    ]  # fmt: skip


def test_a_refused_page_is_listed_until_it_is_allowed(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, text = live(admin)
    url = f"/api/v1/bots/{bot}/tokens"
    for origin in ("https://new.example", "https://new.example", "null", "https://new.example/path", ORIGIN):
        client.get(f"/w/1/{text}/theme", headers={"Origin": origin})
    assert opened(client, text, "https://other.example") == 403
    row = admin.get(url).json["items"][0]
    assert [page["origin"] for page in row["refused"]] == ["https://other.example", "https://new.example"]
    allowed = change(admin, url, row, origins=[*row["origins"], "https://new.example"])
    assert [page["origin"] for page in allowed.json["refused"]] == ["https://other.example"]
    assert opened(client, text, "https://new.example") == 201


def test_made_up_origins_fill_a_list_that_ends(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, text = live(admin)
    for number in range(service.MOST_REFUSED + 3):
        client.get(f"/w/1/{text}/theme", headers={"Origin": f"https://a{number}.example"})
    url = f"/api/v1/bots/{bot}/tokens"
    assert len(admin.get(url).json["items"][0]["refused"]) == service.MOST_REFUSED
    with time_machine.travel(clock.now() + service.REFUSED_FOR + timedelta(minutes=1)):
        admin = as_("admin")
        assert admin.get(url).json["items"][0]["refused"] == []
        client.get(f"/w/1/{text}/theme", headers={"Origin": "https://late.example"})
        assert [page["origin"] for page in admin.get(url).json["items"][0]["refused"]] == ["https://late.example"]


def test_our_own_page_for_trying_a_bot_is_no_installation(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, text = live(admin)
    assert opened(client, text, "http://localhost") == 201
    assert admin.get(f"/api/v1/bots/{bot}/tokens").json["items"][0]["last_used_at"] is None
    assert opened(client, text) == 201
    assert admin.get(f"/api/v1/bots/{bot}/tokens").json["items"][0]["last_used_at"] is not None
