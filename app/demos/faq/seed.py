"""The built-in questions as rows of a workspace."""

from sqlalchemy import select

from app.db import db
from app.demos.faq.models import FaqEntry
from app.demos.faq.service import built_in
from app.tenancy import within
from app.workspaces.models import Workspace


def seed(workspace: Workspace) -> int:
    """Add the built-in questions to a workspace that has none; returns how many. The caller commits."""
    with within(workspace.id):
        if db.session.scalar(select(FaqEntry.id).limit(1)) is not None:
            return 0
        rows = [
            FaqEntry(category=key, position=position, texts=texts, status="Published")
            for key, category in built_in().items()
            for position, texts in enumerate(category["questions"])
        ]
        db.session.add_all(rows)
        db.session.flush()
    return len(rows)
