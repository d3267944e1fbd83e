"""From a draft to a mail that is sent: answers, autosave by revision, files, and who gets it."""

import io
import struct
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image, ImageSequence
from sqlalchemy import func, select

from app.accounts.settings import pictures
from app.core import clock
from app.core.db.base import db
from app.core.jobs import Job
from app.core.security.limits import MAILS
from app.office.email import jobs
from app.office.email.models import MailFile
from tests.conftest import add_workspace
from tests.factories.accounts import newest_user
from tests.factories.mail import Post, do_jobs, post_office, text_of
from tests.factories.mailboxes import MAIL, attach_file, if_match, list_subjects, put_mail, send_draft
from tests.factories.pictures import draw_picture, gif, png

As = Callable[..., FlaskClient]
PNG = png()


@pytest.fixture
def writer(as_: As) -> FlaskClient:
    """Someone with an empty box."""
    return as_("client")


def drafted(client: FlaskClient, **draft: Any) -> dict[str, Any]:
    """A new draft."""
    answer = client.post(f"{MAIL}/drafts", json=draft)
    assert answer.status_code == 201, answer.json
    body: dict[str, Any] = answer.json
    return body


def saved(client: FlaskClient, draft: dict[str, Any], **more: Any) -> Any:
    """The draft with something typed."""
    return client.patch(f"{MAIL}/drafts/{draft['id']}", json=more, headers=if_match(draft))


def test_a_draft_is_kept_as_it_is_typed(writer: FlaskClient) -> None:
    draft = drafted(writer)
    assert draft["kind"] == "draft" and draft["next"] == f"/apps/email/compose?draft={draft['id']}&done=draft"
    later = saved(writer, draft, to="Asha <a@x.example>, half", subject=" To  do ", text="**Hello**\n\nthere")
    assert later.status_code == 200 and later.json["revision"] == 2
    assert later.json["to_text"] == "Asha <a@x.example>, half" and later.json["subject"] == "To do"
    assert list_subjects(writer, "folders/draft") == ["To do"]
    assert "<strong>Hello</strong>" in writer.get(f"{MAIL}/bodies/{draft['id']}").text
    assert writer.get("/apps/email/emails?folder=draft").json["emails"][0]["message"].startswith("<p><strong>")


def test_the_later_of_two_editors_learns_what_is_there(writer: FlaskClient) -> None:
    draft = drafted(writer, text="One")
    assert saved(writer, draft, text="Two").status_code == 200
    late = saved(writer, draft, text="Three")
    assert late.status_code == 412 and late.json["current"]["text"] == "Two"
    assert send_draft(writer, draft).status_code == 412
    assert writer.patch(f"{MAIL}/drafts/{draft['id']}", json={}).status_code == 428


def test_a_sent_draft_is_a_draft_no_more(writer: FlaskClient, post: Post) -> None:
    draft = drafted(writer, to="a@x.example", text="Hello")
    mail = send_draft(writer, draft, subject="Typed last")
    assert mail.status_code == 200
    assert (mail.json["kind"], mail.json["folder"], mail.json["subject"]) == ("sent", "sent", "Typed last")
    assert send_draft(writer, mail.json).status_code == saved(writer, mail.json, text="x").status_code == 409
    assert attach_file(writer, mail.json, "a.txt", b"x").status_code == 409
    assert list_subjects(writer, "folders/draft") == [] and list_subjects(writer, "folders/sent") == ["Typed last"]


@pytest.mark.parametrize(
    ("draft", "fields"),
    [
        ({"text": "x"}, ["to"]),
        ({"to": "nobody", "cc": "a@x.example, also nobody", "text": "x"}, ["to", "cc"]),
        ({"bcc": ", ".join(f"p{n}@x.example" for n in range(51)), "text": "x"}, ["bcc"]),
        ({"to": "a@x.example"}, ["text"]),
    ],
)
def test_what_cannot_be_sent_says_why_by_field_and_stays_a_draft(
    writer: FlaskClient, draft: dict[str, str], fields: list[str]
) -> None:
    saved_draft = drafted(writer, **draft)
    answer = send_draft(writer, saved_draft)
    assert answer.status_code == 422 and list(answer.json["errors"]) == fields
    assert writer.get(f"{MAIL}/{saved_draft['id']}").json["kind"] == "draft"
    assert writer.post(f"{MAIL}/messages", json=draft).status_code == 422
    assert len(list_subjects(writer, "folders/draft")) == 1


