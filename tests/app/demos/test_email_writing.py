"""From a draft to a mail that is sent: answers, autosave by version, files, and who gets it."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.db import db
from app.demos.email.models import MailFile
from app.limits import MAILS
from tests.app.demos.test_email import owner, put
from tests.app.demos.test_email_own import API, listed, match
from tests.conftest import add_workspace

As = Callable[..., FlaskClient]
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\1\0" + b"\0" * 20


@pytest.fixture
def writer(as_: As) -> FlaskClient:
    """Somebody with an empty box."""
    return as_("client")


def drafted(client: FlaskClient, **draft: Any) -> dict[str, Any]:
    """A new draft."""
    answer = client.post(f"{API}/drafts", json=draft)
    assert answer.status_code == 201, answer.json
    found: dict[str, Any] = answer.json
    return found


def saved(client: FlaskClient, draft: dict[str, Any], **more: Any) -> Any:
    """The draft with something typed."""
    return client.patch(f"{API}/drafts/{draft['id']}", json=more, headers=match(draft))


def sent(client: FlaskClient, draft: dict[str, Any], **more: Any) -> Any:
    """The draft sent."""
    return client.post(f"{API}/drafts/{draft['id']}/send", json=more, headers=match(draft))


def uploaded(client: FlaskClient, draft: dict[str, Any], name: str, data: bytes) -> Any:
    """A file hung on a draft."""
    form = {"file": (io.BytesIO(data), name)}
    return client.post(f"{API}/drafts/{draft['id']}/attachments", data=form, content_type="multipart/form-data")


def test_a_draft_is_kept_as_it_is_typed(writer: FlaskClient) -> None:
    draft = drafted(writer)
    assert draft["kind"] == "draft" and draft["next"] == f"/apps/email/compose?draft={draft['id']}&done=draft"
    later = saved(writer, draft, to="Asha <a@x.example>, half", subject=" To  do ", text="**Hello**\n\nthere")
    assert later.status_code == 200 and later.json["version"] == 2
    assert later.json["to_text"] == "Asha <a@x.example>, half" and later.json["subject"] == "To do"
    assert listed(writer, "folders/draft") == ["To do"]
    assert "<strong>Hello</strong>" in writer.get(f"{API}/bodies/{draft['id']}").text
    assert writer.get("/apps/email/emails?folder=draft").json["emails"][0]["message"].startswith("<p><strong>")


def test_the_later_of_two_editors_is_told_what_is_there(writer: FlaskClient) -> None:
    draft = drafted(writer, text="One")
    assert saved(writer, draft, text="Two").status_code == 200
    late = saved(writer, draft, text="Three")
    assert late.status_code == 412 and late.json["current"]["text"] == "Two"
    assert sent(writer, draft).status_code == 412
    assert writer.patch(f"{API}/drafts/{draft['id']}", json={}).status_code == 428


def test_a_sent_draft_is_a_draft_no_more(writer: FlaskClient) -> None:
    draft = drafted(writer, to="a@x.example", text="Hello")
    mail = sent(writer, draft, subject="Typed last")
    assert mail.status_code == 200
    assert (mail.json["kind"], mail.json["folder"], mail.json["subject"]) == ("sent", "sent", "Typed last")
    assert sent(writer, mail.json).status_code == saved(writer, mail.json, text="x").status_code == 409
    assert uploaded(writer, mail.json, "a.txt", b"x").status_code == 409
    assert listed(writer, "folders/draft") == [] and listed(writer, "folders/sent") == ["Typed last"]


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
    kept = drafted(writer, **draft)
    answer = sent(writer, kept)
    assert answer.status_code == 422 and list(answer.json["errors"]) == fields
    assert writer.get(f"{API}/{kept['id']}").json["kind"] == "draft"
    assert writer.post(f"{API}/messages", json=draft).status_code == 422
    assert len(listed(writer, "folders/draft")) == 1


def test_a_mail_arrives_with_people_here_and_says_whom_it_did_not_reach(writer: FlaskClient, as_: As) -> None:
    me = owner().email
    reader = as_("editor")
    them = owner().email
    stranger = as_("editor", add_workspace("Other"))
    body = {
        "to": them.upper(),
        "cc": f"out@x.example, {me}",
        "bcc": "secret@x.example",
        "text": "Hello",
        "subject": "Hi",
    }
    live = reader.get(f"{API}/counts").json["live"]
    mail = writer.post(f"{API}/messages", json=body | {"subject": "Hi"})
    assert mail.status_code == 201 and mail.json["outside"] == ["out@x.example", "secret@x.example"]
    (row,) = reader.get(f"{API}/folders/inbox").json["items"]
    told = reader.get(f"/api/v1/live?after={live}").json
    assert told["changes"] == [{"kind": "mail:arrive", "subject": row["id"]}]
    assert stranger.get("/api/v1/live?after=0").json["changes"] == []
    got = reader.get(f"{API}/{row['id']}").json
    assert (got["kind"], got["is_read"], got["bcc"], got["from"]["email"]) == ("received", False, [], me)
    assert "secret" not in str(got) and got["outside"] == []
    assert listed(writer) == ["Hi"] and listed(stranger) == []
    answer = reader.get(f"{API}/answers/{row['id']}").json
    reader.post(f"{API}/messages", json={"to": answer["to"], "text": "Yes", "answers": row["id"]})
    assert [one["snippet"] for one in writer.get(f"{API}/{mail.json['id']}").json["thread"]] == [
        "Hello",
        "Hello",
        "Yes",
    ]


def test_answers_begin_with_the_right_people(writer: FlaskClient) -> None:
    user = owner()
    me, a, b = ({"name": "", "email": email} for email in (user.email, "a@x.example", "b@x.example"))
    mail = put(user, "Plan", to=[me, a], cc=[b, me], text="One\nTwo")

    def begun(kind: str, which: Any = mail) -> dict[str, Any]:
        """What an answer begins with."""
        found: dict[str, Any] = writer.get(f"{API}/answers/{which.id}?kind={kind}").json
        return found

    vaishali = "Vaishali Pawar <v@x.example>"
    reply, everybody, forward = (begun(kind) for kind in ("reply", "all", "forward"))
    assert (reply["to"], reply["cc"], reply["subject"]) == (vaishali, "", "Re: Plan")
    assert (everybody["to"], everybody["cc"]) == (f"{vaishali}, a@x.example", "b@x.example")
    assert (forward["to"], forward["subject"], forward["quoted"]) == ("", "Fwd: Plan", "> One\n> Two")
    own = put(user, "Re: Plan", kind="sent", sender_email=user.email, to=[a])
    assert (begun("reply", own)["to"], begun("reply", own)["subject"]) == ("a@x.example", "Re: Plan")
    assert writer.get(f"{API}/answers/{mail.id}?kind=shout").status_code == 422


def test_a_reply_belongs_to_the_exchange_and_a_forward_brings_the_files(writer: FlaskClient) -> None:
    source = drafted(writer, to="a@x.example", text="x")
    uploaded(writer, source, "plan.csv", b"a,b")
    reply = drafted(writer, answers=source["id"], kind="reply")
    forward = drafted(writer, answers=source["id"], kind="forward")
    assert reply["attachments"] == [] and len(reply["thread"]) == 2
    assert [one["name"] for one in forward["attachments"]] == ["plan.csv"] and len(forward["thread"]) == 1
    assert db.session.scalar(select(func.count(MailFile.id))) == 1
    unknown = writer.post(f"{API}/drafts", json={"answers": "7"})
    assert unknown.status_code == 422 and list(unknown.json["errors"]) == ["answers"]


@pytest.mark.parametrize(
    ("name", "data", "kind", "shown"),
    [
        ("a.png", PNG, "image/png", "inline"),
        ("a.html", b"<script>alert(1)</script>", "text/plain", "attachment"),
        ("photo.jpg", b"%PDF-1.4 x", "application/pdf", "attachment"),
        ("a.csv", b"a,b", "text/csv", "attachment"),
        ("a.zip", b"PK\x03\x04..", "application/zip", "attachment"),
        ("a.svg", b"<svg onload=alert(1)>", "text/plain", "attachment"),
    ],
)
def test_a_file_is_what_its_bytes_are(writer: FlaskClient, name: str, data: bytes, kind: str, shown: str) -> None:
    draft = drafted(writer)
    answer = uploaded(writer, draft, name, data)
    assert answer.status_code == 201
    (file,) = answer.json["attachments"]
    assert (file["name"], file["kind"], file["size"], file["is_picture"]) == (name, kind, len(data), shown == "inline")
    got = writer.get(file["url"])
    assert got.data == data and got.content_type.startswith(kind)
    assert got.headers["Content-Disposition"].startswith(shown) and got.headers["X-Content-Type-Options"] == "nosniff"
    assert got.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"


@pytest.mark.parametrize(
    ("name", "data"),
    [("a.exe", b"MZ\x90\x00\xff"), ("a.txt", b""), ("a.txt", b"a" * (5 * 2**20 + 1)), ("a.png", b"\0")],
)
def test_a_file_that_is_none_of_ours_is_refused(writer: FlaskClient, name: str, data: bytes) -> None:
    answer = uploaded(writer, drafted(writer), name, data)
    assert answer.status_code == 422 and list(answer.json["errors"]) == ["file"]


def test_a_file_that_is_missing_is_asked_for(writer: FlaskClient) -> None:
    draft = drafted(writer)
    answer = writer.post(f"{API}/drafts/{draft['id']}/attachments", data={}, content_type="multipart/form-data")
    assert answer.status_code == 422 and list(answer.json["errors"]) == ["file"]


def test_a_mail_takes_so_many_files(writer: FlaskClient) -> None:
    draft = drafted(writer)
    assert [uploaded(writer, draft, f"{n}.txt", b"x").status_code for n in range(11)] == [201] * 10 + [422]
    big = drafted(writer)
    assert [uploaded(writer, big, "a.txt", b"a" * 5 * 2**20).status_code for _ in range(5)] == [201] * 4 + [422]


def test_a_name_leads_nowhere(writer: FlaskClient) -> None:
    answer = uploaded(writer, drafted(writer), "..\\..\u202e/etc/pass;wd é.txt", b"x")
    (file,) = answer.json["attachments"]
    assert "/" not in file["name"] and "\\" not in file["name"]
    header = writer.get(file["url"]).headers["Content-Disposition"]
    assert header.count(";") == 1 and "%C3%A9" in header


def test_a_file_is_taken_off_again_and_hidden_from_others(writer: FlaskClient, as_: As) -> None:
    draft = uploaded(writer, drafted(writer), "a.txt", b"x").json
    (file,) = draft["attachments"]
    for other in (as_("admin"), as_("admin", add_workspace("Other"))):
        assert other.get(file["url"]).status_code == 404
    path = f"{API}/drafts/{draft['id']}/attachments/{file['id']}"
    assert writer.delete(path).status_code == 428
    assert writer.delete(path, headers=match(draft)).json["attachments"] == []
    assert writer.get(file["url"]).status_code == 404
    assert db.session.scalar(select(func.count(MailFile.id))) == 0


def test_everybody_who_gets_a_mail_gets_its_files(writer: FlaskClient, as_: As) -> None:
    draft = uploaded(writer, drafted(writer, text="x"), "a.png", PNG).json
    reader = as_("editor")
    assert sent(writer, draft, to=owner().email).status_code == 200
    (row,) = reader.get(f"{API}/folders/inbox").json["items"]
    (file,) = reader.get(f"{API}/{row['id']}").json["attachments"]
    assert row["files"] == 1 and reader.get(file["url"]).data == PNG
    assert db.session.scalar(select(func.count(MailFile.id))) == 1


def test_many_mails_in_a_minute_are_refused_and_kept(writer: FlaskClient) -> None:
    most = MAILS[0].amount
    for _ in range(most - 1):
        new = writer.post(f"{API}/messages", json={"to": "a@x.example", "text": "Hello"})
        assert new.status_code == 201
    refused = sent(writer, drafted(writer, to="a@x.example"))
    assert refused.status_code == 422  # and does not count
    assert sent(writer, drafted(writer, to="a@x.example", text="One")).status_code == 200
    draft = drafted(writer, to="a@x.example", text="Two")
    late = sent(writer, draft)
    assert late.status_code == 429 and 1 <= int(late.headers["Retry-After"]) <= 61
    assert writer.get(f"{API}/{draft['id']}").json["text"] == "Two"
    assert writer.post(f"{API}/messages", json={"to": "a@x.example", "text": "x"}).status_code == 429
    assert writer.get(f"{API}/counts").json["folders"]["draft"]["total"] == 2


def test_one_who_sends_much_keeps_nobody_else_from_it(writer: FlaskClient, as_: As) -> None:
    new = {"to": "a@x.example", "text": "Hello"}
    for _ in range(MAILS[0].amount):
        writer.post(f"{API}/messages", json=new)
    assert writer.post(f"{API}/messages", json=new).status_code == 429
    assert as_("maintainer").post(f"{API}/messages", json=new).status_code == 201
