"""The specified mail calls, with the leniency existing clients count on."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.office.email.models import Mail
from app.office.email.seed import seed
from tests.conftest import add_person, add_workspace
from tests.factories.accounts import newest_user
from tests.factories.mailboxes import put_mail

As = Callable[..., FlaskClient]
API = "/apps/email"


@pytest.fixture
def reader(as_: As) -> FlaskClient:
    """Someone with an empty box."""
    return as_("client")


def subjects(client: FlaskClient, **query: Any) -> list[str]:
    """The subjects of a list."""
    return [mail["subject"] for mail in client.get(f"{API}/emails", query_string=query).json["emails"]]


def test_a_mail_has_every_field_and_nothing_is_null(reader: FlaskClient) -> None:
    put_mail(newest_user(), to=[{"name": "A", "email": "a@x.example"}], labels=["company"])
    (mail,) = reader.get(f"{API}/emails").json["emails"]
    assert set(mail) == {"id", "from", "to", "subject", "cc", "bcc", "message", "attachments", "isStarred", "labels",
                         "time", "replies", "folder", "isRead"}  # fmt: skip
    assert mail["id"] == 1 and mail["from"] == {"name": "Vaishali Pawar", "email": "v@x.example", "avatar": ""}
    assert mail["message"] == "<p>Some text.</p>" and mail["labels"] == ["company"]
    assert None not in mail.values()


def test_folders_begin_with_the_inbox_and_starred_leaves_the_trash_out(reader: FlaskClient) -> None:
    user = newest_user()
    put_mail(user, "Old", ago=9)
    put_mail(user, "New", is_starred=True)
    put_mail(user, "Sent", kind="sent", folder="sent")
    put_mail(user, "Thrown", folder="trash", is_starred=True)
    assert subjects(reader) == subjects(reader, folder="") == ["New", "Old"]
    assert subjects(reader, folder="sent") == ["Sent"]
    assert subjects(reader, folder="starred") == ["New"]
    assert subjects(reader, folder="trash") == ["Thrown"]
    assert reader.get(f"{API}/emails?folder=attic").status_code == 422


def test_words_and_label_narrow_within_the_folder(reader: FlaskClient) -> None:
    user = newest_user()
    put_mail(user, "Council", labels=["company", "private"])
    put_mail(user, "Lunch", labels=["personal"])
    put_mail(user, "Thrown council", folder="trash", labels=["company"])
    assert subjects(reader, label="company") == ["Council"]
    assert subjects(reader, label="company", folder="trash") == ["Thrown council"]
    assert subjects(reader, q="COUNCIL") == ["Council"]
    assert subjects(reader, q="vaishali") == ["Lunch", "Council"]
    assert subjects(reader, q="100%") == []
    assert reader.get(f"{API}/emails?label=urgent").status_code == 422


def test_meta_counts_unread_mail_and_all_drafts(reader: FlaskClient) -> None:
    user = newest_user()
    put_mail(user, is_read=False)
    put_mail(user)
    put_mail(user, folder="spam", is_read=False)
    put_mail(user, kind="draft", folder="draft")
    answer = reader.get(f"{API}/emails?folder=spam&q=nothing").json
    assert answer == {"emails": [], "emailsMeta": {"inbox": 1, "draft": 1, "spam": 1}}


def test_marks_and_folder_change_by_numbers_written_as_text(reader: FlaskClient) -> None:
    user = newest_user()
    put_mail(user, is_read=False)
    put_mail(user, is_read=False)
    change = {"isRead": True, "isStarred": True, "folder": "spam", "labels": ["company"], "subject": "Other"}
    answer = reader.post(f"{API}/update-emails", json={"emailIds": ["1", 2], "dataToUpdate": change, "more": 1})
    assert answer.status_code == 200
    for mail in answer.json["emails"]:
        assert (mail["isRead"], mail["isStarred"], mail["folder"]) == (True, True, "spam")
        assert (mail["labels"], mail["subject"]) == ([], "Numbers")


def test_all_mails_of_a_list_are_changed_at_once(reader: FlaskClient) -> None:
    numbers = [put_mail(newest_user(), is_read=False).number for _ in range(101)]
    body = {"emailIds": numbers, "dataToUpdate": {"isRead": True}}
    assert reader.post(f"{API}/update-emails", json=body).status_code == 200
    assert reader.get(f"{API}/emails").json["emailsMeta"]["inbox"] == 0


def test_a_whole_mail_sent_back_changes_what_can_be_changed(reader: FlaskClient) -> None:
    put_mail(newest_user())
    mail = reader.get(f"{API}/get-email?id=1").json
    answer = reader.post(f"{API}/update-emails", json={"emailIds": [1], "dataToUpdate": mail | {"isStarred": True}})
    assert answer.status_code == 200 and answer.json["emails"][0]["isStarred"] is True


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"emailIds": [1, 99], "dataToUpdate": {"isRead": True}}, 404, None),
        ({"dataToUpdate": {"isRead": True}}, 422, "emailIds"),
        ({"emailIds": ["x"], "dataToUpdate": {}}, 422, "emailIds"),
        ({"emailIds": [1], "dataToUpdate": {"folder": "attic"}}, 422, "dataToUpdate"),
        ({"emailIds": [], "dataToUpdate": {"isRead": True}}, 200, None),
        ({"emailIds": [1], "dataToUpdate": {}}, 200, None),
    ],
)
def test_what_does_not_fit_changes_nothing(reader: FlaskClient, body: Any, status: int, field: str | None) -> None:
    put_mail(newest_user(), is_read=False)
    answer = reader.post(f"{API}/update-emails", json=body)
    assert answer.status_code == status
    assert field is None or list(answer.json["errors"]) == [field]
    assert reader.get(f"{API}/get-email?id=1").json["isRead"] is False


def test_a_label_is_toggled_on_each_mail(reader: FlaskClient) -> None:
    user = newest_user()
    put_mail(user, labels=["important"])
    put_mail(user)
    body = {"emailIds": ["1", "2"], "label": "important"}
    answer = reader.post(f"{API}/update-emails-label", json=body)
    assert answer.status_code == 200 and [mail["labels"] for mail in answer.json["emails"]] == [[], ["important"]]
    assert reader.post(f"{API}/update-emails-label", json=body | {"label": "urgent"}).status_code == 422
    assert reader.post(f"{API}/update-emails-label", json=body | {"emailIds": [7]}).status_code == 404


def test_one_mail_says_whether_there_are_others_beside_it(reader: FlaskClient) -> None:
    user = newest_user()
    put_mail(user, "Old", ago=9)
    put_mail(user, "Middle", ago=5)
    put_mail(user, "New")
    put_mail(user, "Elsewhere", folder="spam", ago=7)

    def beside(number: int) -> tuple[bool, bool]:
        """What is said of both sides."""
        mail = reader.get(f"{API}/get-email", query_string={"id": number}).json
        return mail["hasPreviousMail"], mail["hasNextMail"]

    assert [beside(n) for n in (3, 2, 1, 4)] == [(False, True), (True, True), (True, False), (False, False)]
    step = lambda way, number: reader.get(f"{API}/paginate-email?dir={way}&emailId={number}")  # noqa: E731
    assert step("previous", 2).json["subject"] == "New" and step("next", 2).json["subject"] == "Old"
    assert "hasNextMail" not in step("next", 2).json
    assert step("previous", 3).status_code == step("next", 1).status_code == 404
    assert reader.get(f"{API}/paginate-email?emailId=2").json["subject"] == "Old"


@pytest.mark.parametrize("path", ["get-email?id=99", "get-email", "get-email?id=", "paginate-email?dir=next",
                                  "paginate-email?dir=next&emailId=99"])  # fmt: skip
def test_an_unknown_or_missing_mail_is_404(reader: FlaskClient, path: str) -> None:
    put_mail(newest_user())
    assert reader.get(f"{API}/{path}").status_code == 404


def test_what_was_written_before_comes_with_it(reader: FlaskClient) -> None:
    user = newest_user()
    first = put_mail(user, "First", ago=9)
    put_mail(user, "Re: First", kind="sent", folder="sent", thread_id=first.thread_id, ago=5)
    put_mail(user, "Re: First, draft", kind="draft", folder="draft", thread_id=first.thread_id, ago=4)
    put_mail(user, "Re: Re: First", thread_id=first.thread_id)
    mail = reader.get(f"{API}/get-email?id=4").json
    assert [reply["subject"] for reply in mail["replies"]] == ["First", "Re: First"]


def test_reading_changes_nothing(reader: FlaskClient) -> None:
    put_mail(newest_user(), is_read=False)
    for path in ("get-email?id=1", "emails"):
        assert reader.get(f"{API}/{path}").json == reader.get(f"{API}/{path}").json
    assert reader.get(f"{API}/get-email?id=1").json["isRead"] is False


def test_a_box_is_ones_own(reader: FlaskClient, as_: As) -> None:
    put_mail(newest_user())
    for other in (as_("admin"), as_("admin", add_workspace("Other"))):
        assert other.get(f"{API}/emails").json["emails"] == []
        assert other.get(f"{API}/get-email?id=1").status_code == 404
        body = {"emailIds": [1], "dataToUpdate": {"folder": "trash"}}
        assert other.post(f"{API}/update-emails", json=body).status_code == 404
    assert subjects(reader) == ["Numbers"]


def test_nobody_is_let_in_without_a_token(client: FlaskClient) -> None:
    assert client.get(f"{API}/emails").status_code == 401
    assert client.post(f"{API}/update-emails", json={}).status_code == 401


def test_the_seed_fills_every_box_the_same_way(workspace: Workspace, as_: As) -> None:
    person = add_person("admin", password="long enough password")
    assert seed(workspace) == 56 and seed(workspace) == 0
    mails = db.session.scalars(select(Mail).where(Mail.user_id == person.id)).all()
    folders = {name: sum(mail.folder == name for mail in mails) for name in {mail.folder for mail in mails}}
    assert folders == {"inbox": 24, "sent": 15, "draft": 4, "spam": 7, "trash": 6}
    assert {label for mail in mails for label in mail.labels} == {"personal", "company", "important", "private"}
    assert not any("<script" in mail.message or "onclick" in mail.message or "<form" in mail.message for mail in mails)
    assert {len(mail.remote) for mail in mails} == {0, 1, 2}
    assert sum(mail.files for mail in mails) == 5
