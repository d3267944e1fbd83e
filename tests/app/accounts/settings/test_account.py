"""One's own account: the specified shape, what may be changed to what, and pictures that are pictures."""

import io
import re
import struct
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image, ImageFile
from PIL.PngImagePlugin import PngInfo
from sqlalchemy import func, select, update

from app.accounts.auth.models import AddressChange, AuthSession
from app.accounts.settings.models import Avatar, Connection
from app.accounts.settings.pictures import MAX_BYTES
from app.accounts.users.models import User, email_key
from app.accounts.workspaces.models import Workspace
from app.core.clock import now
from app.core.db.base import db
from app.core.db.tenancy import within
from tests.conftest import add_person, add_workspace
from tests.factories.accounts import PASSWORD, sign_in
from tests.factories.mail import Post, do_jobs, post_office, text_of
from tests.factories.pictures import ACCOUNT, draw_picture, gif, jpeg, png, upload_avatar

SignIn = Callable[..., FlaskClient]


def webp(kind: bytes = b"VP8 ", width: int = 64, height: int = 64) -> bytes:
    """What each of the three kinds of WebP begins with."""
    body = {
        b"VP8 ": b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", width, height),
        b"VP8L": b"\x2f" + struct.pack("<I", (width - 1) | (height - 1) << 14),
        b"VP8X": b"\0\0\0\0" + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little"),
    }[kind]
    return (
        b"RIFF" + struct.pack("<I", len(body) + 12) + b"WEBP" + kind + struct.pack("<I", len(body)) + body + b"\0" * 8
    )


def change(client: FlaskClient, part: str, body: dict[str, Any], revision: str | None = None) -> Any:
    """Change a part of the account, on the present revision unless another is given."""
    seen = revision or client.get(ACCOUNT).headers["ETag"]
    return client.patch(f"{ACCOUNT}/{part}", json=body, headers={"If-Match": seen})


@pytest.fixture
def person(workspace: Workspace) -> User:
    """A reader with a password."""
    return add_person("client", password=PASSWORD)


@pytest.fixture
def own(app: Flask, person: User) -> FlaskClient:
    """That person, signed in."""
    return sign_in(app, person)[0]


def test_the_specified_answer_has_every_key_and_never_null_but_for_the_birthday(own: FlaskClient, person: User) -> None:
    body = own.get("/account-setting/data?anything=goes&x[]=1").json
    assert body == {
        "general": {"avatar": "", "username": person.username, "fullName": "Client", "email": person.email,
                    "company": ""},
        "info": {"bio": "", "dob": None, "country": "", "website": "", "phone": 0},
        "social": {
            "socialLinks": dict.fromkeys(["twitter", "facebook", "google", "linkedIn", "instagram", "quora"], ""),
            "connections": {"twitter": {}, "google": {}, "facebook": {}, "github": {}},
        },
        "notification": {"commentOnArticle": True, "answerOnForm": True, "followMe": False, "newAnnouncements": True,
                         "productUpdates": True, "blogDigest": False},
    }  # fmt: skip


def test_what_is_changed_is_what_both_calls_answer(own: FlaskClient) -> None:
    general = {"username": "asha", "full_name": " Asha Rao ", "company": "Meridian"}
    information = {"bio": "Two\nlines", "dob": "1990-02-28", "country": "India", "website": "https://a.example/x",
                   "phone": "+91 98765-43210", "designation": "Editor"}  # fmt: skip
    assert change(own, "general", general).json["full_name"] == "Asha Rao"
    assert change(own, "information", information).status_code == 200
    assert change(own, "links", {"twitter": "@asha_rao", "quora": "https://www.quora.com/profile/Asha-Rao"}).json[
        "links"]["twitter"] == "https://x.com/asha_rao"  # fmt: skip
    assert change(own, "notifications", {"followMe": True, "blogDigest": True}).status_code == 200
    assert own.post(f"{ACCOUNT}/connections", json={"service": "github", "account": "@asha"}).status_code == 201
    body = own.get("/account-setting/data").json
    assert body["general"] | {"email": ""} == {"avatar": "", "username": "asha", "fullName": "Asha Rao", "email": "",
                                               "company": "Meridian"}  # fmt: skip
    assert body["info"] == {"bio": "Two\nlines", "dob": "1990-02-28", "country": "India",
                            "website": "https://a.example/x", "phone": 919876543210}  # fmt: skip
    assert body["social"]["connections"]["github"] == {"profileImg": "", "id": "asha"}
    assert body["notification"]["followMe"] and body["notification"]["commentOnArticle"]
    assert own.get(ACCOUNT).json["designation"] == "Editor"


