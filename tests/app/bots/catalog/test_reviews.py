"""Other people approve exactly the working copy that is published."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.factories.bots import SMALL_FLOW, create_bot, put_flow

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both
NOTE = {"note": "Another greeting for winter"}


def needing(admin: FlaskClient, approvals: int) -> str:
    """A bot whose versions need approval."""
    bot = create_bot(admin, flow=SMALL_FLOW)
    change(admin, bot, approvals=approvals)
    return bot


def change(client: FlaskClient, bot: str, status: int = 200, **values: Any) -> dict[str, Any]:
    """Change a bot on the revision it has."""
    revision = client.get(f"/api/v1/bots/{bot}").json["revision"]
    answer = client.patch(f"/api/v1/bots/{bot}", json=values, headers={"If-Match": f'"{revision}"'})
    assert answer.status_code == status, answer.text
    return dict(answer.json)


def greeting(text: str) -> dict[str, Any]:
    """The small flow with another greeting."""
    flow = deepcopy(SMALL_FLOW)
    flow["nodes"]["hello"]["text"]["en"] = text
    return flow


def publish(client: FlaskClient, bot: str) -> Any:
    """Publish a bot's working copy."""
    return client.post(f"/api/v1/bots/{bot}/publish", json={"note": "Winter"})


def request(client: FlaskClient, bot: str) -> str:
    """Ask for approval; returns the address of the review."""
    answer = client.post(f"/api/v1/bots/{bot}/reviews", json=NOTE)
    assert answer.status_code == 201, answer.text
    return f"/api/v1/bots/{bot}/reviews/{answer.json['id']}"


def test_two_other_people_approve_what_is_published(as_: As) -> None:
    admin, second, third = as_("admin"), as_("maintainer"), as_("maintainer")
    bot = needing(admin, 2)
    refused = publish(admin, bot)
    assert (refused.status_code, refused.json["code"], refused.json["approvals"]) == (409, "not_approved", 0)
    review = request(admin, bot)
    own = admin.post(f"{review}/approve", json={})
    assert (own.status_code, own.json["code"]) == (403, "own_version")
    first = second.post(f"{review}/approve", json={"comment": "Reads well"})
    assert (first.status_code, first.json["state"]) == (200, "requested"), first.json
    assert first.json["approvals"][0]["comment"] == "Reads well" and first.json["barred"] == "done"
    assert second.post(f"{review}/approve", json={}).json["code"] == "already_approved"
    assert publish(admin, bot).json["approvals"] == 1
    assert third.post(f"{review}/approve", json={}).json["state"] == "approved"
    published = publish(admin, bot)
    assert published.status_code == 201, published.text
    (row,) = admin.get(f"/api/v1/bots/{bot}/reviews").json["items"]
    assert (row["state"], row["checksum"]) == ("published", published.json["checksum"])
    assert publish(admin, bot).json["code"] == "not_approved"


def test_a_change_discards_approvals(as_: As) -> None:
    admin, other = as_("admin"), as_("maintainer")
    bot = needing(admin, 1)
    review = request(admin, bot)
    assert other.post(f"{review}/approve", json={}).json["state"] == "approved"
    put_flow(admin, bot, greeting("Good morning"))
    (row,) = admin.get(f"/api/v1/bots/{bot}/reviews").json["items"]
    assert row["current"] is False
    assert publish(admin, bot).json["code"] == "not_approved"
    again = request(admin, bot)
    states = [row["state"] for row in admin.get(f"/api/v1/bots/{bot}/reviews").json["items"]]
    assert states == ["requested", "replaced"]
    assert other.post(f"{review}/approve", json={}).json["code"] == "invalid_transition"
    put_flow(admin, bot, greeting("Good evening"), 2)
    assert other.post(f"{again}/approve", json={}).json["code"] == "outdated"


def test_who_wrote_a_part_cannot_approve_it(as_: As) -> None:
    admin, writer, other = as_("admin"), as_("maintainer"), as_("maintainer")
    bot = needing(admin, 1)
    put_flow(writer, bot, greeting("Good morning"))
    review = request(admin, bot)
    refused = writer.post(f"{review}/approve", json={})
    assert (refused.status_code, refused.json["code"]) == (403, "own_version")
    assert other.post(f"{review}/approve", json={}).status_code == 200
    assert publish(writer, bot).status_code == 201
    # What is published has no authors any more, and who writes next is one again.
    put_flow(other, bot, greeting("Good night"), 2)
    review = request(writer, bot)
    assert other.post(f"{review}/approve", json={}).status_code == 403
    assert admin.post(f"{review}/approve", json={}).status_code == 200


