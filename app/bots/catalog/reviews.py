"""Rules of reviews: other people approve exactly the working copy that is to be published."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Select, func, select

from app.accounts.users.models import User
from app.accounts.users.rights import abilities_of
from app.accounts.users.scope import scope_of
from app.audit.recording import record
from app.bots.catalog.flows import check_editable, check_publishable, checks, get_flow
from app.bots.catalog.models import REVIEW_STATES, Bot, BotApproval, BotReview, BotVersion
from app.bots.catalog.version_themes import working_theme
from app.bots.flow.documents import checksum
from app.core import clock
from app.core.db.base import db, fetch, hold
from app.core.errors import Conflict, Forbidden
from app.core.lifecycles import Lifecycle
from app.core.security.abilities import can
from app.notifications import settle, tell

OPEN = ("requested", "approved")
LIFE = Lifecycle("bot review", REVIEW_STATES, {
    "approve": ("requested", ("requested", "approved")),
    "reject": (OPEN, "rejected"),
    "cancel": (OPEN, "cancelled"),
    "replace": (OPEN, "replaced"),
    "publish": (OPEN, "published"),
})  # fmt: skip
ASKED, ANSWERED = "bot_approval", {"approve": "bot_approve", "reject": "bot_reject"}


def list_reviews(bot: Bot) -> Select[BotReview]:
    """Select a bot's reviews."""
    return select(BotReview).where(BotReview.bot_id == bot.id)


def get_review(bot: Bot, review_id: int) -> BotReview:
    """Return a review of a bot, or raise NotFound."""
    return fetch(list_reviews(bot).where(BotReview.id == review_id), "There is no such review.")


def set_approvals(bot: Bot, number: int, user: User) -> None:
    """Choose how many other people must approve, on record; fewer only by a person whose own work is not waiting."""
    if number == bot.approvals:
        return
    if not can(abilities_of(user), "approve", "Bot"):
        raise Forbidden("Only people who approve versions can choose how many approvals a bot needs.")
    # A person who has no one to ask may do it alone.
    if number < bot.approvals and _has_written(bot, user) and list_approvers(bot, [user.id]):
        raise Forbidden(
            "Another person must choose fewer approvals: you wrote a part of this or asked for its approval.",
            code="own_version",
        )
    record(db.session(), "bot:set_approvals", workspace_id=bot.workspace_id, user_id=user.id, subject_id=bot.id,
           detail=f"{bot.approvals} → {number}")  # fmt: skip
    bot.approvals = number


class Working(NamedTuple):
    """The working copy that approvals are compared with."""

    checksums: tuple[str, str]
    authors: set[int]
    """Who has changed it since the newest version; before the first one its owner too."""

    def is_of(self, review: BotReview) -> bool:
        """Whether it is still the one that was asked about."""
        return self.checksums == (review.checksum, review.theme_checksum)


def working_of(bot: Bot) -> Working:
    """Return the checksums of a bot's working copy, and its authors."""
    flow = get_flow(bot)
    newest = db.session.scalar(select(func.max(BotVersion.published_at)).where(BotVersion.bot_id == bot.id))
    authors = {
        int(user_id)
        for user_id, at in (flow.authors or {}).items()
        if newest is None or datetime.fromisoformat(at) > newest
    }
    if newest is None and bot.owner_id is not None:
        authors.add(bot.owner_id)
    return Working((checksum(flow.document), checksum(working_theme(bot))), authors)


def _has_written(bot: Bot, user: User) -> bool:
    """Whether a person has written a part of the working copy, or asked for its approval."""
    requested = list_reviews(bot).where(BotReview.state.in_(OPEN), BotReview.user_id == user.id)
    return user.id in working_of(bot).authors or db.session.scalar(requested.limit(1)) is not None


def list_approvers(bot: Bot, barred: Iterable[int]) -> list[User]:
    """List the active people who may approve a bot's versions and see the bot, without those who may not this one."""
    users = db.session.scalars(select(User).where(User.deleted_at.is_(None), User.status == "active"))
    return [user for user in users if user.id not in set(barred) and _may_approve(user, bot)]


def _may_approve(user: User, bot: Bot) -> bool:
    """Whether a person may approve versions of a bot, all of whose outlets they see."""
    scope = scope_of(user)
    return (
        can(abilities_of(user), "approve", "Bot")
        and scope.outlets is None
        and (scope.clients is None or bot.client_id in scope.clients)
        and (scope.bots is None or bot.id in scope.bots)
    )


def approvals_of(reviews: Iterable[BotReview]) -> dict[int, list[BotApproval]]:
    """Return the approvals of each review, the first one first."""
    approvals: dict[int, list[BotApproval]] = {review.id: [] for review in reviews}
    query = select(BotApproval).where(BotApproval.review_id.in_(list(approvals))).order_by(BotApproval.id)
    for approval in db.session.scalars(query) if approvals else ():
        approvals[approval.review_id].append(approval)
    return approvals


def count_approvals(review: BotReview, working: Working) -> int:
    """Count the people who approved a review and did not write what it is of."""
    barred = working.authors | {review.user_id}
    return sum(approval.user_id not in barred for approval in approvals_of([review])[review.id])


def approval_obstacle(
    bot: Bot, review: BotReview, user: User, working: Working, approvals: Sequence[BotApproval]
) -> str | None:  # fmt: skip
    """Return what keeps a person from approving a review: `closed`, `outdated`, `right`, `own`, `author`, `done`."""
    if review.state != "requested":
        return "closed"
    if not working.is_of(review):
        return "outdated"
    if not _may_approve(user, bot):
        return "right"
    if review.user_id == user.id:
        return "own"
    if user.id in working.authors:
        return "author"
    return "done" if any(approval.user_id == user.id for approval in approvals) else None


