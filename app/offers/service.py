"""Rules of offers: what they hold, their life cycle, and who may approve them."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import Select, func, select, update

from app.accounts.users.models import User
from app.accounts.users.quiet import after_quiet
from app.accounts.users.rights import abilities_of, may_have
from app.accounts.users.scope import scope_of
from app.bots.catalog.models import Bot, Goal
from app.channels.messaging import outreach
from app.clients.models import Client, Outlet
from app.clients.service import check_taking, get_client
from app.core import clock
from app.core.db.base import db, fetch, flush_or, rows_by_id, write_rows
from app.core.db.tenancy import Scope, bound_workspace, current_scope, within
from app.core.errors import BeyondSchema, Conflict, Forbidden, Invalid
from app.core.jobs import cancel_job, enqueue
from app.core.languages import catalogue, reading_language
from app.core.lifecycles import Lifecycle
from app.core.security.abilities import can
from app.notifications.service import tell
from app.offers import messages, transports
from app.offers.audience import check_filters, count_audience, customers_of_list, named_filters, question_of
from app.offers.models import MICRO, STATES, Offer, OfferRecipient
from app.offers.results import LASTING, TREATED, VISIT, guard_of
from app.offers.segments import check_segment, visible_segment
from app.webhooks.service import publish_event

LIFE = Lifecycle("offer", STATES, {
    "submit": ("draft", ("scheduled", "pending_approval")),
    "approve": ("pending_approval", "scheduled"),
    "reject": ("pending_approval", "draft"),
    "edit": ("scheduled", "draft"),
    "start": ("scheduled", "running"),
    "pause": ("running", "paused"),
    "resume": ("paused", "running"),
    "finish": ("running", "sent"),
    "complete": ("sent", "completed"),
    "cancel": (("draft", "scheduled", "running", "paused"), "cancelled"),
    "archive": (("completed", "cancelled"), "archived"),
})  # fmt: skip
BY_PEOPLE = ("submit", "approve", "reject", "pause", "resume", "cancel", "archive")
"""The events that people cause by a call; the others come by editing and by time."""
TAKEN = "This client already has an offer with this name."
EARLIEST = timedelta(minutes=10)
"""How long after its submission an offer may start at the earliest."""
SENDING = "sending"
"""What has paused an offer of which nothing can be sent."""
UNSENT = ("draft", "pending_approval", "scheduled", "running", "paused")
"""States in which something may still be to be sent."""
APPROVED_ABOVE = 500
"""Recipients above which another person must approve."""
WHILE_RUNNING = frozenset({"end", "throttle_per_s", "budget", "message_price"})
"""What can still be changed of an offer that is under way."""
_COLUMNS = {
    "client": "client_id", "bot": "bot_id", "contacts": "list_id", "exclusions": "excluded_list_id",
}  # fmt: skip


class ListedOffer(NamedTuple):
    """An offer with what a list shows beside it."""

    offer: Offer
    client: Client
    owner: User | None
    counts: dict[str, int]
    revenue_minor: int

    @property
    def revenue(self) -> float | None:
        """In the client's currency; None where the goal says nothing of amounts."""
        return self.revenue_minor / 100 if self.offer.goal == VISIT else None

    @property
    def state_reason(self) -> str | None:
        """Why it is in its state: as a person wrote it, or what keeps it from being sent in the reader's language."""
        reason, offer = self.offer.state_reason, self.offer
        if reason is None or offer.paused_by_guard != SENDING:
            return reason
        return transports.trouble_text(reason, offer.channel, reading_language())

    @property
    def outlets(self) -> list[str] | None:
        """The outlets whose customers are asked, of those that the reader sees; None is all."""
        visible, outlets = current_scope().outlets, self.offer.outlets
        return outlets if visible is None or outlets is None else [id_ for id_ in outlets if int(id_) in visible]

    @property
    def audience(self) -> list[dict[str, Any]]:
        """The conditions with what their values are called."""
        return named_filters(self.offer.audience)

    @property
    def segment(self) -> str | None:
        """The report to whose people the audience is cut, as far as the reader may know it."""
        return visible_segment(self.offer)

    @property
    def goals(self) -> list[str]:
        """The goals of the client's bots that can count as success, and the one that does."""
        query = select(Goal.name).join(Bot, Bot.id == Goal.bot_id)
        names = db.session.scalars(query.where(Bot.client_id == self.client.id, Bot.state != "deleted").distinct())
        return sorted({*names, self.offer.goal} - {VISIT, ""})

    @property
    def longest(self) -> int:
        """How long a message of its channel may be."""
        return messages.LONGEST[self.offer.channel]

    @property
    def senders(self) -> list[Bot]:
        """The bots of the client whose accounts can send the offer by its channel; none by mail."""
        if self.offer.channel not in (*outreach.CHANNELS, "web"):
            return []
        bots = db.session.scalars(_bots(self.offer).order_by(Bot.name)).all()
        if self.offer.channel == "web":
            knowing = transports.knowing_bots(bot.id for bot in bots)
            return [bot for bot in bots if bot.id in knowing]
        accounts = outreach.find_accounts((bot.id for bot in bots), self.offer.channel)
        sending = {account.bot_id for account in accounts}
        return [bot for bot in bots if bot.id in sending]

    @property
    def checks(self) -> dict[str, list[str]]:
        """What keeps a draft from being submitted, by field."""
        return checks_of(self.offer, clock.now(), reading_language()) if self.offer.state == "draft" else {}

    @property
    def warning(self) -> str:
        """What keeps the mails of an offer that is not over from being sent by now."""
        is_asked = self.offer.channel == "email" and self.offer.state in UNSENT
        return transports.trouble_of(self.offer, reading_language()) if is_asked else ""

    @property
    def possible(self) -> list[str]:
        """The events that people can cause now."""
        return [event for event in LIFE.possible(self.offer.state) if event in BY_PEOPLE]


