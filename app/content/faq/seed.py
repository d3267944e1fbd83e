"""The built-in questions as rows of a workspace."""

from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.content.faq.models import FaqEntry
from app.content.faq.service import read_built_in
from app.core.db.base import db
from app.core.db.tenancy import within


def seed(workspace: Workspace) -> int:
    """Add the built-in questions to a workspace that has none; returns how many. The caller commits."""
    with within(workspace.id):
        if db.session.scalar(select(FaqEntry.id).limit(1)) is not None:
            return 0
        rows = [
            FaqEntry(category=key, position=position, texts=texts, status="Published")
            for key, category in read_built_in().items()
            for position, texts in enumerate(category["questions"])
        ]
        db.session.add_all(rows)
        db.session.flush()
    return len(rows)
