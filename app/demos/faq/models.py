"""One question with its answer, in every language it was written in."""

from sqlalchemy import JSON, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.db import Base, VersionMixin, WorkspaceMixin


class FaqEntry(WorkspaceMixin, VersionMixin, Base):
    """A question of one category of the FAQ."""

    __tablename__ = "faq_entry"
    table_args = (Index("uq_faq_entry_place", "workspace_id", "category", "position", unique=True),)

    category: Mapped[str] = mapped_column(String(40))
    position: Mapped[int] = mapped_column(Integer)
    texts: Mapped[dict[str, dict[str, str]]] = mapped_column(JSON)
    """Question and answer (`question`, `ans`) by language; English is always there."""
