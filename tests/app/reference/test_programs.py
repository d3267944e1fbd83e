"""The calls of the API by area, and samples of webhooks."""

from collections.abc import Callable

from flask.testing import FlaskClient

from app.core import clock
from app.core.http.signatures import HEADER, TIMESTAMP, verify
from app.reference.programs import EVENTS

As = Callable[..., FlaskClient]
API = "/api/v1/programs"


def test_every_area_tells_its_calls_and_how_to_make_them(as_: As) -> None:
    admin = as_("admin")
    areas = admin.get(f"{API}/calls").json["areas"]
    assert {"code_lists", "bots"} <= {area["name"] for area in areas} and all(area["calls"] for area in areas)
    calls = admin.get(f"{API}/calls?area=code_lists").json["calls"]
    operations = {(call["method"], call["path"]): call for call in calls}
    added = operations["POST", "/api/v1/reference/{list}"]
    assert added["curl"].startswith("curl -X POST 'http://localhost/api/v1/reference/{list}' \\\n  -H 'Authorization:")
    assert '-d \'{"code":' in added["curl"] and added["link"].startswith("/api/docs#post-")
    changed = operations["PATCH", "/api/v1/reference/entries/{reference_entry_id}"]
    assert "If-Match" in changed["curl"] and changed["ability"] == "update Reference"
    assert admin.get(f"{API}/calls?area=nothing").json["calls"] == []


def test_a_sample_is_signed_as_it_is_verified(as_: As) -> None:
    admin = as_("admin")
    for event in EVENTS:
        body = admin.post(f"{API}/webhooks/sample", json={"event": event, "secret": "sesame"}).json
        headers = {header["name"]: header["value"] for header in body["headers"]}
        at, signature = int(headers[TIMESTAMP]), headers[HEADER]
        assert verify("sesame", body["body"].encode(), at, signature)
        sent = {"secret": "sesame", "body": body["body"], "timestamp": at, "signature": signature}
        assert admin.post(f"{API}/webhooks/check", json=sent).json == {"valid": True, "fresh": True}
        for wrong in ({"secret": "other"}, {"body": body["body"] + " "}, {"signature": "sha256=0"}):
            assert admin.post(f"{API}/webhooks/check", json=sent | wrong).json["valid"] is False
        old = int(clock.now().timestamp()) - 3600
        assert admin.post(f"{API}/webhooks/check", json=sent | {"timestamp": old}).json == {
            "valid": False, "fresh": False,
        }  # fmt: skip


def test_an_unknown_event_is_refused(as_: As) -> None:
    answer = as_("admin").post(f"{API}/webhooks/sample", json={"event": "nothing", "secret": "a"})
    assert answer.status_code == 422 and list(answer.json["errors"]) == ["event"]
