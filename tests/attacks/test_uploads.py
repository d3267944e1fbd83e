"""Attacks by uploaded files (25)."""

import gzip
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.accounts.settings.pictures import MAX_BYTES
from app.core.security.nested import nest
from app.core.security.operations import operation_of
from app.core.security.visitor import Visitor
from tests.factories.imports import perform_jobs, upload_dialogues
from tests.factories.pictures import gif, jpeg, png, upload_avatar

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
    answer = upload_dialogues(as_("admin"), name=name)
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


class Endless:
    """A body without a length that never ends, and how much of it was read."""

    def __init__(self) -> None:
        self.total = 0

    def read(self, size: int = -1) -> bytes:
        length = 2**16 if size < 0 else size
        self.total += length
        return b"[" * length

    readline = read


@pytest.mark.parametrize("declared", [True, False])
@pytest.mark.parametrize("path", ["/jwt/login", "/api/v1/bots", "/submit?call=/api/v1/imports&method=POST"])
def test_attack_25_only_who_may_sends_much(client: FlaskClient, path: str, declared: bool) -> None:
    """Who is nobody sends a megabyte at most, to any address, with a length or without."""
    body, form = Endless(), path.startswith("/submit")
    length = {"CONTENT_LENGTH": str(2**20 + 1)} if declared else {"HTTP_TRANSFER_ENCODING": "chunked"}
    environ: dict[str, Any] = length | {
        "wsgi.input": body,
        "wsgi.input_terminated": not declared,
        "CONTENT_TYPE": "multipart/form-data; boundary=b" if form else "application/json",
    }
    if not form:
        nest(environ, Visitor(), is_form=True)
    answer = client.post(path, environ_overrides=environ)
    # A form without a length is cut off at the limit, and ends as what it then is.
    assert answer.status_code in ((413, 401, 400) if form and not declared else (413, 401))
    assert body.total <= 2**20 + 2**17


def test_attack_25_every_operation_says_how_much_it_takes(application: Flask) -> None:
    """Eleven megabytes are too many for all but imports and documents; only operations with files take more."""
    larger = {
        endpoint: largest
        for endpoint, view in application.view_functions.items()
        if (largest := operation_of(view).largest) is not None
    }
    assert application.config["MAX_CONTENT_LENGTH"] == 2**20
    imports = ("imports.create_import", "masters.create_master_import", "lead_files.import_leads")
    assert {larger.pop(name) for name in imports} == {51 * 2**20}
    assert larger.pop("documents.create_document") == larger.pop("media_library.create_medium") == 21 * 2**20
    # Half a minute of speech.
    assert larger.pop("voice.hear_on_phone") < 2 * 2**20
    assert len(larger) >= 4 and set(larger.values()) == {10 * 2**20}
    for endpoint, view in application.view_functions.items():
        declared = getattr(view, "_apidoc", {}).get("arguments", {}).get("parameters", [])
        takes_files = any(place["in"] == "files" for place in declared)
        assert takes_files == (operation_of(view).largest is not None), endpoint


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
    number = upload_dialogues(admin, content=content).json["id"]
    perform_jobs()
    report = admin.get(f"{URL}/{number}").json
    assert report["dialogues"] == 0
    assert report["state"] in ("failed", "done")
    assert report["problems"] or report["error"]


def test_attack_25_a_bomb_costs_no_memory(as_: SignIn) -> None:
    import resource

    admin = as_("admin")
    bomb = gzip.compress((b"0" * 2**16 + b"\n") * 2**13, 9)
    assert len(bomb) < 2**20 < 2**29
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    number = upload_dialogues(admin, content=bomb, name="dialogues.jsonl.gz").json["id"]
    perform_jobs()
    report = admin.get(f"{URL}/{number}").json
    assert report["state"] == "failed"
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024 < 200


@pytest.mark.parametrize(
    "content",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        b"\xef\xbb\xbf<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"<?xml version='1.0'?><svg/>",
        b"<!doctype html><script>alert(1)</script>",
        b"GIF89a/*" + b"\0" * 50 + b"*/=alert(1)",
        b"\x89PNG\r\n\x1a\n" + b"<script>alert(1)</script>",
        b"%PDF-1.7\n",
        b"BM" + b"\0" * 60,
        b"II*\0" + b"\0" * 60,
        b"PK\x03\x04" + b"\0" * 200,
        b"\0" + png(),
        png(5_000, 64),
        gif(65_535, 65_535),
        jpeg(0, 0),
        png() + b"\0" * (MAX_BYTES + 1),
    ],
)
def test_attack_25_what_is_no_picture_is_never_shown_as_one(as_: SignIn, content: bytes) -> None:
    admin = as_("admin")
    answer = upload_avatar(admin, content, "picture.png")
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["file"])
    assert admin.get("/api/v1/account").json["avatar"] == ""


@pytest.mark.parametrize("name", ["../../x.png", "x.html", "x.svg", "n" * 300])
def test_attack_25_a_picture_with_a_script_in_it_stays_a_picture(as_: SignIn, settings: Any, name: str) -> None:
    admin, before = as_("admin"), {*settings.instance.rglob("*")}
    hidden = png() + b"<script>alert(document.cookie)</script>"
    address = upload_avatar(admin, hidden, name).json["avatar"]
    answer = admin.get(address)
    assert (answer.mimetype, answer.headers["X-Content-Type-Options"]) == ("image/png", "nosniff")
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    name_of_file = address.partition("?")[0].removeprefix("/media/avatars/")
    assert name_of_file.isalnum() and {*settings.instance.rglob("*")} == before


def test_attack_25_addresses_of_pictures_name_no_files(as_: SignIn) -> None:
    admin = as_("admin")
    for name in ("..%2f..%2fsecrets.env", "%2e%2e", "a" * 5_000, "*", "%00", "'%20OR%201=1"):
        assert admin.get(f"/media/avatars/{name}").status_code in (400, 404), name


def test_attack_25_a_name_that_ends_early_for_some_is_refused(as_: SignIn) -> None:
    answer = upload_avatar(as_("admin"), png(), "x.php\0.png")
    assert answer.status_code == 422 and "cannot be stored" in answer.text