@pytest.fixture
def post(app: Flask) -> Iterator[Post]:
    """The mail server of this installation."""
    with post_office(app) as office:
        yield office


def test_without_a_mail_server_nothing_is_sent_where_it_reaches_nobody(writer: FlaskClient, as_: As) -> None:
    reader = as_("editor")
    them = newest_user().email
    body = {"to": f"{them}, a@x.example", "cc": "B <b@x.example>", "text": "Hello"}
    answer = writer.post(f"{MAIL}/messages", json=body)
    assert (answer.status_code, answer.json["code"], sorted(answer.json["errors"])) == (
        422,
        "unreachable",
        ["cc", "to"],
    )
    assert "a@x.example" in answer.json["errors"]["to"][0] and them not in answer.json["errors"]["to"][0]
    mail_body = writer.post(f"{MAIL}/drafts", json=body).json
    assert send_draft(writer, mail_body).status_code == 422
    assert writer.get(f"{MAIL}/{mail_body['id']}").json["kind"] == "draft"
    assert list_subjects(reader) == []


def test_mail_to_the_outside_goes_out_once_to_each(app: Flask, writer: FlaskClient, post: Post) -> None:
    me = newest_user()
    body = {"to": "Größe <a@x.example>", "cc": "b@x.example", "bcc": "c@x.example", "text": "Hello\n", "subject": "Hi"}
    mail_body = writer.post(f"{MAIL}/drafts", json=body).json
    assert attach_file(writer, mail_body, "plan.csv", b"a,b\n").status_code == 201
    mail_body = writer.get(f"{MAIL}/{mail_body['id']}").json
    assert send_draft(writer, mail_body).json["outside"] == []
    assert not post.taken
    refused = iter(["451 Later"])
    post.refuses = lambda address: next(refused, None) if address == "b@x.example" else None
    with time_machine.travel(clock.now(), tick=False):
        do_jobs(app)
    assert sorted(recipient for (recipient,) in post.recipients) == ["a@x.example", "c@x.example"]
    with time_machine.travel(clock.now() + timedelta(minutes=2), tick=False):
        do_jobs(app)
        do_jobs(app)
    assert sorted(recipient for (recipient,) in post.recipients) == ["a@x.example", "b@x.example", "c@x.example"]
    for message in post.taken:
        assert (message["Subject"], text_of(message).strip()) == ("Hi", "Hello")
        assert message["Reply-To"].addresses[0].addr_spec == me.email
        assert "parley@parley.test" in message["From"] and "c@x.example" not in str(message.items())
        assert [part.get_filename() for part in message.iter_attachments()] == ["plan.csv"]
    assert len({message["Message-ID"] for message in post.taken}) == 3


def test_a_sent_mail_says_whom_the_server_never_takes_it_for(app: Flask, writer: FlaskClient, post: Post) -> None:
    post.refuses = lambda address: "550 No such user" if address == "b@x.example" else None
    mail = writer.post(f"{MAIL}/messages", json={"to": "a@x.example, b@x.example", "text": "Hello"}).json
    do_jobs(app)
    assert post.recipients == [["a@x.example"]]
    assert writer.get(f"{MAIL}/{mail['id']}").json["outside"] == ["b@x.example"]