@pytest.mark.parametrize("path", ["/account-setting/data", ACCOUNT, "/media/avatars/" + "0" * 32])
def test_nobody_else_reads_it(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json["code"]) == (401, "not_signed_in")


@pytest.mark.parametrize(
    ("part", "body", "field"),
    [
        ("general", {"username": "  "}, "username"),
        ("general", {"full_name": "x" * 121}, "full_name"),
        ("general", {"email": "no address"}, "email"),
        ("general", {"role": "admin"}, "role"),
        ("general", {"auth_role": "admin"}, "auth_role"),
        ("information", {"dob": "2999-01-01"}, "dob"),
        ("information", {"dob": "1899-12-31"}, "dob"),
        ("information", {"website": "javascript:alert(1)"}, "website"),
        ("information", {"website": "https://a.example/<b>"}, "website"),
        ("information", {"phone": "12345"}, "phone"),
        ("information", {"phone": "call me"}, "phone"),
        ("links", {"twitter": "https://evil.example/x.com/asha"}, "twitter"),
        ("links", {"linkedIn": "http://linkedin.com/in/asha"}, "linkedIn"),
        ("links", {"facebook": "https://facebook.com.evil.example/asha"}, "facebook"),
        ("links", {"instagram": "javascript:alert(1)"}, "instagram"),
        ("links", {"myspace": "asha"}, "myspace"),
        ("notifications", {"followMe": "yes"}, "followMe"),
        ("notifications", {"quiet_from": "21:00"}, "quiet_to"),
        ("notifications", {"quiet_from": "21:00", "quiet_to": "21:00"}, "quiet_to"),
        ("notifications", {"quiet_from": "9 pm", "quiet_to": "08:00"}, "quiet_from"),
    ],
)
def test_what_does_not_fit_is_named_and_changes_nothing(
    own: FlaskClient, part: str, body: dict[str, Any], field: str
) -> None:
    before = own.get(ACCOUNT).json
    answer = change(own, part, body)
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field])
    assert own.get(ACCOUNT).json == before


def test_a_change_is_made_on_the_version_seen(own: FlaskClient) -> None:
    seen = own.get(ACCOUNT).headers["ETag"]
    assert own.patch(f"{ACCOUNT}/general", json={"company": "A"}).status_code == 428
    assert change(own, "general", {"company": "A"}, seen).status_code == 200
    late = change(own, "general", {"company": "B"}, seen)
    assert (late.status_code, late.json["current"]["company"]) == (412, "A")


def test_another_address_asks_for_the_password(own: FlaskClient, person: User) -> None:
    assert own.get(ACCOUNT).json["confirms_email"] is False
    response = change(own, "general", {"email": "new@example.test"})
    assert (response.status_code, response.json["code"], list(response.json["errors"])) == (
        422,
        "password_needed",
        ["password"],
    )
    wrong = change(own, "general", {"email": "new@example.test", "password": "wrong"})
    assert (wrong.status_code, wrong.json["code"]) == (422, "wrong_password")
    same = change(own, "general", {"email": person.email.upper()})
    assert same.status_code == 200
    moved = change(own, "general", {"email": "new@example.test", "password": PASSWORD})
    assert moved.json["email"] == "new@example.test"
    again = own.post("/jwt/login", json={"email": "NEW@example.test", "password": PASSWORD})
    assert again.status_code == 200


