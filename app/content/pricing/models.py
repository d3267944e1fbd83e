"""Plans and the questions asked about them."""

from typing import Any

from sqlalchemy import JSON, Boolean, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.db.base import Base, RevisionMixin, WorkspaceMixin


class PricingPlan(WorkspaceMixin, RevisionMixin, Base):
    """One plan; prices are whole units of the currency a month or a year."""

    __tablename__ = "pricing_plan"
    table_args = (Index("uq_pricing_plan_key", "workspace_id", "key", unique=True),)

    key: Mapped[str] = mapped_column(String(40))
    img: Mapped[str] = mapped_column(String(500), default="")
    monthly_price: Mapped[int] = mapped_column(Integer)
    yearly_per_month: Mapped[int] = mapped_column(Integer)
    yearly_total: Mapped[int] = mapped_column(Integer)
    popular: Mapped[bool] = mapped_column(Boolean, default=False)
    texts: Mapped[dict[str, dict[str, Any]]] = mapped_column(JSON)
    """`title`, `subtitle` and `planBenefits` by language; English is always there."""


class PricingQuestion(WorkspaceMixin, RevisionMixin, Base):
    """A question about the plans."""

    __tablename__ = "pricing_question"
    table_args = (Index("uq_pricing_question_position", "workspace_id", "position", unique=True),)

    position: Mapped[int] = mapped_column(Integer)
    texts: Mapped[dict[str, dict[str, str]]] = mapped_column(JSON)
    """Question and answer (`question`, `ans`) by language."""
