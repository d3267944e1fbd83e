"""One question with its answer, in every language it was written in."""

from app.content.editor.models import PlacedMixin
from app.core.db.base import Base

CATEGORIES = ("payment", "delivery", "cancellationReturn", "myOrders", "productServices")
"""The specified categories in their order."""


class FaqEntry(PlacedMixin, Base):
    """A question of one category of the FAQ, and its answer."""

    SAID = ("question", "ans")
    __tablename__ = "faq_entry"
