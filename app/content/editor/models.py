"""What rows of written content share: languages, state, an address, a place among others."""

from datetime import datetime
from typing import ClassVar

from sqlalchemy import JSON, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.db.base import BigInt, RevisionMixin, SharedRow, WorkspaceMixin

STATUSES = ("Draft", "Published")


class WrittenMixin(WorkspaceMixin, RevisionMixin, SharedRow):
    """A text in every language it was written in; readers see it while it is published and not deleted."""

    SAID: ClassVar[tuple[str, ...]]
    """What a text consists of: its title first, its body last."""

    status: Mapped[str] = mapped_column(String(12), default="Draft")
    texts: Mapped[dict[str, dict[str, str]]] = mapped_column(JSON)
    """The parts of the text by language; English is always there."""
    deleted_at: Mapped[datetime | None]

    def text(self, language: str) -> dict[str, str]:
        """The text in a language, in English where it was not written."""
        return self.texts.get(language) or self.texts["en"]

    @property
    def is_public(self) -> bool:
        """Whether readers see it."""
        return self.status == "Published" and self.deleted_at is None


class AddressedMixin(WrittenMixin):
    """A text with a page of its own."""

    number: Mapped[int] = mapped_column(BigInt)
    slug: Mapped[str] = mapped_column(String(80))
    published_at: Mapped[datetime | None]
    """When it was published first."""


class PlacedMixin(WrittenMixin):
    """A text that is in an order within its category."""

    category: Mapped[str] = mapped_column(String(40))
    position: Mapped[int] = mapped_column(Integer)
