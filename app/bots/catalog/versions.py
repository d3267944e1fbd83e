"""Rules of versions: a working copy without errors becomes one, one of them is live, each can come back."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Select, func, select

from app.audit.recording import record
from app.bots.catalog.editors import notify_editors
from app.bots.catalog.flows import check_editable, check_publishable, checks, get_flow
from app.bots.catalog.goals import note_goals
from app.bots.catalog.models import Bot, BotFlow, BotRelease, BotReview, BotVersion
from app.bots.catalog.obstacles import Obstacles
from app.bots.catalog.reviews import check_approved, note_published
from app.bots.catalog.splitting import close_split, running_split
from app.bots.catalog.training import begin_training
from app.bots.catalog.version_themes import restore_theme, swap_theme, with_theme, working_theme
from app.bots.flow.differences import Change, differences
from app.bots.flow.documents import checksum
from app.bots.flow.validation import fatal_errors
from app.core.db.base import db, fetch, hold
from app.core.errors import Conflict, Stale
from app.core.http.schemas import Pattern, Text
from app.core.providers import Provider

NOTE_LENGTH = 500
REASON_LENGTH = (10, 500)
"""Characters of the reason for which a version is published although cases fail."""
WORKING, LIVE = "working", "live"
VERSION = rf"^(?:{WORKING}|{LIVE}|[1-9][0-9]{{0,8}})$"
"""How calls name what a bot talks by: its working copy, what is live, or a number."""


class VersionName(Text):
    """A version of a bot: its working copy, the live one, or one by its number, as a number or its text."""

    described: Mapping[str, Any] = {"type": ["string", "integer"], "minimum": 1, "maximum": 999_999_999}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(load_default=WORKING, validate=Pattern(VERSION), **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        return super()._deserialize(text, attr, data, **kwargs)


@Provider
def check_cases(bot: Bot, document: dict[str, Any], *, override: str | None) -> bool:
    """Run the bot's regression cases on a document; Conflict where some fail, else whether a reason overrode them."""
    return False


@Provider
def check_replay(bot: Bot, document: dict[str, Any], *, override: str | None) -> bool:
    """Ask for a replay of real conversations where the bot wants one; Conflict where it is missing or went badly.

    Returns whether a reason overrode it.
    """
    return False


@Provider
def count_open_conversations(bot: Bot) -> Mapping[int, int]:
    """Count the conversations under way with each version of a bot, by number; those of a test are none."""
    return {}


def list_versions(bot: Bot) -> Select[BotVersion]:
    """Select a bot's versions."""
    return select(BotVersion).where(BotVersion.bot_id == bot.id)


def latest(bot: Bot, count: int = 50) -> list[int]:
    """Return the numbers of a bot's latest versions, newest first."""
    query = select(BotVersion.number).where(BotVersion.bot_id == bot.id).order_by(BotVersion.number.desc())
    return list(db.session.scalars(query.limit(count)))


def get_version(bot: Bot, number: int) -> BotVersion:
    """Return a version of a bot by its number, or raise NotFound."""
    return fetch(list_versions(bot).where(BotVersion.number == number), "There is no such version.")


def runnable_document(bot: Bot, version: str) -> dict[str, Any]:
    """Return the document of the working copy, the live version or a numbered one; Conflict where it cannot run."""
    if version == WORKING:
        document = get_flow(bot).document
        errors = fatal_errors(document)
        if errors:
            raise Conflict(
                f"This bot cannot be tried yet: {errors[0].message}",
                code="invalid_flow",
                errors={issue.path: [issue.message] for issue in errors},
                extra={"issues": [issue._asdict() for issue in errors]},
            )
        return document
    if version == LIVE:
        if bot.live_version is None:
            raise Conflict("No version of this bot is live yet.", code="no_live_version")
        version = str(bot.live_version)
    return get_version(bot, int(version)).document


def publish(
    bot: Bot,
    *,
    note: str,
    live: bool,
    user_id: int | None,
    user_name: str,
    train: bool = True,
    override: str | None = None,
) -> BotVersion:
    """Make the working copy a version; the first one makes the bot live, later ones do unless `live` is false.

    With `train` its model is trained: the first version answers meanwhile by exact phrases, a later one waits for it.
    Failing cases refuse it unless a reason overrides them, which stays with the version and in the audit log. No
    reason overrides a missing approval.
    """
    document, review, is_overridden = _check_working_copy(bot, override)
    last = db.session.scalar(select(func.max(BotVersion.number)).where(BotVersion.bot_id == bot.id)) or 0
    version = BotVersion(
        bot_id=bot.id,
        number=last + 1,
        document=document,
        theme=working_theme(bot),
        checksum=checksum(document),
        note=note,
        published_by=user_id,
        published_name=user_name,
        override_reason=override if is_overridden else None,
    )
    db.session.add(version)
    note_published(bot, review, user_id, user_name)
    if is_overridden:
        record(db.session(), "bot:override_cases", workspace_id=bot.workspace_id, user_id=user_id, subject_id=bot.id,
               detail=override or "")  # fmt: skip
    note_goals(bot.id, (node["name"] for node in document["nodes"].values() if node["type"] == "goal"))
    db.session.flush()
    is_trained_first = train and begin_training(bot, document) and bot.live_version is not None
    if live and is_trained_first:
        bot.next_version = version.number
    elif live or bot.live_version is None:
        _go_live(bot, version)
    db.session.flush()
    return version