def test_a_mail_arrives_with_people_here_and_outside(app: Flask, writer: FlaskClient, as_: As, post: Post) -> None:
    me = newest_user().email
    reader = as_("editor")
    them = newest_user().email
    stranger = as_("editor", add_workspace("Other"))
    body = {
        "to": them.upper(),
        "cc": f"out@x.example, {me}",
        "bcc": "secret@x.example",
        "text": "Hello",
        "subject": "Hi",
    }
    live = reader.get(f"{MAIL}/counts").json["live"]
    mail = writer.post(f"{MAIL}/messages", json=body | {"subject": "Hi"})
    assert mail.status_code == 201 and mail.json["outside"] == []
    (row,) = reader.get(f"{MAIL}/folders/inbox").json["items"]
    document = reader.get(f"/api/v1/live?after={live}").json
    assert document["changes"] == [{"kind": "mail:arrive", "subject": row["id"]}]
    assert stranger.get("/api/v1/live?after=0").json["changes"] == []
    got = reader.get(f"{MAIL}/{row['id']}").json
    assert (got["kind"], got["is_read"], got["bcc"], got["from"]["email"]) == ("received", False, [], me)
    assert "secret" not in str(got) and got["outside"] == []
    assert list_subjects(writer) == ["Hi"] and list_subjects(stranger) == []
    answer = reader.get(f"{MAIL}/answers/{row['id']}").json
    reader.post(f"{MAIL}/messages", json={"to": answer["to"], "text": "Yes", "answers": row["id"]})
    assert [sent_mail["snippet"] for sent_mail in writer.get(f"{MAIL}/{mail.json['id']}").json["thread"]] == [
        "Hello",
        "Hello",
        "Yes",
    ]


def test_answers_begin_with_the_right_people(writer: FlaskClient) -> None:
    user = newest_user()
    me, a, b = ({"name": "", "email": email} for email in (user.email, "a@x.example", "b@x.example"))
    mail = put_mail(user, "Plan", to=[me, a], cc=[b, me], text="One\nTwo")

    def begun(kind: str, which: Any = mail) -> dict[str, Any]:
        """What an answer begins with."""
        body: dict[str, Any] = writer.get(f"{MAIL}/answers/{which.id}?kind={kind}").json
        return body

    vaishali = "Vaishali Pawar <v@x.example>"
    reply, everybody, forward = (begun(kind) for kind in ("reply", "all", "forward"))
    assert (reply["to"], reply["cc"], reply["subject"]) == (vaishali, "", "Re: Plan")
    assert (everybody["to"], everybody["cc"]) == (f"{vaishali}, a@x.example", "b@x.example")
    assert (forward["to"], forward["subject"], forward["quoted"]) == ("", "Fwd: Plan", "> One\n> Two")
    own = put_mail(user, "Re: Plan", kind="sent", sender_email=user.email, to=[a])
    assert (begun("reply", own)["to"], begun("reply", own)["subject"]) == ("a@x.example", "Re: Plan")
    assert writer.get(f"{MAIL}/answers/{mail.id}?kind=shout").status_code == 422


def test_a_reply_belongs_to_the_exchange_and_a_forward_brings_the_files(writer: FlaskClient) -> None:
    source = drafted(writer, to="a@x.example", text="x")
    attach_file(writer, source, "plan.csv", b"a,b")
    begun = [writer.get(f"{MAIL}/answers/{source['id']}?kind={kind}").json for kind in ("forward", "reply")]
    assert [[file["name"] for file in answer["attachments"]] for answer in begun] == [["plan.csv"], []]
    reply = drafted(writer, answers=source["id"], kind="reply")
    forward = drafted(writer, answers=source["id"], kind="forward")
    assert reply["attachments"] == [] and len(reply["thread"]) == 2
    assert [attachment["name"] for attachment in forward["attachments"]] == ["plan.csv"] and len(forward["thread"]) == 1
    assert db.session.scalar(select(func.count(MailFile.id))) == 1
    unknown = writer.post(f"{MAIL}/drafts", json={"answers": "7"})
    assert unknown.status_code == 422 and list(unknown.json["errors"]) == ["answers"]