# ---- reading ------------------------------------------------------------------------------------------

VIEWS: dict[str, tuple[str, ...]] = {
    "running": ("running", "paused"),
    "waiting": ("pending_approval",),
    "scheduled": ("scheduled",),
    "finished": ("sent", "completed", "cancelled"),
    "archived": ("archived",),
}


def list_offers(q: str = "", *, view: str = "", client: int | None = None) -> Select[Offer]:
    """Select offers by words of their name, of a view and a client; archived ones only where asked for."""
    query = select(Offer).where(*(Offer.name_key.contains(word.casefold(), autoescape=True) for word in q.split()))
    query = query.where(Offer.state.in_(VIEWS[view]) if view else Offer.state != "archived")
    return query.where(Offer.client_id == client) if client is not None else query


def count_views() -> dict[str, int]:
    """Count the offers of each view."""
    query = select(Offer.state, func.count(Offer.id)).group_by(Offer.state)
    states = {state: number for state, number in db.session.execute(query)}
    counts = {view: sum(states.get(state, 0) for state in of_view) for view, of_view in VIEWS.items()}
    return counts | {"all": sum(states.values()) - counts["archived"]}


def get_offer(offer_id: int) -> Offer:
    """Return an offer, or raise NotFound."""
    return fetch(select(Offer).where(Offer.id == offer_id), "This offer does not exist.")


def list_figures(offers: list[Offer]) -> list[ListedOffer]:
    """Return offers as lists show them, in the same order."""
    clients = rows_by_id(Client, (offer.client_id for offer in offers))
    owners = rows_by_id(User, (offer.owner_id for offer in offers))
    counts: dict[int, dict[str, int]] = {offer.id: {} for offer in offers}
    revenue: dict[int, int] = {}
    counted = (
        OfferRecipient.id, OfferRecipient.delivered_at, OfferRecipient.clicked_at, OfferRecipient.converted_at,
    )  # fmt: skip
    query = (
        select(
            OfferRecipient.offer_id,
            func.count(),
            *(func.count(column).filter(TREATED) for column in counted),
            func.sum(OfferRecipient.revenue_minor).filter(TREATED),
        )
        .select_from(OfferRecipient)
        .where(OfferRecipient.offer_id.in_(list(counts)))
        .group_by(OfferRecipient.offer_id)
    )
    for offer_id, number, *numbers, amount in db.session.execute(query):
        counts[offer_id] = {"all": number} | dict(
            zip(("recipients", "delivered", "clicked", "converted"), numbers, strict=True)
        )
        revenue[offer_id] = int(amount or 0)
    return [
        ListedOffer(offer, clients[offer.client_id], owners.get(offer.owner_id), counts[offer.id],
                    revenue.get(offer.id, 0))
        for offer in offers
    ]  # fmt: skip


def list_approvers(offer: Offer) -> list[User]:
    """List the people who may approve an offer: all with the right who see all of its outlets, but its owner."""
    query = select(User).where(
        User.deleted_at.is_(None), User.id != (offer.owner_id or 0), may_have("approve", "Offer")
    )  # fmt: skip
    return [user for user in db.session.scalars(query) if user.state == "active" and _may_approve(user, offer)]