def link_in(post: Post) -> str:
    """The token of the link that was mailed last."""
    match = re.search(r"http://\S+/pages/account-settings\?token=(\S+)", text_of(post.taken[-1]))
    assert match, text_of(post.taken[-1])
    return match[1]


def confirm(client: FlaskClient, token: str) -> Any:
    """Follow the link of a mail."""
    return client.post(f"{ACCOUNT}/address-change/confirmation", json={"token": token})


def test_another_address_is_ones_own_once_it_is_confirmed(app: Flask, own: FlaskClient, person: User) -> None:
    former, wish = person.email, {"email": "new@example.test", "password": PASSWORD, "company": "Meridian"}
    with post_office(app) as post:
        assert change(own, "general", {"email": former.upper(), "password": PASSWORD}).status_code == 200
        assert own.get(ACCOUNT).json["confirms_email"] is True
        do_jobs(app)
        assert post.taken == []
        waiting = change(own, "general", wish).json
        assert (waiting["email"], waiting["next_email"], waiting["company"]) == (
            former.upper(), "new@example.test", "Meridian",
        )  # fmt: skip
        do_jobs(app)
        assert post.recipients == [["new@example.test"]]
        assert confirm(own, "guessed").status_code == 404
        stranger = sign_in(app, add_person("admin", password=PASSWORD))[0]
        assert confirm(stranger, link_in(post)).status_code == 404
        own_answer = confirm(own, link_in(post))
        assert (own_answer.json["email"], own_answer.json["next_email"]) == ("new@example.test", None)
        assert confirm(own, link_in(post)).status_code == 404
        do_jobs(app)
    assert post.recipients[1] == [former.upper()]
    words = text_of(post.taken[1])
    assert person.full_name in words and "new@example.test" not in words
    assert own.post("/jwt/login", json={"email": "new@example.test", "password": PASSWORD}).status_code == 200


@pytest.mark.parametrize("end", ["cancelled", "expired", "replaced", "taken", "password"])
def test_a_link_that_is_over_changes_no_address(app: Flask, own: FlaskClient, person: User, end: str) -> None:
    wish = {"email": "new@example.test", "password": PASSWORD}
    with post_office(app) as post:
        assert change(own, "general", wish).status_code == 200
        do_jobs(app)
        token = link_in(post)
        if end == "cancelled":
            assert own.delete(f"{ACCOUNT}/address-change").status_code == 204
        elif end == "replaced":
            assert change(own, "general", wish | {"email": "newer@example.test"}).status_code == 200
        elif end == "taken":
            person_with_it = add_person("admin")
            person_with_it.email, person_with_it.email_key = "new@example.test", email_key("new@example.test")
            db.session.commit()
        elif end == "password":
            body = {"password": PASSWORD, "new_password": "a sentence of my own"}
            assert own.post("/api/v1/me/password", json=body).status_code == 204
        else:
            db.session.execute(update(AddressChange).values(expires_at=now()))
            db.session.commit()
        response = confirm(own, token)
    assert (response.status_code, response.json["code"]) == (
        (409, "taken") if end == "taken" else (404, "unknown_link")
    )
    assert own.get(ACCOUNT).json["email"] == person.email
    assert own.get(ACCOUNT).json["next_email"] == {"taken": "new@example.test", "replaced": "newer@example.test"}.get(
        end
    )


def test_few_addresses_are_mailed_a_link(app: Flask, own: FlaskClient) -> None:
    with post_office(app):
        answers = [
            change(own, "general", {"email": f"new{n}@example.test", "password": PASSWORD}).status_code
            for n in range(6)
        ]
    assert answers == [200] * 5 + [429]