@pytest.mark.parametrize(
    ("name", "data", "kind", "expected"),
    [
        ("a.png", PNG, "image/png", "inline"),
        ("a.html", b"<script>alert(1)</script>", "text/plain", "attachment"),
        ("photo.jpg", b"%PDF-1.4 x", "application/pdf", "attachment"),
        ("a.csv", b"a,b", "text/csv", "attachment"),
        ("a.zip", b"PK\x03\x04..", "application/zip", "attachment"),
        ("a.svg", b"<svg onload=alert(1)>", "text/plain", "attachment"),
    ],
)
def test_a_file_is_what_its_bytes_are(writer: FlaskClient, name: str, data: bytes, kind: str, expected: str) -> None:
    draft = drafted(writer)
    answer = attach_file(writer, draft, name, data)
    assert answer.status_code == 201
    (file,) = answer.json["attachments"]
    got = writer.get(file["url"])
    size = len(got.data)
    assert (file["name"], file["kind"], file["size"], file["is_picture"]) == (name, kind, size, expected == "inline")
    assert (expected == "inline" or got.data == data) and got.content_type.startswith(kind)
    assert (
        got.headers["Content-Disposition"].startswith(expected) and got.headers["X-Content-Type-Options"] == "nosniff"
    )
    assert got.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"


def test_nothing_but_pixels_is_sent_of_a_picture(writer: FlaskClient) -> None:
    exif = Image.Exif()
    exif[0x0112], exif[0x010E], exif[0x8825] = 6, "where I live", {1: "N", 2: (18.5, 0.0, 0.0)}
    photo = draw_picture("JPEG", size=(64, 32), exif=exif, comment=b"secret") + b"<?php secret"
    (file,) = attach_file(writer, drafted(writer), "Photo of 3 May.jpg", photo).json["attachments"]
    got = writer.get(file["url"]).data
    assert (file["name"], file["kind"], file["size"]) == ("Photo of 3 May.jpg", "image/jpeg", len(got))
    assert b"secret" not in got and b"where I live" not in got
    with Image.open(io.BytesIO(got)) as picture:
        assert picture.size == (32, 64) and not picture.getexif()


def test_a_moving_picture_still_moves(writer: FlaskClient) -> None:
    frames = [Image.new("RGB", (20, 20), (shade, 0, 0)) for shade in (0, 120, 240)]
    out = io.BytesIO()
    frames[0].save(
        out, "GIF", save_all=True, append_images=frames[1:], duration=[40, 80, 120], loop=0, comment=b"secret"
    )
    (file,) = attach_file(writer, drafted(writer), "turn.gif", out.getvalue()).json["attachments"]
    got = writer.get(file["url"]).data
    assert file["kind"] == "image/gif" and b"secret" not in got
    with Image.open(io.BytesIO(got)) as picture:
        lasting = [frame.info["duration"] for frame in ImageSequence.Iterator(picture)]
        assert (lasting, picture.info["loop"]) == ([40, 80, 120], 0)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (png()[:-30], "picture_damaged"),
        (gif(), "picture_damaged"),
        (png(5_000, 64), "picture_size"),
        (png(64, 64)[:16] + struct.pack(">II", 100_000, 100_000) + png()[24:], "picture_size"),
    ],
)
def test_a_picture_that_cannot_be_shown_is_refused(writer: FlaskClient, data: bytes, code: str) -> None:
    answer = attach_file(writer, drafted(writer), "a.png", data)
    assert (answer.status_code, answer.json["code"], list(answer.json["errors"])) == (422, code, ["file"])


def test_an_animation_is_not_unpacked_without_end(writer: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MAX_PIXELS", 20 * 20 * 2)
    frames = [Image.new("RGB", (20, 20), (shade, 0, 0)) for shade in (0, 120, 240)]
    out = io.BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:])
    answer = attach_file(writer, drafted(writer), "turn.gif", out.getvalue())
    assert (answer.status_code, answer.json["code"]) == (422, "picture_size")


@pytest.mark.parametrize(
    ("name", "data"),
    [("a.exe", b"MZ\x90\x00\xff"), ("a.txt", b""), ("a.txt", b"a" * (5 * 2**20 + 1)), ("a.png", b"\0")],
)
def test_a_file_that_is_none_of_ours_is_refused(writer: FlaskClient, name: str, data: bytes) -> None:
    answer = attach_file(writer, drafted(writer), name, data)
    assert answer.status_code == 422 and list(answer.json["errors"]) == ["file"]