def _may_approve(user: User, offer: Offer) -> bool:
    """Whether a person may approve an offer, all of whose outlets they see."""
    scope = scope_of(user)
    if not can(abilities_of(user), "approve", "Offer") or not offer.sees_others(scope):
        return False
    with within(bound_workspace(), scope):
        return offer.is_whole()


# ---- changing -----------------------------------------------------------------------------------------


def create_offer(values: Mapping[str, Any], user: User) -> Offer:
    """Add a draft."""
    client = get_client(values["client"], "client")
    check_taking(client)
    offer = Offer(client_id=client.id, owner_id=user.id, name=values["name"], state="draft")
    scope = current_scope().outlets
    if scope is not None:
        if not scope:
            raise Forbidden("You have no outlet whose customers you may write to.", code="out_of_scope")
        # Without outlets it would be for all of them, which its writer may not ask.
        offer.outlets = sorted(map(str, scope))
    # What comes from the database, the form and other offers of the client in one place.
    _set(offer, {name: value for name, value in values.items() if name != "client"})
    db.session.add(offer)
    flush_or(_name_conflict())
    return offer


def change_offer(offer: Offer, values: Mapping[str, Any], user: User) -> None:
    """Change an offer; a scheduled one becomes a draft, one under way takes a new end, rate, budget and price only."""
    changed = {name for name, value in values.items() if value != _present(offer, name)}
    if offer.state in ("running", "paused") and changed <= WHILE_RUNNING:
        _set(offer, values)
    elif offer.state == "scheduled" and changed:
        LIFE.move(offer, "edit", user_id=user.id)
        cancel_job(offer.job_id)
        offer.approved_by, offer.state_at = None, clock.now()
        _set(offer, values)
    elif offer.state == "draft":
        _set(offer, values)
    elif changed:
        raise LIFE.refusal(offer.state, "edit")
    flush_or(_name_conflict())


def _present(offer: Offer, name: str) -> Any:
    if name == "outlets":
        return None if offer.outlets is None else [int(id_) for id_ in offer.outlets]
    return visible_segment(offer) if name == "segment" else getattr(offer, _COLUMNS.get(name, name))


def clone_offer(offer: Offer, user: User) -> Offer:
    """Add a draft with what another offer holds, without its window."""
    copied = (
        "client_id", "group", "type", "goal", "bot_id", "channel", "message", "variants", "audience", "list_id",
        "excluded_list_id", "segment", "outlets", "throttle_per_s", "cap_count", "cap_days", "holdout",
        "budget_minor", "price_micro", "attribution_days",
    )  # fmt: skip
    copy = Offer(
        state="draft", owner_id=user.id, name=_free_name(offer), **{key: getattr(offer, key) for key in copied}
    )
    if offer.segment is not None:
        copy.segment_scope = current_scope().meet(Scope.read(offer.segment_scope)).serialize()
    db.session.add(copy)
    flush_or(_name_conflict())
    return copy


def _free_name(offer: Offer) -> str:
    query = select(Offer.name_key).where(Offer.client_id == offer.client_id)
    used_names = set(db.session.scalars(query))
    names = (f"{offer.name[:54]} ({n})" for n in range(2, len(used_names) + 3))
    return next(name for name in names if name.casefold() not in used_names)


