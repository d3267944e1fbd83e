"""Programs that reach a bot by a token: what they may do, for how long, and what is reported of it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.audit.models import AuditEvent
from app.channels.tokens.models import BotToken
from app.channels.tokens.service import OVERLAP
from app.core import clock
from app.core.db.base import db
from app.core.security import limits
from tests.app.channels.talking import live
from tests.factories.bots import create_bot

As = Callable[..., FlaskClient]
ALL = ["read_reports", "read_conversations", "read_bot", "ingest", "sandbox", "openai"]


class Robot:
    """A program with its token."""

    def __init__(self, client: FlaskClient, text: str) -> None:
        self.client, self.headers = client, {"Authorization": f"Bearer {text}", "User-Agent": "crm/1"}

    def get(self, path: str, **more: Any) -> Any:
        """The answer to a call that reads."""
        return self.client.get(path, headers=self.headers, **more)

    def post(self, path: str, **more: Any) -> Any:
        """The answer to a call that writes."""
        return self.client.post(path, headers=self.headers, **more)


def drawn(owner: FlaskClient, bot: int | str, scopes: list[str] | None = None, **more: Any) -> dict[str, Any]:
    """A new token of a program."""
    body = {"name": "CRM", "kind": "api", "scopes": scopes or ALL, **more}
    answer = owner.post(f"/api/v1/bots/{bot}/tokens", json=body)
    assert answer.status_code == 201, answer.text
    return dict(answer.json)


@pytest.fixture
def bot(as_: As) -> str:
    """A live bot."""
    return str(live(as_("admin"))[0])


@pytest.mark.parametrize(
    ("scope", "path"),
    [
        ("read_reports", "/api/v1/reports/dashboard"),
        ("read_conversations", "/api/v1/conversations"),
        ("read_bot", "/api/v1/bots/{bot}"),
        ("ingest", "/api/v1/imports"),
        ("sandbox", "/api/v1/sandbox"),
    ],
)
def test_a_scope_opens_its_calls_and_no_others(as_: As, client: FlaskClient, bot: str, scope: str, path: str) -> None:
    admin = as_("admin")
    robot = Robot(client, drawn(admin, bot, [scope])["token"])
    answer = robot.get(path.format(bot=bot))
    assert answer.status_code == 200, answer.text
    assert "Set-Cookie" not in answer.headers
    other = Robot(client, drawn(admin, bot, [scope_name for scope_name in ALL if scope_name != scope])["token"])
    refused = other.get(path.format(bot=bot))
    assert (refused.status_code, refused.json["code"]) == (403, "insufficient_scope")


def test_a_program_talks_with_its_bot_alone_without_cookie_and_token(as_: As, client: FlaskClient, bot: str) -> None:
    admin = as_("admin")
    other = create_bot(admin, name="Another")
    robot = Robot(client, drawn(admin, bot)["token"])
    assert robot.post("/api/v1/sandbox", json={"bot": bot}).status_code == 201
    assert robot.post("/api/v1/sandbox", json={"bot": str(other)}).status_code in (404, 422)
    assert robot.get(f"/api/v1/bots/{other}").status_code == 404
    assert [row["id"] for row in robot.get("/api/v1/bots").json["items"]] == [bot]


def test_what_comes_in_without_a_bot_is_its_own(as_: As, client: FlaskClient, bot: str) -> None:
    robot = Robot(client, drawn(as_("admin"), bot, ["ingest"])["token"])
    file = {"file": (open("tests/fixtures/dialogues.jsonl", "rb"), "dialogues.jsonl")}
    answer = robot.post("/api/v1/imports", data=file)
    assert answer.status_code == 202, answer.text
    assert answer.json["bot"] == bot
    row = db.session.scalars(select(AuditEvent).where(AuditEvent.action == "import:create")).one()
    assert row.user_agent.startswith("CRM (pk_") and row.user_agent.endswith("crm/1")


def test_a_program_does_no_more_than_who_made_it_may_today(as_: As, client: FlaskClient, bot: str) -> None:
    maker = as_("maintainer")
    robot = Robot(client, drawn(maker, bot)["token"])
    assert robot.get("/api/v1/conversations").status_code == 200
    user = db.session.scalars(select(User).where(User.auth_role == "maintainer")).one()
    user.auth_role = "editor"
    db.session.commit()
    assert robot.get("/api/v1/conversations").status_code == 403
    assert robot.get(f"/api/v1/bots/{bot}").status_code == 200
    user.scope = {"bots": []}
    db.session.commit()
    assert robot.get(f"/api/v1/bots/{bot}").status_code == 404
    user.status = "inactive"
    db.session.commit()
    assert robot.get(f"/api/v1/bots/{bot}").status_code == 401


def test_a_token_ends_rotates_and_is_revoked_at_once(as_: As, client: FlaskClient, bot: str) -> None:
    admin = as_("admin")
    path = f"/api/v1/bots/{bot}"
    row = drawn(admin, bot, expires_at=(clock.now() + timedelta(days=30)).isoformat())
    first = Robot(client, row["token"])
    second = Robot(client, admin.post(f"{path}/tokens/{row['id']}/rotate").json["token"])
    assert [robot.get(path).status_code for robot in (first, second)] == [200, 200]
    with time_machine.travel(clock.now() + OVERLAP + timedelta(minutes=1)):
        assert [robot.get(path).status_code for robot in (first, second)] == [401, 200]
    with time_machine.travel(clock.now() + timedelta(days=31)):
        assert second.get(path).status_code == 401
    item = admin.get(f"{path}/tokens").json["items"][0]
    assert item["token"] is None and item["last_used_at"] is not None
    revision = {"If-Match": f'"{item["revision"]}"'}
    assert admin.delete(f"{path}/tokens/{row['id']}", headers=revision).status_code == 204
    assert [robot.get(path).status_code for robot in (first, second)] == [401, 401]
    actions = {event.action for event in db.session.scalars(select(AuditEvent))}
    assert {"token:create", "token:rotate", "token:revoke"} <= actions


def test_its_use_is_written_down_now_and_then_and_changes_no_revision(as_: As, client: FlaskClient, bot: str) -> None:
    row = drawn(as_("admin"), bot)
    robot = Robot(client, row["token"])

    def used() -> Any:
        db.session.expire_all()
        token = db.session.get_one(BotToken, int(row["id"]))
        assert token.revision == row["revision"]
        return token.last_used_at

    robot.get(f"/api/v1/bots/{bot}")
    first = used()
    robot.get(f"/api/v1/bots/{bot}")
    assert first is not None and used() == first
    with time_machine.travel(clock.now() + timedelta(minutes=6)):
        robot.get(f"/api/v1/bots/{bot}")
        assert used() > first


@pytest.mark.parametrize("text", ["pk_", "pk_unknown", "pk_\x00", "pk_" + "a" * 3000])
def test_what_is_no_token_is_refused(client: FlaskClient, workspace: Workspace, text: str) -> None:
    answer = client.get("/api/v1/bots", headers={"Authorization": f"Bearer {text}"})
    assert answer.status_code == 401


def test_a_token_opens_our_own_calls_only(as_: As, client: FlaskClient, bot: str) -> None:
    robot = Robot(client, drawn(as_("admin"), bot)["token"])
    for path in ("/apps/users/list", "/api/main-search/data", f"/admin/bots/{bot}", "/jwt/me"):
        assert robot.get(path).status_code in (401, 404), path


def test_a_token_of_before_its_maker_was_known_opens_nothing(as_: As, client: FlaskClient, bot: str) -> None:
    row = drawn(as_("admin"), bot)
    db.session.execute(update(BotToken).values(created_by=None))
    db.session.commit()
    assert Robot(client, row["token"]).get(f"/api/v1/bots/{bot}").status_code == 401


def test_programs_count_in_a_window_of_their_own(
    app: Flask, as_: As, client: FlaskClient, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = as_("admin")
    robot = Robot(client, drawn(admin, bot)["token"])
    monkeypatch.setitem(limits.limits.of, "program", limits.parse("2/minute"))
    path = f"/api/v1/bots/{bot}"
    assert [robot.get(path).status_code for _ in range(3)] == [200, 200, 429]
    assert admin.get(path).status_code == 200
    assert Robot(client, drawn(admin, bot)["token"]).get(path).status_code == 200


def test_the_last_day_may_be_named_alone_and_a_command_tries_the_token(as_: As, bot: str) -> None:
    row = drawn(as_("admin"), bot, ["sandbox"], expires_at="2199-01-31")
    assert row["expires_at"] == "2199-01-31T23:59:59+00:00"
    assert row["curl"] == (
        f"curl -H 'Authorization: Bearer {row['token']}' \\\n  -H 'Content-Type: application/json' "
        f"-d '{{\"bot\":\"{bot}\"}}' 'http://localhost/api/v1/sandbox'"
    )
    assert drawn(as_("admin"), bot, ["read_bot"], expires_at="")["expires_at"] is None
    assert as_("admin").get(f"/api/v1/bots/{bot}/tokens").json["items"][0]["curl"] is None


def test_programs_and_who_made_them_repeat_their_own_calls_only(as_: As, client: FlaskClient, bot: str) -> None:
    admin = as_("admin")
    robots = [Robot(client, drawn(admin, bot, ["sandbox"])["token"]) for _ in range(2)]
    key = {"Idempotency-Key": "0190d2a4-one"}
    for robot in robots:
        robot.headers |= key
    opened = [admin.post("/api/v1/sandbox", json={"bot": bot}, headers=key)]
    opened += [robot.post("/api/v1/sandbox", json={"bot": bot}) for robot in (*robots, robots[0])]
    assert [answer.status_code for answer in opened] == [201] * 4
    first, second, third, again = (answer.json["id"] for answer in opened)
    assert len({first, second, third}) == 3 and again == second


def test_who_sees_several_bots_or_none_names_the_one_that_a_file_is_for(as_: As, bot: str) -> None:
    file = {"file": (open("tests/fixtures/dialogues.jsonl", "rb"), "dialogues.jsonl")}
    answer = as_("maintainer", scope={"bots": []}).post("/api/v1/imports", data=file)
    assert (answer.status_code, answer.json["errors"]) == (422, {"bot": ["Choose a bot."]})
