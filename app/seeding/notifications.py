"""A few sample notifications of the first person of a workspace."""

from datetime import timedelta

from sqlalchemy import select

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.content.blog.models import BlogPost
from app.content.blog.service import address_of
from app.core import clock
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.db.tenancy import within
from app.notifications.models import Notification
from app.office.profile.models import Post
from app.office.todo.models import Task

PEOPLE = 6
ARTICLE = 2
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"


def seed(workspace: Workspace) -> int:
    """Tell the first person of what happened lately, half of it read; returns of how much. The caller commits."""
    with within(workspace.id):
        people = list(db.session.scalars(select(User).order_by(User.number).limit(PEOPLE)))
        if len(people) < PEOPLE or db.session.scalar(select(Notification.id).limit(1)) is not None:
            return 0
        me, *others = people
        task = db.session.scalar(select(Task).where(Task.assignee_name == me.full_name).order_by(Task.number).limit(1))
        post = db.session.scalar(select(Post).where(Post.user_id == me.id, Post.parent_id.is_(None)).limit(1))
        article = db.session.scalar(select(BlogPost).where(BlogPost.number == ARTICLE))
        rows = [
            (7, "task", task.title if task else "", f"/apps/todo?task={task.id}" if task else "", others[1]),
            (52, "answer", post.text if post else "", f"/pages/profile?post={post.id}" if post else "", others[2]),
            (190, "export_ready", "", "/reports/exports", None),
            (
                1500,
                "comment",
                article.text("en")["title"] if article else "",
                address_of(article) if article else "",
                others[3],
            ),
            (1700, "follow", "", "/pages/profile", others[4]),
            (4400, "sign_in", FIREFOX, "/pages/account-settings/security", None),
        ]
        kept_rows = [row for row in rows if row[3]]
        for place, (minutes, kind, subject, link, by) in enumerate(kept_rows):
            at = clock.now() - timedelta(minutes=minutes)
            db.session.add(Notification(
                id=new_id(at), user_id=me.id, kind=kind, what=subject[:200], link=link, created_at=at, updated_at=at,
                actor_id=by.id if by else None, actor=by.full_name if by else "", avatar=by.avatar if by else "",
                read_at=at if place >= len(kept_rows) // 2 else None,
            ))  # fmt: skip
        db.session.flush()
    return len(kept_rows)