def _set(offer: Offer, values: Mapping[str, Any]) -> None:
    """Give an offer other values; keys that are not given stay as they are."""
    values = dict(values)
    values.pop("client", None)
    channel = values.get("channel", offer.channel)
    if "message" in values:
        values["message"] = messages.check_message(values["message"], channel)
    if "variants" in values:
        rows = _check_variants(values["variants"], channel)
        if len(rows) == 1:
            # All others were left empty: it is the one message.
            values["message"], rows = rows[0]["message"], []
        values["variants"] = rows
    if "audience" in values:
        values["audience"] = check_filters(values["audience"])
    if values.get("segment") is not None and values["segment"] == visible_segment(offer):
        del values["segment"]
    if "segment" in values:
        values["segment"] = check_segment(values["segment"]) if values["segment"] else None
        offer.segment_scope = current_scope().serialize() if values["segment"] else None
    if "outlets" in values:
        values["outlets"] = _check_outlets(offer, values["outlets"])
    for name in ("start", "end"):
        if values.get(name) is not None and values[name].tzinfo is None:
            zone = ZoneInfo(db.session.get_one(Client, offer.client_id).zone)
            values[name] = values[name].replace(tzinfo=zone)
    if values.get("bot") is not None and db.session.scalar(_bots(offer).where(Bot.id == values["bot"])) is None:
        raise Invalid({"bot": [BeyondSchema("This bot does not exist.")]})
    for name in ("contacts", "exclusions"):
        customers_of_list(values.get(name))
    cap, budget = values.pop("frequency_cap", None), values.pop("budget", ...)
    if cap is not None:
        offer.cap_count, offer.cap_days = cap["count"], cap["days"]
    price = values.pop("message_price", ...)
    if price is not ...:
        offer.price_micro = None if price is None else round(price * MICRO)
    if budget is not ...:
        offer.budget_minor = None if budget is None else round(budget * 100)
    for name, value in values.items():
        setattr(offer, _COLUMNS.get(name, name), value)
    offer.message, offer.variants = offer.message or {}, offer.variants or []
    offer.links = messages.links_in(offer.messages().values())
    if len(offer.links) > messages.MOST_LINKS:
        raise Invalid({"message": [BeyondSchema(f"An offer leads to at most {messages.MOST_LINKS} addresses.")]})


def _bots(offer: Offer) -> Select[Bot]:
    return select(Bot).where(Bot.client_id == offer.client_id)


def _check_variants(variants: list[dict[str, Any]], channel: str) -> list[dict[str, Any]]:
    """Return variants as they are stored, empty ones left out, of none or two to four whose ids differ."""
    rows = [
        {"id": row["id"], "weight": row["weight"],
         "message": messages.check_message(row["message"], channel, f"variants.{place}.message")}
        for place, row in enumerate(variants)
    ]  # fmt: skip
    if rows and not 2 <= len(rows) <= messages.MOST_VARIANTS:
        raise Invalid({"variants": [BeyondSchema(f"Give 2 to {messages.MOST_VARIANTS} variants, or none.")]})
    if len({row["id"] for row in rows}) != len(rows):
        raise Invalid({"variants": [BeyondSchema("Two variants have the same id.")]})
    return [row for row in rows if row["message"]]


def _check_outlets(offer: Offer, outlets: list[int] | None) -> list[str] | None:
    """Return outlets as they are stored; a writer of some outlets must name those."""
    if outlets is None:
        if current_scope().outlets is not None:
            raise Invalid({"outlets": [BeyondSchema("Choose the outlets whose customers are asked.")]})
        return None
    query = select(Outlet.id).where(Outlet.client_id == offer.client_id, Outlet.id.in_(outlets))
    visible = set(db.session.scalars(query))
    if missing := [id_ for id_ in outlets if id_ not in visible]:
        raise Invalid({"outlets": [BeyondSchema(f"There is no outlet {missing[0]} of this client.")]})
    return sorted(map(str, visible))


def _name_conflict() -> Conflict:
    return Conflict(TAKEN, code="name_taken", errors={"name": [TAKEN]})


# ---- life ---------------------------------------------------------------------------------------------


def move_offer(offer: Offer, event: str, user: User, reason: str = "") -> None:
    """Take an offer on by an event that a person causes."""
    LIFE.target(offer.state, event)
    target = None
    if event == "submit":
        target = _check_ready(offer, user)
    elif event == "approve" and offer.owner_id == user.id:
        raise Forbidden("Another person must approve this offer.", code="own_offer")
    elif event == "reject" and offer.owner_id != user.id and not can(abilities_of(user), "approve", "Offer"):
        raise Forbidden("Only people who approve offers can reject one.")
    elif event == "approve" and offer.start is not None and offer.start <= clock.now():
        raise Conflict("The start has passed. Reject the offer, so that its owner can choose another.", code="too_late")
    elif event == "resume" and guard_of(offer) in LASTING:
        detail = "This offer is beyond its limit still, so it would pause again. Raise its budget, or cancel it."
        raise Conflict(detail, code="beyond_limit")
    LIFE.move(offer, event, to=target, reason=reason, user_id=user.id)
    _follow(offer, event, user, reason)
    _publish(offer, event)


def move_by_time(offer: Offer, event: str, guard: str | None = None, *, trouble: str = "") -> None:
    """Take an offer on by what time, a limit, or trouble of its channel brings."""
    LIFE.move(offer, event, reason=transports.trouble_text(trouble, offer.channel))
    guard = SENDING if trouble else guard
    offer.state_reason, offer.paused_by_guard, offer.state_at = trouble or None, guard, clock.now()
    if guard is not None:
        tell(offer.owner_id, "offer_paused", f"/offers/{offer.id}", what=offer.name, subject="Offer")
    _publish(offer, event)
    db.session.flush()


