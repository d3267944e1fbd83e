"""One question with its answer, in every language it was written in."""

from app.db import Base
from app.demos.writing.models import PlacedMixin

CATEGORIES = ("payment", "delivery", "cancellationReturn", "myOrders", "productServices")
"""The specified categories in their order."""


class FaqEntry(PlacedMixin, Base):
    """A question of one category of the FAQ, and its answer."""

    SAID = ("question", "ans")
    __tablename__ = "faq_entry"
