"""The built-in articles as rows of a workspace."""

from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.content.knowledge_base.models import KnowledgeQuestion
from app.content.knowledge_base.service import read_built_in_questions
from app.core.clock import now
from app.core.db.base import db
from app.core.db.tenancy import within


def seed(workspace: Workspace) -> int:
    """Add the built-in articles to a workspace that has none; returns how many. The caller commits."""
    with within(workspace.id):
        if db.session.scalar(select(KnowledgeQuestion.id).limit(1)) is not None:
            return 0
        rows = [
            KnowledgeQuestion(number=q.number, category=q.category, position=q.number, slug=q.slug, texts=q.texts,
                              status="Published", published_at=now())
            for q in read_built_in_questions()
        ]  # fmt: skip
        db.session.add_all(rows)
        db.session.flush()
    return len(rows)
