"""Traffic splits: which version answers whom, and how a split ends by itself."""

from hashlib import sha256

from app.bots.catalog.models import SPLIT_STATES, Bot, BotSplit
from app.core import clock
from app.core.db.base import db
from app.core.lifecycles import Lifecycle

LIFE = Lifecycle("bot split", SPLIT_STATES, {
    "promote": ("running", "promoted"),
    "stop": ("running", "stopped"),
    "end": ("running", "ended"),
})  # fmt: skip
BUCKETS = 10_000


def running_split(bot: Bot) -> BotSplit | None:
    """Return the split under way."""
    return db.session.get(BotSplit, bot.split_id) if bot.split_id is not None else None


def version_for(bot: Bot, live: int, person: str, *, is_real: bool) -> int:
    """Return the number of the version that answers a person's new conversation: always the same while a split runs.

    Conversations that are tests stay with the live version.
    """
    split = running_split(bot) if is_real else None
    if split is None or split.live != live:
        return live
    return split.number if bucket_of(split.id, person) < split.share * BUCKETS // 100 else live


def bucket_of(split_id: int, person: str) -> int:
    """Return where a person falls among the buckets of a split; another split mixes people in another way."""
    return int.from_bytes(sha256(f"{split_id}:{person}".encode()).digest()[:8]) % BUCKETS


def close_split(bot: Bot, event: str, *, user_id: int | None = None, by: str = "") -> BotSplit | None:
    """Close the split under way, if there is one: nobody new is sent to its version, open conversations go on."""
    split = running_split(bot)
    if split is not None:
        LIFE.move(split, event, user_id=user_id)
        split.closed_by, split.closed_at, bot.split_id = by or None, clock.now(), None
        db.session.flush()
    return split
