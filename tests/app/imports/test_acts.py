"""What dialogue acts mean, by our mapping or a file's own."""

import io
from collections.abc import Callable
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from app.core.errors import Invalid
from app.imports.acts import MAX_BYTES, Acts, default_acts, mark, read_acts
from tests.factories.imports import perform_jobs, upload_dialogues

SignIn = Callable[..., FlaskClient]


def marks_of(*acts: str, mapping: Acts | None = None, **own_marks: Any) -> dict[str, Any]:
    """The marks of a turn with these acts."""
    marks: Any = dict(own_marks)
    mark(marks, list(acts), default_acts() if mapping is None else mapping)
    return dict(marks)


def test_our_mapping_knows_success_failure_and_what_waits() -> None:
    assert marks_of("NOTIFY_SUCCESS") == {"reached": True, "enters": True}
    assert marks_of("NOTIFY_FAILURE") == {"missed": True, "enters": True}
    assert marks_of("CONFIRM") == {"enters": True, "waits": True}
    assert marks_of("REQUEST", "INFORM") == {"waits": True}
    assert marks_of("FALLBACK") == {"cause": "no_match"}
    assert marks_of("INFORM") == marks_of() == {}


def test_what_a_turn_says_itself_is_above_its_acts() -> None:
    assert marks_of("REQUEST", waits=False) == {"waits": False}
    assert marks_of("FALLBACK", cause="timeout") == {"cause": "timeout"}
    assert marks_of("CONFIRM", enters="booking")["enters"] == "booking"


def test_another_mapping_decides_alone() -> None:
    own = read_acts(b'{"goal": ["BOOKED"], "handoff": ["TO_AGENT"]}')
    assert marks_of("BOOKED", mapping=own) == {"reached": True}
    assert marks_of("TO_AGENT", mapping=own) == {"handoff": "requested"}
    assert marks_of("NOTIFY_SUCCESS", "REQUEST", mapping=own) == {}


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"[]", b"null", b'{"goals": ["A"]}', b'{"goal": "A"}', b'{"goal": [1]}', b'{"goal": [""]}',
     orjson.dumps({"goal": ["a"] * 201}), orjson.dumps({"goal": ["a" * 81]}), b" " * (MAX_BYTES + 1)],
)  # fmt: skip
def test_what_is_no_mapping_is_refused_by_its_field(text: bytes) -> None:
    with pytest.raises(Invalid) as refusal:
        read_acts(text)
    assert list(refusal.value.errors) == ["mapping"]


def test_a_mapping_goes_with_its_file(as_: SignIn) -> None:
    admin = as_("admin")
    turns = [{"speaker": "user", "text": "Book it"}, {"speaker": "bot", "text": "Done.", "acts": ["BOOKED"]}]
    lines = [orjson.dumps({"id": name, "turns": turns}) for name in ("one", "two")]
    before = admin.get("/api/v1/imports").json["total"]
    bad = (io.BytesIO(b'{"goal": "BOOKED"}'), "acts.json")
    refused = upload_dialogues(admin, content=lines[0], mapping=bad)
    assert (refused.status_code, list(refused.json["errors"])) == (422, ["mapping"])
    assert admin.get("/api/v1/imports").json["total"] == before
    upload_dialogues(admin, content=lines[0], mapping=(io.BytesIO(b'{"goal": ["BOOKED"]}'), "acts.json"))
    upload_dialogues(admin, content=lines[1])
    perform_jobs()
    items = admin.get("/api/v1/conversations?r=all&data=all").json["items"]
    assert {row["source_id"]: row["outcome"] for row in items} == {"one": "completed", "two": "informed"}