def _check_working_copy(bot: Bot, override: str | None) -> tuple[dict[str, Any], BotReview | None, bool]:
    """Return what may be published, its review and whether a reason overrides its cases; the bot is held.

    All that is in the way is refused at once; cases of a document that cannot run are none of it.
    """
    hold(bot)
    check_editable(bot)
    document = get_flow(bot).document
    obstacles = Obstacles()
    with obstacles.collect(), checks(bot, document):
        is_runnable = not fatal_errors(document)
        check_publishable(bot, document)
    with obstacles.collect():
        check_approved(bot)
    is_overridden = False
    with obstacles.collect():
        is_overridden |= check_replay(bot, document, override=override)
    if is_runnable:
        with obstacles.collect():
            is_overridden |= check_cases(bot, document, override=override)
    obstacles.refuse()
    # Cases run without a lock.
    hold(bot)
    check_editable(bot)
    if checksum(get_flow(bot).document) != checksum(document):
        raise Stale("The working copy was changed while its cases ran. Publish it again.", code="overtaken")
    return document, check_approved(bot), is_overridden


def set_live(bot: Bot, number: int) -> BotVersion:
    """Let a version answer from now on: forward or back, without new content."""
    hold(bot)
    check_editable(bot)
    version = get_version(bot, number)
    if bot.live_version != number:
        begin_training(bot, version.document)
        _go_live(bot, version)
    bot.next_version = None
    db.session.flush()
    return version


def next_document(bot: Bot) -> dict[str, Any] | None:
    """Return the document of the version that waits for its model, if there is one."""
    return get_version(bot, bot.next_version).document if bot.next_version is not None else None


def answering(bot: Bot) -> list[int]:
    """Return the numbers of the versions that answer, or will as soon as their model is ready."""
    split = running_split(bot)
    numbers = (bot.live_version, bot.next_version, split.number if split is not None else None)
    return [number for number in numbers if number is not None]


def go_on(bot: Bot) -> None:
    """Let the version that has waited for its model answer."""
    hold(bot)
    if bot.next_version is not None and bot.state != "archived":
        _go_live(bot, get_version(bot, bot.next_version))
    bot.next_version = None
    db.session.flush()


def _go_live(bot: Bot, version: BotVersion) -> None:
    """Let the version answer new sessions; a draft becomes live, a paused bot stays paused, a split ends."""
    close_split(bot, "end")
    db.session.add(BotRelease(bot_id=bot.id, number=version.number, before=bot.live_version))
    bot.live_version, bot.next_version = version.number, None
    if bot.state == "draft":
        bot.state = "live"
    db.session.flush()
    db.session.expire(version, ["live_at"])


def restore(bot: Bot, number: int, user_id: int | None) -> BotFlow:
    """Make a version the working copy; what it replaces stays as the backup."""
    check_editable(bot)
    version, flow = get_version(bot, number), get_flow(bot)
    if flow.revision == 0:
        raise Conflict("This bot has no working copy.", code="invalid_transition")
    flow.backup, flow.document, flow.changed_by = flow.document, version.document, user_id
    restore_theme(bot, version.theme)
    db.session.flush()
    notify_editors(bot, user_id)
    return flow


def swap_backup(bot: Bot, user_id: int | None) -> BotFlow:
    """Make the backup the working copy again; what is there now becomes the backup."""
    check_editable(bot)
    flow = get_flow(bot)
    if flow.revision == 0 or flow.backup is None:
        raise Conflict("There is no backup of the working copy.", code="invalid_transition")
    flow.backup, flow.document, flow.changed_by = flow.document, flow.backup, user_id
    swap_theme(bot)
    db.session.flush()
    notify_editors(bot, user_id)
    return flow


def changes(bot: Bot, number: int, since: int | None) -> list[Change]:
    """Return what a version changed against another one: the one before it unless another is named."""
    version = get_version(bot, number)
    earlier = since if since is not None else number - 1
    if earlier == 0:
        return differences({"nodes": {}}, _whole(version))
    return differences(_whole(get_version(bot, earlier)), _whole(version))


def _whole(version: BotVersion) -> dict[str, Any]:
    """The document of a version with its theme."""
    return with_theme(version.document, version.theme)


def working_changes(bot: Bot, since: int | None = None) -> list[Change]:
    """Return what the working copy changes against a version: the live one unless another is named, 0 is none."""
    document = with_theme(get_flow(bot).document, working_theme(bot))
    earlier = since if since is not None else bot.live_version
    if not earlier:
        return differences({"nodes": {}}, document)
    return differences(_whole(get_version(bot, earlier)), document)
