"""Text snippets: their calls, and bots that say them."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.bots.catalog.flows import set_flow
from app.bots.catalog.service import get_bot
from app.bots.engine import texts
from app.bots.engine.flow import compile_flow
from app.bots.flow.validation import validate
from app.bots.templates import document_of
from app.core.db.base import db
from tests.factories.conversations import make_bot

As = Callable[..., FlaskClient]
API = "/api/v1/snippets"
HOURS = {"key": "hours", "texts": {"en": "We open at nine, {{contact.first_name}}.", "hi": "हम नौ बजे खुलते हैं।"}}


def add(admin: FlaskClient, **values: Any) -> dict[str, Any]:
    """A snippet added by its call."""
    response = admin.post(API, json=HOURS | values)
    assert response.status_code == 201, response.json
    return dict(response.json)


def change(admin: FlaskClient, snippet: dict[str, Any], method: str = "PATCH", **values: Any) -> Any:
    """The answer to changing a snippet, or to deleting it."""
    return admin.open(f"{API}/{snippet['id']}", method=method, json=values or None,
                      headers={"If-Match": f'"{snippet["revision"]}"'})  # fmt: skip


def flow_with(text: str) -> dict[str, Any]:
    """A flow that says a text."""
    document = document_of("service-booking", "en")
    document["nodes"]["said"] = {"type": "message", "text": {"en": text}, "next": document["start"]}
    return document


def test_a_snippet_comes_back_as_it_was_sent(as_: As) -> None:
    admin = as_("admin")
    snippet = add(admin, note="Asked most", texts=HOURS["texts"] | {"ar": " "})
    assert (
        snippet["texts"] == HOURS["texts"] and snippet["variables"] == ["contact.first_name"] and snippet["used"] == 0
    )
    assert admin.get(f"{API}?q=nine").json["items"] == [snippet]
    assert admin.get(f"{API}?q=most hours").json["total"] == 1 and admin.get(f"{API}?q=nothing").json["total"] == 0
    changed = change(admin, snippet, texts={"en": "At ten."})
    assert changed.json["texts"] == {"en": "At ten."} and changed.json["variables"] == []
    assert change(admin, snippet, note="x").status_code == 412
    assert change(admin, changed.json, "DELETE").status_code == 204
    assert admin.get(f"{API}/{snippet['id']}").status_code == 404


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"key": "hours"}, "key"),
        ({"key": "Opening hours"}, "key"),
        ({"key": "a", "texts": {"en": "  "}}, "texts"),
        ({"key": "a", "texts": {"en": "{{snippet.hours}}"}}, "texts"),
        ({"key": "a", "texts": {"xx": "A"}}, "texts"),
    ],
)
def test_what_is_no_snippet_is_refused(as_: As, body: dict[str, Any], field: str) -> None:
    admin = as_("admin")
    add(admin)
    refused = admin.post(API, json=HOURS | body)
    assert refused.status_code == 422 and field in refused.json["errors"]


def test_a_bot_says_it_in_the_contacts_language(as_: As, workspace: Workspace) -> None:
    add(as_("admin"))
    flow = compile_flow(flow_with("{{snippet.hours}}"))
    state: Any = {"language": "en", "variables": {}, "contact": {"first_name": "Ira"}, "session": "1"}
    missing: list[str] = []
    assert texts.fill("Hello. {{ snippet.hours }}", flow, state, missing) == "Hello. We open at nine, Ira."
    state["language"] = "hi"
    assert texts.fill("{{snippet.hours}}", flow, state, missing) == "हम नौ बजे खुलते हैं।"
    assert missing == []
    assert texts.fill("Hello {{snippet.nothing}}!", flow, state, missing) == "Hello!" and missing == ["snippet.nothing"]


def test_a_flow_may_name_only_snippets_there_are(as_: As, workspace: Workspace) -> None:
    add(as_("admin"))
    assert [issue for issue in validate(flow_with("{{snippet.hours}}")) if issue.code == "unset_variable"] == []
    (wrong,) = [issue for issue in validate(flow_with("{{snippet.ours}}")) if issue.code == "unset_variable"]
    assert (wrong.node, wrong.level) == ("said", "error") and "ours" in wrong.message


@pytest.mark.both
def test_a_snippet_that_a_bot_says_is_not_deleted(as_: As, workspace: Workspace) -> None:
    admin, bot = as_("admin"), make_bot("Desk")
    snippet, other = add(admin), add(admin, key="hour")
    set_flow(get_bot(bot.id), flow_with("{{snippet.hours}}"), None)
    db.session.commit()
    uses = admin.get(f"{API}/{snippet['id']}/uses").json
    assert uses == {"total": 1, "uses": [{"kind": "bot", "name": "Desk", "url": f"/admin/bots/{bot.id}/flow"}]}
    refused = change(admin, snippet, "DELETE")
    assert (refused.status_code, refused.json["code"]) == (409, "in_use") and "Desk" in refused.json["detail"]
    assert change(admin, other, "DELETE").status_code == 204
