"""The log over the API: who may read it, filters, files."""

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.audit.recording import record
from app.audit.service import field_labels
from app.core.db.base import db
from app.core.security.abilities import BY_ROLE
from tests.factories.conversations import make_bot

SignIn = Callable[..., FlaskClient]
PATH = "/api/v1/audit"


@pytest.fixture
def admin(as_: SignIn, workspace: Workspace) -> FlaskClient:
    """An admin who has renamed one bot twice and made another."""
    bot = make_bot("Desk")
    client = as_("admin")
    for revision, name in enumerate(("One", "=Two"), 1):
        answer = client.patch(f"/api/v1/bots/{bot.id}", json={"name": name}, headers={"If-Match": f'"{revision}"',
                              "User-Agent": "=1+1"})  # fmt: skip
        assert answer.status_code == 200
    client.post("/api/v1/bots", json={"name": "New", "group": "sales", "client": str(bot.client_id)})
    return client


def actions(client: FlaskClient, query: str = "") -> list[str]:
    """The listed actions, newest first."""
    answer = client.get(f"{PATH}?{query}")
    assert answer.status_code == 200, answer.text
    assert answer.json["total"] == len(answer.json["items"])
    return [item["action"] for item in answer.json["items"]]


def test_it_is_listed_newest_first(admin: FlaskClient) -> None:
    assert actions(admin) == ["bot:create", "bot:update", "bot:update", "session:create"]
    first = admin.get(PATH).json["items"][1]
    assert first["user"]["name"] == "Admin" and first["changed"] == ["name"]
    assert first["subject_name"] == "=Two" and first["labels"] == ["Name"]
    arabic = admin.get(PATH, headers={"Accept-Language": "ar"}).json["items"][1]
    assert arabic["changed"] == ["name"] and arabic["labels"] == ["الاسم"]


def test_labels_of_fields_come_once_and_those_of_earlier_versions_in_their_own_words() -> None:
    assert field_labels(["live", "live_version", "parcel_size"], "en") == ["Version that is live", "Parcel size"]


def test_a_detail_says_states_and_sign_ins_in_the_readers_language(admin: FlaskClient, workspace: Workspace) -> None:
    with_details = [("lead:win", "quoted → won: EW-7"), ("session:create", "single sign-on"), ("bot:update", "0 → 2")]
    for action, detail in with_details:
        record(db.session(), action, workspace_id=workspace.id, user_id=None, detail=detail)
    db.session.commit()
    texts = {
        language: [item["detail_text"] for item in admin.get(PATH, headers={"Accept-Language": language}).json["items"]]
        for language in ("en", "hi", "ar")
    }
    assert texts["en"][:3] == ["0 → 2", "by single sign-on", "Quoted → Won: EW-7"]
    assert texts["hi"][:3] == ["0 → 2", "सिंगल साइन-ऑन से", "कोटेशन दिया → जीता: EW-7"]
    assert texts["ar"][:3] == ["0 → 2", "بتسجيل الدخول الموحّد", "عُرض السعر ← رابح: EW-7"]
    items = admin.get(PATH).json["items"]
    assert items[2]["detail"] == "quoted → won: EW-7"
    assert [item["detail_text"] for item in items if item["action"] == "session:create"][1:] == ["with an API token"]


def test_a_row_says_where_it_came_from(admin: FlaskClient) -> None:
    first = admin.get(PATH).json["items"][1]
    assert len(first["digest"]) == 64 and first["subject"] == "bot" and first["address"] == "127.0.0.1"


def test_filters(admin: FlaskClient) -> None:
    me = admin.get("/api/v1/me").json["user"]["id"]
    bot = admin.get(f"{PATH}?action=bot:update").json["items"][0]["subject_id"]
    assert actions(admin, "action=bot") == ["bot:create", "bot:update", "bot:update"]
    assert actions(admin, "action=bot:update") == ["bot:update", "bot:update"]
    assert actions(admin, "action=bo") == []
    assert len(actions(admin, f"user={me}")) == 4 and actions(admin, "user=1") == []
    assert actions(admin, f"subject=bot&subject_id={bot}") == ["bot:update", "bot:update"]
    assert actions(admin, "from=2001-01-01&to=2001-12-31") == []
    assert len(actions(admin, "from=2001-01-01&to=2099-12-31")) == 4


@pytest.mark.parametrize(
    ("query", "field"),
    [("action=Bot%25", "action"), ("user=x", "user"), ("subject=a'b", "subject"), ("from=yesterday", "from"),
     ("from=2026-02-02&to=2026-02-01", "to"), ("word=x", "word")],
)  # fmt: skip
def test_a_filter_that_does_not_fit_is_named(admin: FlaskClient, query: str, field: str) -> None:
    answer = admin.get(f"{PATH}?{query}")
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field]


@pytest.mark.parametrize("role", sorted(set(BY_ROLE) - {"admin"}))
def test_admins_alone_read_it(as_: SignIn, workspace: Workspace, role: str) -> None:
    caller = as_(role)
    assert caller.get(PATH).status_code == caller.get(f"{PATH}/file").status_code == 403


def test_files_say_the_same(admin: FlaskClient) -> None:
    listing: list[dict[str, Any]] = admin.get(f"{PATH}?action=bot").json["items"]
    text = admin.get(f"{PATH}/file?action=bot&format=csv")
    assert text.headers["Content-Disposition"] == 'attachment; filename="audit.csv"'
    rows = list(csv.DictReader(io.StringIO(text.data.decode("utf-8-sig"))))
    assert [(row["digest"], row["subject_id"]) for row in rows] == [
        (item["digest"], item["subject_id"]) for item in listing
    ]
    assert rows[1]["user_agent"] == "'=1+1"
    objects = [json.loads(line) for line in admin.get(f"{PATH}/file?action=bot&format=jsonl").text.splitlines()]
    assert [entry["digest"] for entry in objects] == [item["digest"] for item in listing]
    assert objects[1]["user_agent"] == "=1+1"