def test_a_file_that_is_missing_is_asked_for(writer: FlaskClient) -> None:
    draft = drafted(writer)
    answer = writer.post(f"{MAIL}/drafts/{draft['id']}/attachments", data={}, content_type="multipart/form-data")
    assert answer.status_code == 422 and list(answer.json["errors"]) == ["file"]


def test_a_mail_takes_so_many_files(writer: FlaskClient) -> None:
    draft = drafted(writer)
    assert [attach_file(writer, draft, f"{n}.txt", b"x").status_code for n in range(11)] == [201] * 10 + [422]
    big = drafted(writer)
    assert [attach_file(writer, big, "a.txt", b"a" * 5 * 2**20).status_code for _ in range(5)] == [201] * 4 + [422]


def test_a_name_leads_nowhere(writer: FlaskClient) -> None:
    answer = attach_file(writer, drafted(writer), "..\\..\u202e/etc/pass;wd é.txt", b"x")
    (file,) = answer.json["attachments"]
    assert "/" not in file["name"] and "\\" not in file["name"]
    header = writer.get(file["url"]).headers["Content-Disposition"]
    assert header.count(";") == 1 and "%C3%A9" in header


def test_a_file_is_taken_off_again_and_hidden_from_others(writer: FlaskClient, as_: As) -> None:
    draft = attach_file(writer, drafted(writer), "a.txt", b"x").json
    (file,) = draft["attachments"]
    for other in (as_("admin"), as_("admin", add_workspace("Other"))):
        assert other.get(file["url"]).status_code == 404
    path = f"{MAIL}/drafts/{draft['id']}/attachments/{file['id']}"
    assert writer.delete(path).status_code == 428
    assert writer.delete(path, headers=if_match(draft)).json["attachments"] == []
    assert writer.get(file["url"]).status_code == 404
    assert db.session.scalar(select(func.count(MailFile.id))) == 0


def test_everybody_who_gets_a_mail_gets_its_files(writer: FlaskClient, as_: As) -> None:
    draft = attach_file(writer, drafted(writer, text="x"), "a.png", PNG).json
    reader = as_("editor")
    assert send_draft(writer, draft, to=newest_user().email).status_code == 200
    (row,) = reader.get(f"{MAIL}/folders/inbox").json["items"]
    (file,) = reader.get(f"{MAIL}/{row['id']}").json["attachments"]
    assert row["files"] == 1 and reader.get(file["url"]).data == writer.get(draft["attachments"][0]["url"]).data
    assert db.session.scalar(select(func.count(MailFile.id))) == 1


def test_many_mails_in_a_minute_are_refused_and_kept(writer: FlaskClient, post: Post) -> None:
    most = MAILS[0].amount
    for _ in range(most - 1):
        new = writer.post(f"{MAIL}/messages", json={"to": "a@x.example", "text": "Hello"})
        assert new.status_code == 201
    refused = send_draft(writer, drafted(writer, to="a@x.example"))
    assert refused.status_code == 422  # and does not count
    assert send_draft(writer, drafted(writer, to="a@x.example", text="One")).status_code == 200
    draft = drafted(writer, to="a@x.example", text="Two")
    late = send_draft(writer, draft)
    assert late.status_code == 429 and 1 <= int(late.headers["Retry-After"]) <= 61
    assert writer.get(f"{MAIL}/{draft['id']}").json["text"] == "Two"
    assert writer.post(f"{MAIL}/messages", json={"to": "a@x.example", "text": "x"}).status_code == 429
    assert writer.get(f"{MAIL}/counts").json["folders"]["draft"]["total"] == 2


