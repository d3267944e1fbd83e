"""Attacks by uploaded files (25)."""

import gzip
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.app.imports.test_routes import send, work

SignIn = Callable[..., FlaskClient]
URL = "/api/v1/imports"


@pytest.mark.parametrize(
    "name",
    ["../../x.jsonl", "/etc/x.jsonl", "..\\..\\x.jsonl", "a\0b.jsonl", "n" * 300 + ".jsonl", "<b>.jsonl",
     "\u202ex.jsonl"],
)  # fmt: skip
def test_attack_25_a_file_name_names_no_file(as_: SignIn, settings: Any, name: str) -> None:
    folder = settings.instance / "imports"
    outside = {path for path in settings.instance.iterdir() if path != folder}
    answer = send(as_("admin"), name=name)
    assert answer.status_code in (202, 400, 422), answer.text
    assert {path for path in settings.instance.iterdir() if path != folder} == outside
    for path in folder.iterdir():
        assert path.name.replace(".", "").replace("-", "").isalnum()
        assert "x" not in path.stem or path.stem not in name


def test_attack_25_too_many_parts_and_bytes_are_413(as_: SignIn) -> None:
    admin = as_("admin")
    parts = {f"f{n}": "x" for n in range(1001)}
    assert admin.post(URL, data=parts, content_type="multipart/form-data").status_code == 413
    declared = {"CONTENT_LENGTH": str(60 * 2**20), "CONTENT_TYPE": "multipart/form-data; boundary=b"}
    endless = admin.post(URL, environ_overrides=declared)
    assert endless.status_code == 413


@pytest.mark.parametrize(
    "content",
    [
        b"<!doctype html><script>alert(1)</script>",
        b"GIF89a/*" + b"\0" * 50 + b"*/=alert(1)",
        b"PK\x03\x04" + b"\0" * 200,
        gzip.compress(b"\0" * 1000, mtime=0),
        b'{"id": "a", "turns": [' + b"[" * 50_000 + b"]}",
        b'{"id": "a", "turns": 1e400}',
        b"\xff\xfe" * 100,
    ],
)
def test_attack_25_what_is_no_dialogue_is_named_and_kept_out(as_: SignIn, content: bytes) -> None:
    admin = as_("admin")
    number = send(admin, content=content).json["id"]
    work()
    found = admin.get(f"{URL}/{number}").json
    assert found["dialogues"] == 0
    assert found["state"] in ("failed", "done")
    assert found["problems"] or found["error"]


def test_attack_25_a_bomb_costs_no_memory(as_: SignIn) -> None:
    import resource

    admin = as_("admin")
    bomb = gzip.compress((b"0" * 2**16 + b"\n") * 2**13, 9)
    assert len(bomb) < 2**20 < 2**29
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    number = send(admin, content=bomb, name="dialogues.jsonl.gz").json["id"]
    work()
    found = admin.get(f"{URL}/{number}").json
    assert found["state"] == "failed"
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024 < 200
