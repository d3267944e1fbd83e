"""Who is notified of what: each kind as it happens, in its transaction, and nobody of what is their own doing."""

import io
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import inspect, select

from app import areas
from app.accounts.auth import service as accounts
from app.accounts.auth import tokens
from app.accounts.settings.notification_choices import DEFAULT_CHOICES
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.content.blog.models import BlogPost
from app.core import clock, jobs
from app.core.db.base import db
from app.core.db.tenancy import everywhere, within
from app.core.jobs import runner
from app.exports import jobs as exporting
from app.notifications import service, tell
from app.notifications.models import Notification
from app.office.profile.models import Post
from app.office.todo.service import add_task
from app.web.site import site as site_here
from tests.conftest import add_person, add_workspace
from tests.factories.accounts import PASSWORD
from tests.factories.conversations import make_bot

As = Callable[..., FlaskClient]
CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/{} Safari/537.36"


def notices(user: User) -> list[tuple[str, str, str]]:
    """Kind, what and link of all a person was notified of, the oldest first; each leads to a page that there is."""
    (user_id,) = inspect(user).identity or (0,)
    query = select(Notification).where(Notification.user_id == user_id).order_by(Notification.id)
    rows = list(db.session.scalars(query))
    assert all(site_here().table.match(urlsplit(row.link).path) for row in rows), [row.link for row in rows]
    return [(row.kind, row.what, row.link) for row in rows]


def person(name: str, role: str = "editor", **choices: bool) -> User:
    """Someone with a name of their own, and their choices."""
    user = add_person(role)
    user.full_name, user.notifications = name, choices
    db.session.flush()
    return user


def as_user(app: Flask, user: User) -> FlaskClient:
    """A client of this very person."""
    session = accounts.open_session(user, "bearer", accounts.Device("127.0.0.1", "tests"))
    token = tokens.access_token(session)
    db.session.commit()
    client = app.test_client()
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    return client


