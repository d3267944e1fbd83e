"""Our own mail calls: lists, one mail, changes by revision, many at once with what takes them back, and the trash."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.accounts.users.models import User
from app.audit.models import AuditEvent
from app.core.db.base import db
from app.office.email.models import Attachment, Mail, MailFile
from tests.conftest import add_person, add_workspace
from tests.factories.accounts import newest_user
from tests.factories.mailboxes import MAIL, if_match, list_subjects, put_mail

As = Callable[..., FlaskClient]


@pytest.fixture
def reader(as_: As) -> FlaskClient:
    """Someone with an empty box."""
    return as_("client")


def many(client: FlaskClient, mails: list[Mail], do: str) -> Any:
    """One thing done to many mails."""
    return client.post(f"{MAIL}/many", json={"ids": [str(mail.id) for mail in mails], "do": do})


def test_lists_go_by_folder_label_and_words(reader: FlaskClient) -> None:
    user = newest_user()
    put_mail(user, "Old", ago=9, labels=["company"])
    put_mail(user, "New", is_starred=True)
    put_mail(user, "Sent", kind="sent", folder="sent", labels=["company"])
    put_mail(user, "Gone", folder="trash", labels=["company"])
    assert list_subjects(reader) == ["New", "Old"] and list_subjects(reader, "folders/starred") == ["New"]
    assert list_subjects(reader, "labels/company") == ["Sent", "Old"]
    assert list_subjects(reader, q="ol") == ["Old"]
    assert [reader.get(f"{MAIL}/{place}").status_code for place in ("folders/attic", "labels/urgent")] == [404, 404]


def test_a_list_pages_to_its_end(reader: FlaskClient) -> None:
    user = newest_user()
    for n in range(23):
        put_mail(user, f"Mail {n:02}", ago=n)
    pages = [list_subjects(reader, page=page) for page in (1, 2, 3)]
    assert [title for page in pages for title in page] == [f"Mail {n:02}" for n in range(23)]
    assert reader.get(f"{MAIL}/folders/inbox?page=3").json["next"] is None


def test_counts_are_of_folders_and_labels(reader: FlaskClient) -> None:
    user = newest_user()
    put_mail(user, is_read=False, labels=["important"])
    put_mail(user, folder="trash", is_starred=True, labels=["important"])
    body = reader.get(f"{MAIL}/counts").json
    assert body["folders"]["inbox"] == {"total": 1, "unread": 1} and body["folders"]["starred"]["total"] == 0
    assert body["labels"] == {"personal": 0, "company": 0, "important": 1, "private": 0}


def test_one_mail_has_its_exchange_and_what_lies_beside_it(reader: FlaskClient) -> None:
    user = newest_user()
    first = put_mail(user, "First", ago=9)
    reply = put_mail(user, "Re: First", kind="sent", folder="sent", thread_id=first.thread_id, ago=5)
    last = put_mail(user, "Last", is_read=False)
    response = reader.get(f"{MAIL}/{first.id}")
    assert response.headers["ETag"] == '"1"' and response.json["text"] == "Some text."
    assert [mail["id"] for mail in response.json["thread"]] == [str(first.id), str(reply.id)]
    assert (response.json["newer"], response.json["older"]) == (str(last.id), None)
    assert reader.get(f"{MAIL}/{last.id}").json["is_read"] is False


def test_a_change_goes_by_the_version_that_was_seen(reader: FlaskClient) -> None:
    mail = reader.get(f"{MAIL}/{put_mail(newest_user()).id}").json
    path = f"{MAIL}/{mail['id']}"
    assert reader.patch(path, json={"is_starred": True}).status_code == 428
    changed = reader.patch(path, json={"is_starred": True, "labels": ["private", "private"]}, headers=if_match(mail))
    assert changed.json["is_starred"] and changed.json["labels"] == ["private"] and changed.json["revision"] == 2
    late = reader.patch(path, json={"folder": "spam"}, headers=if_match(mail))
    assert late.status_code == 412 and late.json["current"]["folder"] == "inbox"
    for body in ({"folder": "attic"}, {"labels": ["urgent"]}, {"subject": "Other"}, {"is_read": 1}):
        assert reader.patch(path, json=body, headers=if_match(changed.json)).status_code == 422


@pytest.mark.parametrize(
    ("do", "key", "after"),
    [("read", "is_read", True), ("star", "is_starred", True), ("trash", "folder", "trash"), ("spam", "folder", "spam"),
     ("label-company", "labels", ["company"])],
)  # fmt: skip
def test_what_is_done_to_many_can_be_taken_back(reader: FlaskClient, do: str, key: str, after: Any) -> None:
    user = newest_user()
    mails = [put_mail(user, is_read=False), put_mail(user, kind="sent", folder="sent", is_read=False)]
    before = [reader.get(f"{MAIL}/{mail.id}").json[key] for mail in mails]
    done = many(reader, mails, do).json
    assert done["ids"] == [str(mail.id) for mail in mails]
    assert [reader.get(f"{MAIL}/{mail.id}").json[key] for mail in mails] == [after, after]
    assert many(reader, mails, do).json == {"ids": [], "undo": []}
    for step in done["undo"]:
        assert reader.post(f"{MAIL}/many", json=step).status_code == 200
    assert [reader.get(f"{MAIL}/{mail.id}").json[key] for mail in mails] == before


def test_back_leads_each_to_where_it_belongs(reader: FlaskClient) -> None:
    user = newest_user()
    mails = [put_mail(user, kind=kind, folder="trash") for kind in ("received", "sent", "draft")]
    assert len(many(reader, mails, "back").json["ids"]) == 3
    assert [reader.get(f"{MAIL}/{mail.id}").json["folder"] for mail in mails] == ["inbox", "sent", "draft"]


def test_many_is_all_or_nothing(reader: FlaskClient, as_: As) -> None:
    mine = put_mail(newest_user())
    as_("client")
    theirs = put_mail(newest_user())
    assert many(reader, [mine, theirs], "trash").status_code == 404
    assert many(reader, [mine], "burn").status_code == 422 and many(reader, [], "read").status_code == 422
    assert list_subjects(reader) == ["Numbers"]


def test_only_the_trash_can_be_deleted_for_ever(reader: FlaskClient) -> None:
    user = newest_user()
    mail = reader.get(f"{MAIL}/{put_mail(user).id}").json
    assert reader.delete(f"{MAIL}/{mail['id']}", headers=if_match(mail)).status_code == 409
    gone = reader.patch(f"{MAIL}/{mail['id']}", json={"folder": "trash"}, headers=if_match(mail)).json
    assert reader.delete(f"{MAIL}/{mail['id']}", headers=if_match(mail)).status_code == 412
    assert reader.delete(f"{MAIL}/{mail['id']}", headers=if_match(gone)).status_code == 204
    assert reader.get(f"{MAIL}/{mail['id']}").status_code == 404


def test_the_trash_is_emptied_and_only_ones_own(reader: FlaskClient) -> None:
    user, other = newest_user(), add_person("client")
    put_mail(user, folder="trash")
    put_mail(user, folder="trash")
    put_mail(user)
    mail_id = put_mail(other, folder="trash").id
    assert reader.post(f"{MAIL}/trash/empty").json == {"deleted": 2}
    assert reader.post(f"{MAIL}/trash/empty").json == {"deleted": 0}
    assert list_subjects(reader) == ["Numbers"] and db.session.get(Mail, mail_id) is not None


def test_a_body_is_a_document_that_can_do_nothing(reader: FlaskClient) -> None:
    html = "<p>Hello</p><script>alert(1)</script><img src='https://a.example/1.png' alt='Sun'>"
    mail = put_mail(newest_user(), "<b>Odd</b>", html=html)
    answer = reader.get(f"{MAIL}/bodies/{mail.id}?skin=dark")
    policy = answer.headers["Content-Security-Policy"]
    assert answer.content_type == "text/html; charset=utf-8"
    assert "default-src 'none'" in policy and "script-src" not in policy and "img-src" not in policy
    assert "sandbox" in policy and "allow-scripts" not in policy and "frame-ancestors 'self'" in policy
    assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "<p>Hello</p>" in answer.text and "script" not in answer.text and "a.example" not in answer.text
    assert "<title>&lt;b&gt;Odd&lt;/b&gt;</title>" in answer.text and "color-scheme:dark" in answer.text
    assert reader.get(f"{MAIL}/{mail.id}").json["remote"] == [{"host": "a.example", "url": "https://a.example/1.png"}]
    assert reader.get(f"{MAIL}/bodies/{mail.id}?skin=x").status_code == 422


def test_people_of_the_workspace_are_found(reader: FlaskClient, as_: As) -> None:
    as_("editor")
    as_("editor", add_workspace("Other"))
    assert [person["name"] for person in reader.get(f"{MAIL}/people?q=edit").json["people"]] == ["Editor"]
    assert [person["name"] for person in reader.get(f"{MAIL}/people?q=@example.test editor").json["people"]] == [
        "Editor"
    ]


def test_someone_elses_mail_never_was(reader: FlaskClient, as_: As) -> None:
    mail = put_mail(newest_user())
    for other in (as_("admin"), as_("admin", add_workspace("Other"))):
        for path in ("", "bodies/", "answers/"):
            assert other.get(f"{MAIL}/{path}{mail.id}").status_code == 404
        for call in (other.patch, other.delete):
            assert call(f"{MAIL}/{mail.id}", json={}, headers={"If-Match": '"1"'}).status_code == 404
    assert db.session.scalar(select(func.count(Mail.id))) == 1


def test_writes_are_written_down(reader: FlaskClient) -> None:
    user = newest_user()
    many(reader, [put_mail(user)], "star")
    reader.post(f"{MAIL}/drafts", json={"subject": "x"})
    actions = set(db.session.scalars(select(AuditEvent.action).where(AuditEvent.user_id == user.id)))
    assert {"mail:update_many", "mail:draft"} <= actions


def test_content_goes_with_the_last_mail_it_hangs_on(reader: FlaskClient) -> None:
    from app.office.email.files import attach

    user: User = newest_user()
    mail = put_mail(user, folder="trash")
    attach(mail, "a.txt", b"text")
    db.session.commit()
    reader.post(f"{MAIL}/trash/empty")
    assert [db.session.scalar(select(func.count(kind.id))) for kind in (Attachment, MailFile)] == [0, 0]
