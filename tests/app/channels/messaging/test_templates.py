"""Message templates of WhatsApp: read back page by page, changed by webhooks, and sent only while they are approved."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.bots.catalog.models import Bot
from app.channels.messaging import outreach
from app.channels.messaging.models import Deployment
from app.core.db.base import db
from tests.app.channels.messaging.accounts import Account, provider
from tests.app.channels.messaging.provider import Provider
from tests.factories.mail import do_jobs

__all__ = ["provider"]
As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both
BUSINESS = {"settings": {"template": {"name": "car_ready", "language": "en"}, "business": "77001"}}


def template(name: str, status: str = "APPROVED", language: str = "en", text: str = "Note: {{1}}!") -> dict[str, Any]:
    """A template as Graph lists it."""
    return {
        "id": "1", "name": name, "language": language, "status": status, "category": "UTILITY",
        "quality_score": {"score": "GREEN"}, "rejected_reason": "NONE",
        "components": [
            {"type": "HEADER", "format": "IMAGE"}, {"type": "BODY", "text": text}, {"type": "FOOTER", "text": "Bye"},
            {"type": "BUTTONS", "buttons": [{"type": "QUICK_REPLY", "text": "Stop"}]},
        ],
    }  # fmt: skip


def page(*templates: dict[str, Any], after: str = "") -> tuple[int, dict[str, Any]]:
    """A page as Graph answers it."""
    paging = {"cursors": {"before": "b", "after": after}, "next": "https://evil.example/steal"} if after else {}
    return 200, {"data": list(templates), "paging": paging}


def update(field: str, at: int = 1, **value: Any) -> bytes:
    """A webhook about a template."""
    value = {"message_template_name": "car_ready", "message_template_language": "en"} | value
    entry = {"id": "77001", "time": at, "changes": [{"field": field, "value": value}]}
    return json.dumps({"object": "whatsapp_business_account", "entry": [entry]}).encode()


@pytest.fixture
def account(as_: As, provider: Provider) -> Account:
    """A connected account whose Business account is known."""
    return Account(as_("admin"), "whatsapp", **BUSINESS).connect()


def read(account: Account, app: Flask, provider: Provider, *answers: tuple[int, dict[str, Any]]) -> None:
    """Have the templates read, with these answers of Graph."""
    provider.calls.clear()
    provider.answers = list(answers)
    answer = account.admin.post(f"{account.path}/templates/read")
    assert answer.status_code == 202 and answer.json["job"], answer.text
    do_jobs(app)


def list_templates(account: Account, **query: Any) -> list[dict[str, Any]]:
    """The templates as they are answered."""
    return list(account.admin.get(f"{account.path}/templates", query_string=query).json["items"])


def states(account: Account) -> list[tuple[str, str]]:
    """Name and state of each."""
    return [(row["name"], row["state"]) for row in list_templates(account)]


def usable(account: Account) -> bool:
    """Whether an offer can be sent by the account."""
    db.session.expire_all()
    return outreach.find_accounts([int(account.bot)], "whatsapp") != []


def test_all_pages_are_read_from_our_address_alone(account: Account, app: Flask, provider: Provider) -> None:
    assert list_templates(account) == [] and account.admin.get(account.path).json["templates_read_at"] is None
    read(account, app, provider, page(template("car_ready"), after="c&1"), page(template("winter", "PAUSED")))
    first, second = (call[0] for call in provider.calls)
    assert first.startswith("/v21.0/77001/message_templates?limit=100") and "after" not in first
    assert second.endswith("&after=c%261")
    assert provider.calls[1][2]["Authorization"] == "Bearer wa_token"
    ready, winter = list_templates(account)
    assert (ready["state"], ready["category"], ready["quality"]) == ("approved", "utility", "high")
    contents = [ready[name] for name in ("header", "body", "footer", "buttons", "variables", "usable", "used")]
    assert contents == ["[image]", "Note: {{1}}!", "Bye", ["Stop"], ["1"], True, True]
    assert (winter["state"], winter["usable"], winter["used"]) == ("paused", False, False)
    assert account.admin.get(account.path).json["templates_read_at"] is not None
    assert len(list_templates(account, per=10, page=1)) == 2 and usable(account)


def test_what_is_gone_goes_and_a_failed_page_changes_nothing(account: Account, app: Flask, provider: Provider) -> None:
    read(account, app, provider, page(template("car_ready"), template("old")))
    read(account, app, provider, page(template("new"), after="c"), (500, {"error": {"code": 1, "message": "later"}}))
    assert states(account) == [("car_ready", "approved"), ("old", "approved")]
    assert account.admin.get(account.path).json["last_error"].startswith("1 later")
    read(account, app, provider, page(template("car_ready", "REJECTED"), template("new", "WHATEVER")))
    assert states(account) == [("car_ready", "rejected"), ("new", "pending")]


def test_refused_credentials_take_the_account_out_of_service(account: Account, app: Flask, provider: Provider) -> None:
    read(account, app, provider, (401, {"error": {"code": 190, "message": "expired"}}))
    assert account.state() == "error" and list_templates(account) == []


@pytest.mark.parametrize("answer", [{}, {"data": "x"}, {"data": [1, {"name": 2}, {"name": "a", "language": "en"}]}])
def test_an_answer_of_another_shape_is_read_as_far_as_it_goes(
    account: Account, app: Flask, provider: Provider, answer: dict[str, Any]
) -> None:
    read(account, app, provider, (200, answer))
    assert [row["state"] for row in list_templates(account)] in ([], ["pending"])


def test_webhooks_change_states_again_and_again(
    account: Account, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    read(account, app, provider, page(template("car_ready")))
    for at, event, state in ((1, "PAUSED", "paused"), (2, "APPROVED", "approved"), (3, "PAUSED", "paused")):
        body = update("message_template_status_update", at, event=event, reason="LOW_QUALITY")
        assert account.send(client, body).status_code == 200
        do_jobs(app)
        assert states(account) == [("car_ready", state)] and usable(account) is (state == "approved")
    assert list_templates(account)[0]["reason"] == "LOW_QUALITY"
    account.send(client, update("message_template_quality_update", 4, new_quality_score="RED"))
    account.send(client, update("template_category_update", 5, new_category="MARKETING"))
    do_jobs(app)
    assert (list_templates(account)[0]["quality"], list_templates(account)[0]["category"]) == ("low", "marketing")
    account.send(client, update("message_template_status_update", 6, event="DELETED"))
    do_jobs(app)
    assert list_templates(account) == [] and not usable(account)


def test_a_new_or_changed_template_is_read(
    account: Account, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    account.send(client, update("message_template_status_update", event="APPROVED"))
    provider.answers = [page(template("car_ready", text="Hello {{name}}"))]
    do_jobs(app)
    assert list_templates(account)[0]["variables"] == ["name"]
    account.send(client, update("message_template_components_update", 2))
    provider.answers = [page(template("car_ready", text="{{a}} and {{b}}"))]
    do_jobs(app)
    assert list_templates(account)[0]["variables"] == ["a", "b"] and not usable(account)


def test_an_offer_is_not_sent_as_free_text_when_its_template_is_paused(
    account: Account, app: Flask, provider: Provider
) -> None:
    read(account, app, provider, page(template("car_ready", "PAUSED")))
    provider.calls.clear()
    receipt = outreach.send_text(int(account.id), "919845011223", "News", "")
    assert (receipt.code, receipt.is_transient) == ("template_not_approved", True) and provider.calls == []


def test_reading_wants_whatsapp_and_its_business_account(as_: As, provider: Provider) -> None:
    admin = as_("admin")
    slack = Account(admin, "slack")
    db.session.get_one(Bot, int(slack.bot)).name_key = "other"
    db.session.commit()
    plain = Account(admin, "whatsapp")
    refused = [admin.post(f"{account.path}/templates/read").json["code"] for account in (slack, plain)]
    assert refused == ["no_templates", "no_business"]
    wrong = admin.patch(plain.path, json={"settings": {"business": "7/../1"}}, headers={"If-Match": '"1"'})
    assert wrong.status_code == 422
    assert as_("subscriber").post(f"{plain.path}/templates/read").status_code == 403


def test_an_account_whose_templates_nobody_has_read_sends_the_one_of_its_settings(account: Account) -> None:
    assert usable(account) and db.session.get_one(Deployment, int(account.id)).templates_read_at is None