def test_without_a_mail_server_another_address_is_ones_own_at_once(own: FlaskClient) -> None:
    answer = change(own, "general", {"email": "new@example.test", "password": PASSWORD})
    assert (answer.json["email"], answer.json["next_email"]) == ("new@example.test", None)


def test_guessing_the_password_here_is_limited_like_signing_in(own: FlaskClient) -> None:
    for _ in range(10):
        assert change(own, "general", {"email": "n@example.test", "password": "wrong"}).status_code == 422
    assert change(own, "general", {"email": "n@example.test", "password": PASSWORD}).status_code == 429


def test_names_that_someone_of_any_workspace_has_are_taken(own: FlaskClient) -> None:
    with within(add_workspace("B").id):
        other = add_person("admin")
        names = {"username": other.username.upper(), "email": other.email, "password": PASSWORD}
        db.session.commit()
    answer = change(own, "general", names)
    assert (answer.status_code, answer.json["code"]) == (409, "taken")
    assert set(answer.json["errors"]) == {"username", "email"}


@pytest.mark.parametrize(
    ("content", "kind"),
    [(png(), "image/png"), (draw_picture("PNG", "LA"), "image/png"), (draw_picture("PNG", "P"), "image/png"),
     (draw_picture("JPEG"), "image/jpeg"), (draw_picture("JPEG", "CMYK"), "image/jpeg"),
     (draw_picture("GIF"), "image/png"),
     (draw_picture("WEBP"), "image/webp"), (draw_picture("WEBP", "RGBA", lossless=True), "image/webp")],
)  # fmt: skip
def test_a_picture_is_stored_and_shown_as_what_it_is(own: FlaskClient, content: bytes, kind: str) -> None:
    address = upload_avatar(own, content, "lies.html").json["avatar"]
    picture_response = own.get(address)
    assert (picture_response.status_code, picture_response.mimetype) == (200, kind)
    with Image.open(io.BytesIO(picture_response.data)) as picture:
        assert (picture.size, f"image/{str(picture.format).lower()}") == ((64, 64), kind)
    assert picture_response.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert picture_response.headers["X-Content-Type-Options"] == "nosniff"
    assert picture_response.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    assert own.get("/account-setting/data").json["general"]["avatar"] == address
    assert own.get("/api/v1/me").json["user"]["avatar"] == address


def test_a_new_picture_takes_the_old_ones_place_and_its_address(own: FlaskClient) -> None:
    first, second = (upload_avatar(own, png(shade=shade)).json["avatar"] for shade in (0, 255))
    assert first != second and own.get(first).status_code == 404 and own.get(second).status_code == 200
    assert db.session.scalar(select(func.count()).select_from(Avatar)) == 1
    assert own.delete(f"{ACCOUNT}/avatar").status_code == 204
    assert own.delete(f"{ACCOUNT}/avatar").status_code == 204
    assert own.get(second).status_code == 404 and own.get(ACCOUNT).json["avatar"] == ""


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "picture_kind"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "picture_kind"),
        (png()[:20], "picture_kind"),
        (png(8, 64), "picture_size"),
        (png(64, 64)[:16] + struct.pack(">II", 100_000, 100_000) + png()[24:], "picture_size"),
        (gif(0, 0), "picture_size"),
        (gif(), "picture_damaged"),
        (jpeg(), "picture_damaged"),
        (webp(), "picture_damaged"),
        (webp(b"VP8L"), "picture_damaged"),
        (webp(b"VP8X"), "picture_damaged"),
        (png()[:-30], "picture_damaged"),
        (draw_picture("JPEG")[:-200], "picture_damaged"),
        (b"RIFF\0\0\0\0WEBPVP9 " + b"\0" * 40, "picture_kind"),
        (b"\xff\xd8\xff\xe0\0\x02" * 40, "picture_kind"),
        (png() + b"\0" * MAX_BYTES, "picture_bytes"),
    ],
)
def test_anything_else_is_no_picture(own: FlaskClient, content: bytes, code: str) -> None:
    answer = upload_avatar(own, content)
    assert (answer.status_code, answer.json["code"], list(answer.json["errors"])) == (422, code, ["file"])
    assert db.session.scalar(select(func.count()).select_from(Avatar)) == 0
    assert own.post(f"{ACCOUNT}/avatar", data={}, content_type="multipart/form-data").status_code == 422


