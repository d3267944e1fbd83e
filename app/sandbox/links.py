"""Links by which people without an account try a version of a bot, and what they comment on turns.

A link is signed and names its row: the row says until when it is good. So is a conversation by it, for the tester
alone to go on with. Both are conversations of the sandbox, which nothing counts.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from limits import RateLimitItem
from sqlalchemy import Select, func, select

from app.accounts.users.models import User
from app.bots.catalog import versions
from app.bots.catalog.models import Bot
from app.bots.catalog.service import get_bot
from app.core import clock
from app.core.db.base import db, fetch, rows_by_id
from app.core.db.ids import new_id
from app.core.db.tenancy import everywhere
from app.core.errors import BeyondSchema, Conflict, Gone, Invalid, NotFound, TooMany
from app.core.mail.delivery import settings
from app.core.security.limits import by_address, limits
from app.core.security.signatures import is_signed, sign
from app.sandbox import service
from app.sandbox.models import Sandbox, SandboxComment, SandboxLink, SandboxTurn

MOST_DAYS = 14
MOST_LINKS, MOST_CHATS, MOST_COMMENTS = 50, 1000, 200
"""Open links of a bot, conversations by a link, comments on a conversation."""
PAGE = "/test"
SIGNATURE = 32
_SIGNED = re.compile(r"([1-9][0-9]{0,18})\.([0-9a-f]{32})")
UNKNOWN = "This link is not known. It may be incomplete."
OVER = {
    "expired": "This link has expired. Ask the person who sent it for a new one.",
    "revoked": "This link was revoked. Ask the person who sent it for a new one.",
}


# ---- signatures ---------------------------------------------------------------------------------------


def _sign(kind: str, row_id: int) -> str:
    return f"{row_id}.{sign(f'{kind}:{row_id}', SIGNATURE)}"


def _id_of(kind: str, text: str) -> int | None:
    """The id in a text that is signed as of a kind; None for any other."""
    match = _SIGNED.fullmatch(text)
    if match is None or not is_signed(f"{kind}:{match[1]}", match[2], SIGNATURE):
        return None
    return int(match[1])


def address_of(row: SandboxLink) -> str:
    """Return the address that testers open."""
    return f"{settings().base_url}{PAGE}/{_sign('test-link', row.id)}"


# ---- the people of the bot ----------------------------------------------------------------------------


def list_links(bot: Bot) -> Select[SandboxLink]:
    """Select a bot's links."""
    return select(SandboxLink).where(SandboxLink.bot_id == bot.id)


def get_link(bot: Bot, link_id: int) -> SandboxLink:
    """Return one of a bot's links, or raise NotFound."""
    return fetch(list_links(bot).where(SandboxLink.id == link_id), "There is no such link.")


def create_link(bot: Bot, values: Mapping[str, Any], user: User) -> SandboxLink:
    """Make a link to a version that can be talked to."""
    if bot.state == "archived":
        raise Conflict("An archived bot cannot be tried. Restore it first.", code="archived")
    document = versions.runnable_document(bot, values["version"])
    if values["language"] is not None and values["language"] not in document["languages"]:
        raise Invalid({"language": [BeyondSchema("The bot does not speak this language.")]})
    now = clock.now()
    in_force = list_links(bot).where(SandboxLink.revoked_at.is_(None), SandboxLink.expires_at > now)
    if len(db.session.scalars(in_force.limit(MOST_LINKS)).all()) >= MOST_LINKS:
        raise Conflict(f"A bot has at most {MOST_LINKS} open links. Revoke one first.", code="too_many")
    options = {key: values[key] for key in ("name", "version", "channel", "language")}
    row = SandboxLink(
        id=new_id(), bot_id=bot.id, user_id=user.id, expires_at=now + timedelta(days=values["days"]), **options
    )
    db.session.add(row)
    db.session.flush()
    return row


def revoke_link(row: SandboxLink) -> None:
    """Let a link open nothing any more, at once; its conversations and comments stay."""
    if row.state != "open":
        raise Conflict(f"This link is {row.state} already.", code="invalid_transition", extra={"possible": []})
    row.revoked_at = clock.now()
    db.session.flush()


class Use(NamedTuple):
    """What has come of a link."""

    chats: int = 0
    last_at: Any = None
    comments: int = 0
    open_comments: int = 0


def uses_of(rows: Iterable[SandboxLink]) -> dict[int | None, Use]:
    """Return what has come of some links, all read at once."""
    ids = [row.id for row in rows]
    chats = select(Sandbox.link_id, func.count(Sandbox.id), func.max(Sandbox.created_at)).where(
        Sandbox.link_id.in_(ids)
    )
    comments = select(SandboxComment.link_id, func.count(SandboxComment.id), func.count(SandboxComment.done_at)).where(
        SandboxComment.link_id.in_(ids)
    )
    uses: dict[int | None, Use] = {
        link_id: Use(count, last_at) for link_id, count, last_at in db.session.execute(chats.group_by(Sandbox.link_id))
    }
    for link_id, count, done_count in db.session.execute(comments.group_by(SandboxComment.link_id)):
        uses[link_id] = uses.get(link_id, Use())._replace(comments=count, open_comments=count - done_count)
    return uses


def list_comments(bot: Bot, link_id: int | None, *, is_open: bool | None) -> Select[SandboxComment]:
    """Select comments on a bot's conversations: of one link, those that are open or done."""
    query = select(SandboxComment).where(SandboxComment.bot_id == bot.id)
    if link_id is not None:
        query = query.where(SandboxComment.link_id == link_id)
    if is_open is not None:
        query = query.where(SandboxComment.done_at.is_(None) if is_open else SandboxComment.done_at.is_not(None))
    return query


