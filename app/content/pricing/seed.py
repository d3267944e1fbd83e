"""The built-in plans and questions as rows of a workspace."""

from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.content.pricing.models import PricingPlan, PricingQuestion
from app.content.pricing.service import read_built_in
from app.core.db.base import db
from app.core.db.tenancy import within


def seed(workspace: Workspace) -> int:
    """Add the built-in plans to a workspace that has none; returns how many rows. The caller commits."""
    with within(workspace.id):
        if db.session.scalar(select(PricingPlan.id).limit(1)) is not None:
            return 0
        plans = [PricingPlan(**row) for row in read_built_in()["plans"]]
        questions = [PricingQuestion(position=n, texts=texts) for n, texts in enumerate(read_built_in()["questions"])]
        db.session.add_all([*plans, *questions])
        db.session.flush()
    return len(plans) + len(questions)