def request_review(bot: Bot, note: str, user: User) -> BotReview:
    """Ask for approval of the working copy as it is; an earlier request of another one is replaced."""
    hold(bot)
    check_editable(bot)
    if bot.approvals == 0:
        raise Conflict("Versions of this bot need no approval.", code="no_approvals")
    document = get_flow(bot).document
    with checks(bot, document):
        check_publishable(bot, document)
    working = working_of(bot)
    for earlier in db.session.scalars(list_reviews(bot).where(BotReview.state.in_(OPEN))):
        if working.is_of(earlier):
            raise Conflict("Approval of this working copy has been asked for.", code="already_requested")
        LIFE.move(earlier, "replace", user_id=user.id)
        _close(bot, earlier, user)
    approvers = list_approvers(bot, working.authors | {user.id})
    if len(approvers) < bot.approvals:
        raise Conflict(
            f"{bot.approvals} other people must approve, and {len(approvers)} may.", code="no_approver",
            extra={"possible": len(approvers)},
        )  # fmt: skip
    document_sum, theme_sum = working.checksums
    review = BotReview(
        bot_id=bot.id, checksum=document_sum, theme_checksum=theme_sum, note=note, user_id=user.id,
        user_name=user.full_name,
    )  # fmt: skip
    db.session.add(review)
    db.session.flush()
    for approver in approvers:
        tell(approver.id, ASKED, link_of(bot), what=bot.name, by=user, subject="Bot")
    return review


def approve(bot: Bot, review: BotReview, comment: str, user: User) -> None:
    """Approve a review; the last approval that the bot needs makes it publishable."""
    hold(bot)
    hold(review)
    LIFE.target(review.state, "approve")
    working = working_of(bot)
    reason = approval_obstacle(bot, review, user, working, approvals_of([review])[review.id])
    if reason == "outdated":
        raise Conflict("The working copy has changed since approval was asked for.", code="outdated")
    if reason == "done":
        raise Conflict("You have approved this already.", code="already_approved")
    if reason in ("own", "author"):
        raise Forbidden("Another person must approve this: you asked for it or wrote a part of it.", code="own_version")
    if reason is not None:
        raise Forbidden
    db.session.add(
        BotApproval(
            bot_id=bot.id, review_id=review.id, user_id=user.id, user_name=user.full_name, comment=comment
        )
    )  # fmt: skip
    db.session.flush()
    is_enough = count_approvals(review, working) >= bot.approvals
    LIFE.move(review, "approve", to="approved" if is_enough else "requested", reason=comment, user_id=user.id)
    if is_enough:
        settle(link_of(bot), (ASKED,))
    tell(review.user_id, ANSWERED["approve"], link_of(bot), what=bot.name, by=user, subject="Bot")
    db.session.flush()


def reject(bot: Bot, review: BotReview, reason: str, user: User) -> None:
    """Refuse a review with a reason, also one that others have approved."""
    hold(bot)
    hold(review)
    LIFE.target(review.state, "reject")
    if review.user_id == user.id or not _may_approve(user, bot):
        raise Forbidden("Another person must reject this.", code="own_version")
    LIFE.move(review, "reject", reason=reason, user_id=user.id)
    review.reason = reason
    _close(bot, review, user)
    tell(review.user_id, ANSWERED["reject"], link_of(bot), what=bot.name, by=user, subject="Bot")


def cancel(bot: Bot, review: BotReview, user: User) -> None:
    """Cancel one's own request, or another's where one may approve."""
    hold(bot)
    hold(review)
    LIFE.target(review.state, "cancel")
    if review.user_id != user.id and not _may_approve(user, bot):
        raise Conflict("Only the person who asked, and those who approve, can cancel this.", code="not_yours")
    LIFE.move(review, "cancel", user_id=user.id)
    _close(bot, review, user)


def check_approved(bot: Bot) -> BotReview | None:
    """Return the review that lets the working copy be published, None where none is needed; Conflict without enough."""
    if bot.approvals == 0:
        return None
    working = working_of(bot)
    requested = db.session.scalars(list_reviews(bot).where(BotReview.state.in_(OPEN)))
    review = next((review for review in requested if working.is_of(review)), None)
    number = count_approvals(review, working) if review is not None else 0
    if review is None or number < bot.approvals:
        raise Conflict(
            f"This working copy needs approval by {bot.approvals} other people and has {number}.",
            code="not_approved",
            extra={"needed": bot.approvals, "approvals": number, "link": link_of(bot)},
        )
    return review


def note_published(bot: Bot, review: BotReview | None, user_id: int | None, user_name: str) -> None:
    """Close the reviews of a working copy that has been published, or that was published without one."""
    for other in db.session.scalars(list_reviews(bot).where(BotReview.state.in_(OPEN))):
        is_published = review is not None and other.id == review.id
        LIFE.move(other, "publish" if is_published else "replace", user_id=user_id)
        other.closed_by, other.closed_at = user_name, clock.now()
    settle(link_of(bot), (ASKED,))
    db.session.flush()


def _close(bot: Bot, review: BotReview, user: User) -> None:
    """Write down who closed a review, whose approvers are not asked any more."""
    review.closed_by, review.closed_at = user.full_name, clock.now()
    settle(link_of(bot), (ASKED,))
    db.session.flush()


def link_of(bot: Bot) -> str:
    """Return where a review is answered."""
    return f"/admin/bots/{bot.id}/versions#review"