@pytest.fixture
def site(app: Flask, workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound workspace is the one whose blog everybody reads."""
    settings = replace(app.config["SETTINGS"], site_workspace=workspace.slug)
    monkeypatch.setitem(app.config, "SETTINGS", settings)


def work() -> None:
    """Do the ready jobs as the runner does."""
    areas.modules("jobs")
    while (row := jobs.take("tests")) is not None:
        jobs.perform(row)


def blog_post(author: User) -> BlogPost:
    """A published post of someone."""
    post = BlogPost(number=3, slug="a", category="Food", tags=[], status="Published", user_id=author.id,
                    texts={"en": {"title": "Ten cars", "excerpt": "", "content": ""}}, author=author.full_name,
                    published_at=clock.now())  # fmt: skip
    db.session.add(post)
    db.session.flush()
    return post


def test_a_comment_on_ones_blog_post_from_whichever_workspace(app: Flask, as_: As, site: None) -> None:
    author = person("Leela")
    blog_post(author)
    assert as_("editor", add_workspace("B")).post("/api/v1/blog/3/comments", json={"text": "Good"}).status_code == 201
    assert notices(author) == [("comment", "Ten cars", "/pages/blog/detail/3#comments")]
    assert as_user(app, author).post("/api/v1/blog/3/comments", json={"text": "Thanks"}).status_code == 201
    assert len(notices(author)) == 1, "nobody is document of what is their own doing"


def test_who_begins_a_post_is_who_is_notified(as_: As, site: None) -> None:
    as_("admin").post("/api/v1/posts", json={"title": "Ten cars"})
    post = db.session.scalars(select(BlogPost)).one()
    assert post.user_id == db.session.scalars(select(User.id)).one()


def test_an_answer_to_ones_post_and_a_new_follower(app: Flask, workspace: Workspace) -> None:
    author, reader = person("Leela", followMe=True), person("Omar")
    post = Post(user_id=author.id, text="Who is in Pune?")
    db.session.add(post)
    db.session.flush()
    client = as_user(app, reader)
    assert client.post(f"/api/v1/profile/posts/{post.id}/comments", json={"text": "I am"}).status_code == 201
    for on in (True, True, False, True):
        assert client.post(f"/api/v1/profile/people/{author.id}/follow", json={"on": on}).status_code == 200
    assert notices(author) == [
        ("answer", "Who is in Pune?", f"/pages/profile?post={post.id}"), ("follow", "", "/pages/profile")
    ]  # fmt: skip
    own = as_user(app, author).post(f"/api/v1/profile/posts/{post.id}/comments", json={"text": "Ah"})
    assert own.status_code == 201 and len(notices(author)) == 2 and notices(reader) == []


@pytest.mark.parametrize(
    ("kind", "flag", "unless_chosen"),
    [("comment", "commentOnArticle", 1), ("answer", "answerOnForm", 1), ("follow", "followMe", 0)],
)
def test_a_switch_silences_its_kind_alone(workspace: Workspace, kind: str, flag: str, unless_chosen: int) -> None:
    for chosen, count in (({}, unless_chosen), ({flag: False}, 0), ({flag: True}, 1)):
        user = person("Leela", **chosen)
        tell(user.id, kind, "/pages/profile")
        assert len(notices(user)) == count, chosen
        tell(user.id, "password", "/pages/profile")
        assert len(notices(user)) == count + 1


def test_a_task_is_reported_to_whom_it_is_given_once(app: Flask, workspace: Workspace) -> None:
    giver, worker = person("Asha", "admin"), person("Ravi")
    client = as_user(app, giver)
    task = client.post("/api/v1/tasks", json={"title": "Order brochures", "assignee": "Ravi"}).json
    path, match = f"/api/v1/tasks/{task['id']}", {"If-Match": '"1"'}
    news = ("task", "Order brochures", f"/apps/todo?task={task['id']}")
    assert notices(worker) == [news] and notices(giver) == []
    changed = client.patch(path, json={"title": "Order cards", "assignee": "Ravi"}, headers=match).json
    assert notices(worker) == [news], "it was theirs before"
    mine = client.patch(path, json={"assignee": "Asha"}, headers={"If-Match": f'"{changed["revision"]}"'}).json
    client.patch(path, json={"assignee": "Ravi"}, headers={"If-Match": f'"{mine["revision"]}"'})
    assert notices(worker) == [news, ("task", "Order cards", news[2])] and notices(giver) == []
    specified = {"title": "Wash", "assignee": {"fullName": "Ravi"}}
    assert client.post("/apps/todo/add-tasks", json={"task": specified}).status_code == 201
    assert notices(worker)[-1][:2] == ("task", "Wash")


def test_a_task_is_not_reported_to_who_cannot_open_it_and_samples_to_nobody(app: Flask, workspace: Workspace) -> None:
    outsider, worker = person("Rohan", "client"), person("Ravi", "admin")
    as_user(app, worker).post("/api/v1/tasks", json={"title": "A", "assignee": "Rohan"})
    add_task({"title": "B", "assignee": {"fullName": "Ravi"}})
    assert notices(outsider) == notices(worker) == []


def test_an_export_that_is_ready_or_was_given_up(
    app: Flask, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_bot()
    maker = person("Asha", "admin")
    client = as_user(app, maker)
    assert client.post("/api/v1/exports?r=all").status_code == 202
    work()
    assert notices(maker) == [("export_ready", "", "/reports/exports")]

    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("No.")

    monkeypatch.setattr(exporting, "all_cells", broken)
    monkeypatch.setattr(jobs, "MAX_ATTEMPTS", 1)
    assert client.post("/api/v1/exports?r=all").status_code == 202
    work()
    assert [kind for kind, _, _ in notices(maker)] == ["export_ready", "export_failed"]


def test_an_import_that_waits_is_in_or_was_given_up(app: Flask, workspace: Workspace) -> None:
    maker = person("Asha", "admin")
    client = as_user(app, maker)
    good = b'{"id":"a","turns":[{"speaker":"user","text":"Hi"}]}'

    def bring(content: bytes, name: str, **form: Any) -> str:
        sent = {"bot": str(make_bot(name).id), "file": (io.BytesIO(content), name)} | form
        answer = client.post("/api/v1/imports", data=sent, content_type="multipart/form-data")
        assert answer.status_code == 202, answer.text
        work()
        return str(answer.json["id"])

    waits, done = bring(good, "a.jsonl", dry="true"), bring(good, "b.jsonl")
    broken = bring(b"\x1f\x8bnothing", "c.jsonl.gz")
    assert notices(maker) == [
        ("import_checked", "a.jsonl", f"/admin/import/{waits}"), ("import_done", "b.jsonl", f"/admin/import/{done}"),
        ("import_failed", "c.jsonl.gz", f"/admin/import/{broken}"),
    ]  # fmt: skip


def test_a_sign_in_from_another_browser_but_neither_the_first_nor_its_next_version(workspace: Workspace) -> None:
    user = person("Leela")
    agents = (CHROME.format("140.0.1"), CHROME.format("141.2"), "Firefox/140.0", "Firefox/141.0")
    for agent, count in zip(agents, (0, 0, 1, 1), strict=True):
        accounts.open_session(user, "cookie", accounts.Device("203.0.113.9", agent))
        assert len(notices(user)) == count, agent
    assert notices(user) == [("sign_in", "Firefox/140.0", "/pages/account-settings/security")]


def test_a_changed_password_is_reported_whatever_one_chose(app: Flask, workspace: Workspace) -> None:
    user = add_person("admin", password=PASSWORD)
    user.notifications = dict.fromkeys(DEFAULT_CHOICES, False)
    body = {"password": PASSWORD, "new_password": "a long new password 7"}
    assert as_user(app, user).post("/api/v1/me/password", json=body).status_code == 204
    assert [kind for kind, _, _ in notices(user)] == ["password"]


def test_what_is_rolled_back_was_reported_to_nobody(workspace: Workspace) -> None:
    user = person("Leela")
    db.session.commit()
    tell(user.id, "password", "/pages/profile")
    db.session.rollback()
    assert notices(user) == []


def test_nobody_of_another_workspace_and_nobody_deleted_is_notified(workspace: Workspace) -> None:
    with within(add_workspace("B").id):
        far = person("Leela").id
        db.session.commit()
    gone = person("Omar")
    gone.deleted_at = clock.now()
    db.session.flush()
    for other_id in (far, gone.id, None):
        tell(other_id, "password", "/pages/profile")
    db.session.commit()
    assert db.session.scalars(select(Notification)).all() == []


def test_what_is_a_quarter_old_is_swept_every_day_no_matter_who_comes(
    app: Flask, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, other = person("Leela"), person("Omar")
    for reader in (user, other):
        tell(reader.id, "task", "/apps/todo?task=1", what="Old")
    db.session.commit()
    # Ids of one millisecond are in no order.
    time.sleep(0.002)
    later = clock.now() + service.KEPT
    time.sleep(0.002)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert service.unread(user.id) == 0 and db.session.scalars(service.list_notifications(user.id)).all() == []
    tell(user.id, "task", "/apps/todo?task=2", what="New")
    with within(add_workspace("Elsewhere").id):
        far = person("Mira")
        tell(far.id, "task", "/apps/todo?task=3", what="Kept")
    db.session.commit()
    runner.work_off(app)
    with everywhere():
        assert sorted(db.session.scalars(select(Notification.what))) == ["Kept", "New"]
    assert notices(other) == []