def test_one_who_sends_much_keeps_nobody_else_from_it(writer: FlaskClient, as_: As, post: Post) -> None:
    new = {"to": "a@x.example", "text": "Hello"}
    for _ in range(MAILS[0].amount):
        writer.post(f"{MAIL}/messages", json=new)
    assert writer.post(f"{MAIL}/messages", json=new).status_code == 429
    assert as_("maintainer").post(f"{MAIL}/messages", json=new).status_code == 201


def _waiting() -> Job:
    """The last job that sends a mail."""
    row = db.session.scalars(select(Job).where(Job.kind == "send_mail").order_by(Job.id.desc())).first()
    assert row is not None
    return row


def _later(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    """Let time go on."""
    moment = clock.now() + timedelta(seconds=seconds)
    monkeypatch.setattr(clock, "now", lambda: moment)


def test_a_sending_waits_on_the_server_and_is_done_without_the_page(
    writer: FlaskClient, as_: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = as_("editor")
    draft = drafted(writer, to=newest_user().email, subject="Later", text="Hello")
    answer = send_draft(writer, draft, mode="undoable")
    assert answer.status_code == 200 and answer.json["kind"] == "draft" and answer.json["send_at"]
    assert answer.json["next"] == f"/apps/email/compose?draft={draft['id']}"
    assert saved(writer, answer.json, text="Other").json["code"] == "being_sent"
    jobs.send_waiting(_waiting())
    assert list_subjects(reader) == []
    _later(monkeypatch, 11)
    jobs.send_waiting(_waiting())
    jobs.send_waiting(_waiting())
    assert list_subjects(reader) == ["Later"] and list_subjects(writer, "folders/sent") == ["Later"]
    now = writer.get(f"{MAIL}/{draft['id']}").json
    assert (now["kind"], now["send_at"]) == ("sent", None)
    late = writer.post(f"{MAIL}/drafts/{draft['id']}/unsend", headers=if_match(now))
    assert late.status_code == 409 and "already sent" in late.json["detail"]


def test_how_long_sending_can_be_undone_is_a_setting(
    app: Flask, writer: FlaskClient, as_: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_("editor")
    assert (
        send_draft(
            writer, drafted(writer, to=newest_user().email, subject="By default", text="Hello"), mode="undoable"
        ).json["undo_seconds"]
        == 10
    )
    monkeypatch.setitem(app.config, "SETTINGS", replace(app.config["SETTINGS"], mail_undo_seconds=3))
    waiting = send_draft(
        writer, drafted(writer, to=newest_user().email, subject="Soon", text="Hello"), mode="undoable"
    ).json
    assert waiting["undo_seconds"] == 3
    assert timedelta() < datetime.fromisoformat(waiting["send_at"]) - clock.now() <= timedelta(seconds=3)


def test_a_sending_that_is_undone_reaches_nobody(writer: FlaskClient, as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = as_("editor")
    waiting = send_draft(
        writer, drafted(writer, to=newest_user().email, subject="Not", text="Hello"), mode="undoable"
    ).json
    undone = writer.post(f"{MAIL}/drafts/{waiting['id']}/unsend", headers=if_match(waiting))
    assert undone.status_code == 200 and undone.json["send_at"] is None
    _later(monkeypatch, 11)
    jobs.send_waiting(_waiting())
    assert list_subjects(reader) == [] and list_subjects(writer, "folders/draft") == ["Not"]
    assert saved(writer, undone.json, text="Other").status_code == 200


def test_a_mail_without_text_asks_first(writer: FlaskClient) -> None:
    draft = drafted(writer, to=newest_user().email, subject="Only this")
    response = send_draft(writer, draft, mode="undoable")
    assert response.status_code == 422 and "Send it again" in response.json["errors"]["text"][0]
    assert send_draft(writer, writer.get(f"{MAIL}/{draft['id']}").json).status_code == 200


def test_recipients_outside_are_reported_before_sending(writer: FlaskClient, as_: As) -> None:
    as_("editor")
    body = writer.get(
        f"{MAIL}/recipients", query_string={"q": f"{newest_user().email}, Out <out@x.example>, nobody"}
    ).json
    assert body == {"outside": ["out@x.example"], "wrong": ["nobody"], "delivers": False}