def _publish(offer: Offer, event: str) -> None:
    """Tell other systems that an offer has changed its state."""
    data = {
        "id": str(offer.id),
        "name": offer.name,
        "event": event,
        "state": offer.state,
        "client": str(offer.client_id),
    }
    publish_event("offer.changed", data)


def _follow(offer: Offer, event: str, user: User, reason: str) -> None:
    """Do what an event brings with it."""
    offer.state_reason, offer.state_at = reason or None, clock.now()
    offer.paused_by_guard = None
    if event == "resume":
        offer.resumed_at = offer.state_at
    page = f"/offers/{offer.id}"
    if offer.state == "pending_approval":
        for approver in list_approvers(offer):
            tell(approver.id, "offer_approval", page, what=offer.name, by=user, subject="Offer")
    if event in ("approve", "reject"):
        offer.approved_by = user.id if event == "approve" else None
        tell(offer.owner_id, f"offer_{event}", page, what=offer.name, by=user, subject="Offer")
    if offer.state == "scheduled":
        offer.job_id = enqueue("offer_plan", {"offer_id": str(offer.id)}, run_at=offer.start).id
    elif event == "resume" and offer.job_id is None:
        # A job that still sends sees for itself that the offer runs again.
        offer.job_id = enqueue("offer_send", {"offer_id": str(offer.id)}).id
    elif event == "cancel":
        cancel_job(offer.job_id)
        skip_queued(offer, "cancelled")
    db.session.flush()


def skip_queued(offer: Offer, reason: str) -> None:
    """Skip all recipients of an offer that nothing was sent to."""
    change = update(OfferRecipient).where(OfferRecipient.offer_id == offer.id, OfferRecipient.state == "queued")
    write_rows(change.values(state="skipped", reason=reason))


def checks_of(offer: Offer, now: datetime, language: str = "en") -> dict[str, list[str]]:
    """Return what keeps a draft from being submitted, by field; `audience_checks` has what its size does."""
    texts = catalogue("offers", language)
    errors: dict[str, list[str]] = {}
    if offer.channel != "email" and (trouble := transports.trouble_of(offer, language)):
        errors["channel"] = [trouble]
        if offer.bot_id is None and offer.channel in (*outreach.CHANNELS, "web"):
            errors["bot"] = [texts["check.bot"]]
    for variant, message in offer.messages().items():
        if messages.missing_in(message, offer.channel):
            name = f"variants.{variant}.message" if offer.variants else "message"
            errors[name] = [texts["check.message"]]
    if not offer.goal:
        errors["goal"] = [texts["check.goal"]]
    if offer.start is None:
        errors["start"] = [texts["check.noStart"]]
    elif offer.start < now + EARLIEST:
        errors["start"] = [texts["check.start"]]
    if offer.end is None:
        errors["end"] = [texts["check.noEnd"]]
    elif offer.start is not None and offer.end <= offer.start:
        errors["end"] = [texts["check.end"]]
    elif offer.start is not None:
        client = get_client(offer.client_id)
        if after_quiet(client, offer.start, client.zone) >= offer.end:
            errors["end"] = [texts["check.quiet"]]
    return errors


def audience_checks(offer: Offer, count: int, language: str = "en") -> list[str]:
    """Return what keeps a draft from being submitted to so many people."""
    texts = catalogue("offers", language)
    if count == 0:
        return [texts["check.audience"]]
    lacks_approver = count > APPROVED_ABOVE and not list_approvers(offer)
    return [texts["check.approver"].replace("{n}", str(count))] if lacks_approver else []


def _check_ready(offer: Offer, user: User) -> str:
    """Return the state that a submitted draft comes to; Invalid with everything that it lacks."""
    errors: dict[str, list[str]] = {
        name: [BeyondSchema(text) for text in texts] for name, texts in checks_of(offer, clock.now()).items()
    }
    if errors:
        raise Invalid(errors)
    count = count_audience(question_of(offer), clock.now())["count"]
    checks = audience_checks(offer, count)
    if checks and count > 0:
        raise Conflict(checks[0], code="no_approver")
    if checks:
        raise Invalid({"audience": [BeyondSchema(text) for text in checks]})
    return "scheduled" if count <= APPROVED_ABOVE else "pending_approval"