def get_comment(bot: Bot, comment_id: int) -> SandboxComment:
    """Return a comment, or raise NotFound."""
    return fetch(
        list_comments(bot, None, is_open=None).where(SandboxComment.id == comment_id), "There is no such comment."
    )


def tick_comment(row: SandboxComment, user: User, *, is_done: bool) -> None:
    """Note that a comment is done, or open again."""
    if is_done != (row.done_at is not None):
        row.done_at, row.done_by = (clock.now(), user.id) if is_done else (None, None)
    db.session.flush()


def get_visible_link(link_id: int) -> SandboxLink | None:
    """Return a link by its id, where the reader may see it."""
    return db.session.scalar(select(SandboxLink).where(SandboxLink.id == link_id))


def comments_of(row: Sandbox) -> list[dict[str, Any]]:
    """Return the comments on a tester's conversation in their order, as they are answered."""
    if row.link_id is None:
        return []
    query = select(SandboxComment).where(SandboxComment.sandbox_id == row.id).order_by(SandboxComment.id)
    return describe(db.session.scalars(query).all())


def describe(rows: Iterable[SandboxComment]) -> list[dict[str, Any]]:
    """Return comments as they are answered: with link, input of the turn, and who has done them."""
    rows = list(rows)
    links = rows_by_id(SandboxLink, (row.link_id for row in rows))
    people = rows_by_id(User, (row.done_by for row in rows))
    turns = select(SandboxTurn).where(SandboxTurn.sandbox_id.in_({row.sandbox_id for row in rows}))
    inputs = {(turn.sandbox_id, turn.number): turn.input["shown"] for turn in db.session.scalars(turns)} if rows else {}
    names = ("id", "link_id", "sandbox_id", "turn", "text", "author", "created_at", "done_at", "revision")
    return [
        {name: getattr(row, name) for name in names}
        | {
            "link_name": links[row.link_id].name if row.link_id in links else "",
            "input": inputs.get((row.sandbox_id, row.turn), ""),
            "done_by": people[row.done_by].full_name if row.done_by in people else None,
        }
        for row in rows
    ]


# ---- testers ------------------------------------------------------------------------------------------


def find_link(token: str) -> SandboxLink:
    """Return the link of a text, of whichever workspace; NotFound for any other text, Gone where it is over."""
    link_id = _id_of("test-link", token)
    with everywhere():
        row = None if link_id is None else db.session.get(SandboxLink, link_id)
    if row is None:
        # Links that ended long ago are removed with their rows.
        raise Gone(OVER["expired"], code="link_expired") if link_id is not None else NotFound(UNKNOWN)
    if row.state != "open":
        raise Gone(OVER[row.state], code=f"link_{row.state}")
    return row


def bot_of(row: SandboxLink) -> Bot:
    """Return the bot of a link; Gone where nobody may talk to it any more."""
    bot = get_bot(row.bot_id)
    if bot.state in ("archived", "deleted"):
        raise Gone(OVER["revoked"], code="link_revoked")
    return bot


def admit(row: SandboxLink, action: str, address: str, own: RateLimitItem, whole: RateLimitItem) -> None:
    """Count a use of a link, or raise TooMany when it was used too often from an address or from all."""
    windows = [*by_address(f"{action}:{row.id}", address, own), (whole, f"{action}-all:{row.id}")]
    limits.check(windows)
    if not limits.hit(windows):
        raise TooMany(60)


def begin_chat(row: SandboxLink, name: str, hosts: tuple[str, ...]) -> Sandbox:
    """Begin a tester's conversation."""
    if (db.session.scalar(select(func.count(Sandbox.id)).where(Sandbox.link_id == row.id)) or 0) >= MOST_CHATS:
        raise Conflict("This link has been used too often. Ask for a new one.", code="too_many")
    values = {"bot": row.bot_id, "version": row.version, "language": row.language, "channel": row.channel}
    contact = {"first_name": name, "last_name": "", "name": name} if name else {}
    return service.begin(row.user_id, values, contact, hosts, link_id=row.id)


def key_of(row: Sandbox) -> str:
    """Return the key by which its tester goes on with a conversation."""
    return _sign(f"test-chat:{row.link_id}", row.id)


def get_chat(link: SandboxLink, key: str) -> Sandbox:
    """Return the conversation of a key, or raise NotFound."""
    sandbox_id = _id_of(f"test-chat:{link.id}", key)
    query = select(Sandbox).where(Sandbox.id == sandbox_id, Sandbox.link_id == link.id)
    row = None if sandbox_id is None else db.session.scalar(query)
    if row is None:
        raise NotFound("This conversation is not known. Start a new one.")
    return row


def comment(row: Sandbox, link: SandboxLink, values: Mapping[str, Any]) -> SandboxComment:
    """Pin a comment to a turn."""
    number = values["turn"]
    turn = select(SandboxTurn.id).where(SandboxTurn.sandbox_id == row.id, SandboxTurn.number == number)
    if number > 0 and db.session.scalar(turn) is None:
        raise Invalid({"turn": [BeyondSchema("There is no such turn.")]})
    count = select(func.count(SandboxComment.id)).where(SandboxComment.sandbox_id == row.id)
    if (db.session.scalar(count) or 0) >= MOST_COMMENTS:
        raise Conflict(f"A conversation has at most {MOST_COMMENTS} comments.", code="too_many")
    pinned = SandboxComment(
        id=new_id(), bot_id=row.bot_id, link_id=link.id, sandbox_id=row.id, turn=number,
        text=values["text"], author=values["author"],
    )  # fmt: skip
    db.session.add(pinned)
    db.session.flush()
    return pinned
