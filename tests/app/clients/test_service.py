"""What a client is like: its values, branding, policy and consent texts, and deleting it."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from tests.app.clients.making import API, add_client, add_parent, revision
from tests.conftest import add_workspace
from tests.factories.pictures import png

As = Callable[..., FlaskClient]
URL = f"{API}/clients"


def test_a_new_client_is_on_trial_and_speaks_its_first_language(as_: As, workspace: Workspace) -> None:
    response = as_("admin").post(
        URL, json={"name": "  Vela   Cars ", "zone": "Asia/Dubai", "currency": "AED", "languages": ["ar", "en", "ar"]}
    )
    assert response.status_code == 201 and response.headers["Location"].endswith(f"/clients/{response.json['id']}")
    values = {key: response.json[key] for key in ("name", "zone", "currency", "language", "languages", "state")}
    assert values == {"name": "Vela Cars", "zone": "Asia/Dubai", "currency": "AED", "language": "ar",
                    "languages": ["ar", "en"], "state": "trial"}  # fmt: skip
    assert response.json["policy"] == {"content_days": 400, "media_days": 90, "quiet_from": None, "quiet_to": None,
                                   "consent_version": None}  # fmt: skip


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"name": "Bell\u0007"}, "name"),
        ({"zone": "Asia/Nowhere"}, "zone"),
        ({"currency": "rupees"}, "currency"),
        ({"languages": []}, "languages"),
        ({"languages": ["tlh"]}, "languages"),
        ({"branding": {"colour": "#ffdd00"}}, "branding.colour"),
        ({"branding": {"colour": "red"}}, "branding"),
        ({"policy": {"content_days": 0}}, "policy"),
        ({"policy": {"quiet_from": "21:00"}}, "policy.quiet_to"),
        ({"policy": {"quiet_from": "21:00", "quiet_to": "21:00"}}, "policy.quiet_to"),
        ({"state": "active"}, "state"),
    ],
)
def test_what_does_not_fit_is_named(as_: As, workspace: Workspace, body: dict[str, Any], field: str) -> None:
    admin, url = as_("admin"), f"{URL}/{add_client().id}"
    answer = admin.patch(url, json=body, headers=revision(admin, url))
    assert answer.status_code == 422 and field in answer.json["errors"], answer.json


def test_a_change_keeps_what_it_does_not_name(as_: As, workspace: Workspace) -> None:
    admin, url = as_("admin"), f"{URL}/{add_client().id}"
    body = {"branding": {"colour": "#005b78", "mail_from": "Meridian Care"},
            "policy": {"content_days": 30, "quiet_from": "21:00", "quiet_to": "09:00"}}  # fmt: skip
    changed = admin.patch(url, json=body, headers=revision(admin, url)).json
    assert changed["branding"] == {"logo": "", "colour": "#005b78", "mail_from": "Meridian Care", "upi_id": ""}
    assert changed["policy"]["media_days"] == 90 and changed["policy"]["content_days"] == 30
    assert changed["name"] == "Meridian Motors" and changed["zone"] == "Asia/Kolkata"
    assert admin.patch(url, json=body).status_code == 428
    stale = admin.patch(url, json=body, headers={"If-Match": '"1"'})
    assert stale.status_code == 412 and stale.json["current"]["branding"]["mail_from"] == "Meridian Care"


def test_a_name_is_taken_whatever_its_case(as_: As, workspace: Workspace) -> None:
    admin, other = as_("admin"), add_client("Vela Cars").id
    add_client("Straße")
    for name in ("VELA cars", "STRASSE"):
        answer = admin.post(URL, json={"name": name})
        assert (answer.status_code, answer.json["code"]) == (409, "name_taken") and "name" in answer.json["errors"]
    url = f"{URL}/{other}"
    same = admin.patch(url, json={"name": "VELA CARS"}, headers=revision(admin, url))
    assert same.status_code == 200 and same.json["name"] == "VELA CARS"
    assert as_("admin", add_workspace("Other")).post(URL, json={"name": "Vela Cars"}).status_code == 201


def test_a_logo_is_encoded_again_and_only_for_its_workspace(as_: As, workspace: Workspace) -> None:
    admin, url = as_("admin"), f"{URL}/{add_client().id}"
    sent = admin.post(f"{url}/logo", data={"file": (io.BytesIO(png() + b"<script>"), "logo.png")})
    assert sent.status_code == 201
    address = sent.json["branding"]["logo"]
    response = admin.get(address)
    assert response.status_code == 200 and response.mimetype == "image/png" and b"script" not in response.data
    bare = address.partition("?")[0]
    assert as_("admin", add_workspace("Other")).get(bare).status_code == 404
    for data in (b"<svg/>", png(8, 8)):
        wrong = admin.post(f"{url}/logo", data={"file": (io.BytesIO(data), "logo.png")})
        assert wrong.status_code == 422 and "file" in wrong.json["errors"]
    gone = admin.delete(f"{url}/logo", headers=revision(admin, url))
    assert gone.status_code == 200 and gone.json["branding"]["logo"] == ""
    assert admin.get(bare).status_code == 404


def test_a_new_consent_text_is_a_new_version(as_: As, workspace: Workspace) -> None:
    admin, url = as_("admin"), f"{URL}/{add_client(languages=['en', 'hi']).id}"
    first = admin.post(f"{url}/consents", json={"texts": {"en": "We keep chats for 30 days.", "hi": " "}})
    assert (first.status_code, first.json["version"], first.json["texts"]) == (
        201, 1, {"en": "We keep chats for 30 days."},
    )  # fmt: skip
    again = admin.post(f"{url}/consents", json={"texts": {"en": "We keep chats for 30 days."}})
    assert (again.status_code, again.json["code"]) == (409, "unchanged")
    lacks = admin.post(f"{url}/consents", json={"texts": {"hi": "हम बातचीत रखते हैं।"}})
    assert lacks.status_code == 422 and "texts.en" in lacks.json["errors"]
    admin.post(f"{url}/consents", json={"texts": {"en": "We keep chats for 60 days."}})
    listing = admin.get(f"{url}/consents").json
    assert [(item["version"], item["texts"]["en"]) for item in listing["items"]] == [
        (2, "We keep chats for 60 days."),
        (1, "We keep chats for 30 days."),
    ]
    assert admin.get(url).json["policy"]["consent_version"] == 2


def test_what_is_referred_to_is_closed_and_not_deleted(as_: As, workspace: Workspace) -> None:
    admin, empty, full = as_("admin"), add_client("Empty"), add_client("Full")
    add_parent(full)
    for client, status in ((empty, 204), (full, 409)):
        url = f"{URL}/{client.id}"
        assert admin.delete(url).status_code == 428
        answer = admin.delete(url, headers=revision(admin, url))
        assert answer.status_code == status
    assert answer.json["code"] == "in_use" and "close" in answer.json["detail"]


def test_maintainers_read_and_others_do_not(as_: As, workspace: Workspace) -> None:
    url = f"{URL}/{add_client().id}"
    reader = as_("maintainer")
    tag = revision(reader, url)
    assert reader.get(f"{url}/tree").status_code == 200 and reader.get(f"{url}/consents").status_code == 200
    assert reader.delete(url, headers=tag).status_code == 403
    assert reader.patch(url, json={"name": "X"}, headers=tag).status_code == 403
    assert reader.post(f"{url}/suspend", json={"reason": "X"}).status_code == 403
    for role in ("author", "editor", "subscriber", "client"):
        assert as_(role).get(url).status_code == 403 and as_(role).get(f"{API}/outlets").status_code == 403
