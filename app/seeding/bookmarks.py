"""The demonstration's bookmarks: what its administrator looks at each morning, with the values of then."""

from sqlalchemy import select

from app.accounts.users.models import User
from app.bookmarks import jobs, service
from app.bookmarks.models import Bookmark
from app.bookmarks.views import read_view
from app.core.db.base import db

SAMPLES = (
    ("/reports/dashboard", "Dashboard, 28 days"),
    ("/reports/groups/service?r=this_month", "Service, this month"),
    ("/ew-leads/list?overdue=true", "EW overdue"),
    ("/offers?view=running", "Running offers"),
)


def add_bookmarks() -> None:
    """Add bookmarks to a workspace without any."""
    user = db.session.scalar(select(User).order_by(User.number).limit(1))
    if user is None or db.session.scalar(select(Bookmark.id).limit(1)) is not None:
        return
    for url, title in SAMPLES:
        if (view := read_view(url)) is not None:
            service.add_view(user.id, view, title=title)
    jobs.begin()
    db.session.commit()
