"""Who answers beside a bot's flow."""

from typing import Any

import orjson
import structlog
from sqlalchemy import JSON, ForeignKeyConstraint, Index
from sqlalchemy.orm import Mapped, mapped_column

from app.core.db.base import Base, OfBot, RevisionMixin, WorkspaceMixin
from app.core.errors import Unavailable
from app.core.security.encryption import Sealed, seal, unseal

log = structlog.get_logger(__name__)
EXTERNAL = ("rasa", "openai", "http")
"""Kinds of handlers that are other systems."""
LATER = ("knowledge", *EXTERNAL)
"""Kinds that can answer after the flow."""
KINDS = ("flow", *LATER)
SHADOW = "shadow"
"""What the secret of the handler that only compares is kept by."""


class BotHandler(WorkspaceMixin, RevisionMixin, OfBot, Base):
    """The handlers of a bot, for all its versions at once."""

    __tablename__ = "bot_handler"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("uq_bot_handler", "workspace_id", "bot_id", unique=True),
    )

    bot_id: Mapped[int]
    values: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """`kind`, `fallback`, `order`, `handlers` by kind, `shadow`, `patience` of a kind of our own; no secrets."""
    sealed_secrets: Mapped[str | None] = mapped_column(Sealed)
    """The secrets by kind as JSON."""

    @property
    def secrets(self) -> dict[str, str]:
        """The secrets by kind, and that of the shadow; none where their key is gone, as the flow answers without."""
        if self.sealed_secrets is None:
            return {}
        place = {"workspace_id": self.workspace_id, "row_id": self.id}
        try:
            return dict(orjson.loads(unseal(BotHandler.sealed_secrets, self.sealed_secrets, **place)))
        except Unavailable:
            log.error("handler_secrets_unreadable", bot_id=self.bot_id)
            return {}

    @property
    def order(self) -> list[str]:
        """Every kind after the flow in its place, those that answer and those that are off."""
        return list(dict.fromkeys([*self.values.get("order", self.kinds), *self.kinds, *LATER]))

    def keep_secrets(self, secrets: dict[str, str]) -> None:
        """Store the secrets; the row has its id."""
        place = {"workspace_id": self.workspace_id, "row_id": self.id}
        self.sealed_secrets = seal(BotHandler.sealed_secrets, orjson.dumps(secrets), **place) if secrets else None

    @property
    def kinds(self) -> list[str]:
        """The kinds that answer after the flow, in their order."""
        names = [self.values.get("kind", "flow"), *self.values.get("fallback", ())]
        return [kind for kind in dict.fromkeys(names) if kind != "flow"]
