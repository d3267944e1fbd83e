"""What a bot's pages tell of it beside its name: what is wrong, what is inside, and what is not live yet."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import func, select

from app.accounts.users.models import User
from app.bots.catalog.editors import list_others
from app.bots.catalog.flows import get_flow
from app.bots.catalog.models import Bot, BotVersion
from app.bots.catalog.secret_values import secret_names
from app.bots.catalog.texts import progress
from app.bots.catalog.versions import working_changes
from app.bots.flow.contents import contents_of
from app.bots.flow.validation import Issue, validate
from app.core.db.base import db
from app.core.lru import Recent
from app.core.providers import Provider


class CheckSummary(NamedTuple):
    """What one working copy is found to be, against one live version."""

    errors: list[Issue]
    warnings: list[Issue]
    inside: dict[str, Any]
    changes: int
    stale_texts: int


@Provider
def failed_cases(bot: Bot) -> int:
    """Return how many of a bot's cases failed when they were last run."""
    return 0


class Reach(NamedTuple):
    """How people reach a bot: accounts that need attention, and whether there is any way; None is not the reader's."""

    pressing_accounts: int | None = None
    is_reachable: bool | None = None


@Provider
def reach_of(bot: Bot) -> Reach:
    """Return how people reach a bot, as far as the reader sees its channels."""
    return Reach()


_checked: Recent[tuple[int, int, datetime, int | None, frozenset[str]], CheckSummary] = Recent(256)


def summary(bot: Bot, reader_id: int) -> dict[str, Any]:
    """Return the issues and contents of a bot's working copy, its changes since the live version, and its versions."""
    flow = get_flow(bot)
    checked = _check(bot, flow.revision, flow.updated_at) if flow.revision else _look(bot)
    newest = select(BotVersion).where(BotVersion.bot_id == bot.id).order_by(BotVersion.number.desc()).limit(1)
    count = select(func.count()).where(BotVersion.bot_id == bot.id).select_from(BotVersion)
    changer = db.session.get(User, flow.changed_by) if flow.changed_by else None
    return {
        **checked._asdict(),
        **reach_of(bot)._asdict(),
        "failed_cases": failed_cases(bot),
        "flow_revision": flow.revision,
        "has_backup": flow.backup is not None,
        "versions": db.session.scalar(count),
        "newest": db.session.scalar(newest),
        "changed_at": flow.updated_at if flow.revision else None,
        "changed_by": changer.full_name if changer else None,
        "editors": list_others(bot, reader_id),
    }


def _check(bot: Bot, revision: int, changed_at: datetime) -> CheckSummary:
    """The same for a stored working copy, looked at once a process as long as nothing changes."""
    key = (bot.id, revision, changed_at, bot.live_version, frozenset(secret_names(bot)))
    check = _checked.get(key)
    if check is None:
        check = _look(bot)
        _checked.put(key, check)
    return check


def _look(bot: Bot) -> CheckSummary:
    """Look at a working copy."""
    document = get_flow(bot).document
    issues = validate(document, secret_names(bot))
    by_level = {level: [issue for issue in issues if issue.level == level] for level in ("error", "warning")}
    stale = sum(len(language["stale"]) for language in progress(bot))
    return CheckSummary(by_level["error"], by_level["warning"], contents_of(document), len(working_changes(bot)), stale)