def test_an_approver_who_then_writes_does_not_count(as_: As) -> None:
    admin, other = as_("admin"), as_("maintainer")
    bot = needing(admin, 1)
    review = request(admin, bot)
    assert other.post(f"{review}/approve", json={}).json["state"] == "approved"
    put_flow(other, bot, greeting("Good night"))
    put_flow(other, bot, SMALL_FLOW, 2)
    assert publish(admin, bot).json["code"] == "not_approved"


def test_a_rejection_has_a_reason_and_stays(as_: As) -> None:
    admin, other = as_("admin"), as_("maintainer")
    bot = needing(admin, 1)
    review = request(admin, bot)
    assert other.post(f"{review}/reject", json={}).status_code == 422
    assert admin.post(f"{review}/reject", json={"reason": "No"}).status_code == 403
    rejected = other.post(f"{review}/reject", json={"reason": "The price is wrong"})
    assert (rejected.json["state"], rejected.json["reason"]) == ("rejected", "The price is wrong")
    assert publish(admin, bot).json["code"] == "not_approved"
    assert admin.post(f"{review}/cancel").json["code"] == "invalid_transition"


def test_a_request_needs_enough_people_and_is_made_once(as_: As) -> None:
    admin = as_("admin")
    bot = needing(admin, 1)
    alone = admin.post(f"/api/v1/bots/{bot}/reviews", json=NOTE)
    assert (alone.status_code, alone.json["code"], alone.json["possible"]) == (409, "no_approver", 0)
    as_("maintainer", scope={"bots": []})
    assert admin.post(f"/api/v1/bots/{bot}/reviews", json=NOTE).json["code"] == "no_approver"
    other = as_("maintainer")
    review = request(admin, bot)
    assert admin.post(f"/api/v1/bots/{bot}/reviews", json=NOTE).json["code"] == "already_requested"
    assert other.get("/api/v1/notifications").json["items"][0]["kind"] == "bot_approval"
    assert admin.post(f"{review}/cancel").json["state"] == "cancelled"
    assert request(admin, bot)


def test_who_may_not_approve_is_refused(as_: As) -> None:
    admin, author = as_("admin"), as_("author")
    other = as_("maintainer")
    bot = needing(admin, 1)
    review = request(author, bot)
    assert author.post(f"{review}/approve", json={}).status_code == 403
    assert as_("maintainer", scope={"bots": []}).post(f"{review}/approve", json={}).status_code == 404
    assert as_("maintainer", scope={"outlets": []}).post(f"{review}/approve", json={}).status_code in (403, 404)
    change(author, bot, 403, approvals=0)
    change(admin, bot, 422, approvals=4)
    assert change(other, bot, approvals=0)["approvals"] == 0
    assert publish(admin, bot).status_code == 201
    assert author.post(f"/api/v1/bots/{bot}/reviews", json=NOTE).json["code"] == "no_approvals"


def test_authors_cannot_lower_the_approvals_that_their_work_needs(as_: As) -> None:
    admin = as_("admin")
    bot = needing(admin, 2)
    # Nobody else could approve: who is alone may go without.
    assert change(admin, bot, approvals=1)["approvals"] == 1
    other = as_("maintainer")
    assert change(admin, bot, 403, approvals=0)["code"] == "own_version"
    assert change(admin, bot, approvals=2)["approvals"] == 2
    assert change(other, bot, approvals=1)["approvals"] == 1
    review = request(admin, bot)
    other.post(f"{review}/approve", json={})
    publish(admin, bot)
    # Nothing of theirs waits any more.
    assert change(admin, bot, approvals=0)["approvals"] == 0
    change(admin, bot, approvals=1)
    put_flow(other, bot, greeting("Good day"))
    assert change(admin, bot, approvals=0)["approvals"] == 0
    change(admin, bot, approvals=1)
    assert change(other, bot, 403, approvals=0)["code"] == "own_version"


def test_every_step_is_in_the_audit_log(as_: As) -> None:
    admin, other = as_("admin"), as_("maintainer")
    bot = needing(admin, 1)
    review = request(admin, bot)
    other.post(f"{review}/approve", json={"comment": "Fine"})
    publish(admin, bot)
    actions = [row["action"] for row in admin.get("/api/v1/audit?per=100").json["items"]]
    expected = {"bot:set_approvals", "bot_review:request", "bot_review:approve", "bot_review:publish", "bot:publish"}
    assert expected <= set(actions), actions