def test_nothing_but_pixels_is_left_of_a_picture(own: FlaskClient) -> None:
    exif, text = Image.Exif(), PngInfo()
    exif[0x0112], exif[0x010E], exif[0x8825] = 6, "where I live", {1: "N", 2: (18.5, 0.0, 0.0)}
    text.add_text("Comment", "<script>secret</script>")
    jpeg_sent = draw_picture("JPEG", size=(64, 32), exif=exif, comment=b"secret") + b"<?php secret"
    for content, size in (
        (jpeg_sent, (32, 64)),
        (draw_picture("PNG", pnginfo=text, exif=exif, size=(64, 32)), (32, 64)),
    ):
        data = own.get(upload_avatar(own, content).json["avatar"]).data
        assert b"secret" not in data and b"where I live" not in data
        with Image.open(io.BytesIO(data)) as picture:
            assert not picture.getexif() and set(picture.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
            assert picture.size == size


def test_a_picture_is_not_decoded_before_its_size_is_known(own: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def decode(*_more: object) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr(ImageFile.ImageFile, "load", decode)
    bomb = png(4097, 4097)
    assert len(bomb) < MAX_BYTES
    answer = upload_avatar(own, bomb)
    assert (answer.status_code, answer.json["code"], list(answer.json["errors"])) == (422, "picture_size", ["file"])


def test_a_picture_is_for_members_of_its_workspace(own: FlaskClient, as_: SignIn) -> None:
    address = upload_avatar(own, png()).json["avatar"]
    assert as_("editor").get(address).status_code == 200
    assert as_("admin", add_workspace("B")).get(address).status_code == 404
    assert as_("editor").delete(f"{ACCOUNT}/avatar").status_code == 204
    assert own.get(address).status_code == 200


def test_of_each_service_one_account_is_noted_and_only_ones_own_forgotten(own: FlaskClient, as_: SignIn) -> None:
    row = own.post(f"{ACCOUNT}/connections", json={"service": "google", "account": "asha@example.com"}).json
    again = own.post(f"{ACCOUNT}/connections", json={"service": "google", "account": "other"})
    assert (again.status_code, again.json["code"]) == (409, "connected")
    for body in ({"service": "myspace", "account": "a"}, {"service": "github", "account": "a b"}):
        assert own.post(f"{ACCOUNT}/connections", json=body).status_code == 422
    path, seen = f"{ACCOUNT}/connections/{row['id']}", {"If-Match": f'"{row["revision"]}"'}
    assert as_("admin").delete(path, headers=seen).status_code == 404
    assert own.delete(path).status_code == 428
    assert own.delete(path, headers={"If-Match": '"9"'}).status_code == 412
    assert own.delete(path, headers=seen).status_code == 204
    assert db.session.scalar(select(func.count()).select_from(Connection)) == 0


def test_pictures_and_notes_go_with_their_person(own: FlaskClient, person: User) -> None:
    upload_avatar(own, png())
    own.post(f"{ACCOUNT}/connections", json={"service": "github", "account": "asha"})
    db.session.expire_all()
    for row in db.session.scalars(select(AuthSession).where(AuthSession.user_id == person.id)):
        db.session.delete(row)
    db.session.delete(db.session.get(User, person.id))
    db.session.commit()
    assert db.session.scalar(select(func.count()).select_from(Avatar)) == 0
    assert db.session.scalar(select(func.count()).select_from(Connection)) == 0
