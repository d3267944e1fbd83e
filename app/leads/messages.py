"""Messages to the customers of leads by WhatsApp, SMS and mail: each is handed over once at most."""

from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import func, select, update

from app.accounts.users.models import User
from app.accounts.users.quiet import after_quiet
from app.bots.catalog.models import Bot
from app.channels.messaging import outreach
from app.channels.messaging.models import Deployment
from app.clients import moves
from app.clients.models import Client
from app.clients.service import get_client
from app.conversations.models import Contact
from app.core import clock
from app.core.db.base import db, hold, write_rows
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.jobs import enqueue
from app.core.languages import label_in
from app.core.mail.delivery import NotConnected, NotDelivered, compose, deliver, settings, takes_mail
from app.core.mail.opt_outs import new_code
from app.core.values.emails import normal_email
from app.core.values.placeholders import fill_in
from app.leads import details, life, rules, service
from app.leads.models import Lead, LeadTouch
from app.leads.wording import LANGUAGES, Wording, money
from app.masters.records.codes import labels_of
from app.masters.records.identities import format_registration
from app.notifications import tell
from app.offers import consents
from app.offers.messages import LONGEST

CHANNELS = ("whatsapp", "sms", "email")
KIND = "lead"
REMINDER = "reminder"
MOST_A_DAY = 5
ANSWERED_WITHIN = timedelta(days=14)
"""So long after a message what the customer writes is an answer to it."""
INTERRUPTED, NO_ANSWER = "interrupted", "no_answer"
"""Why a message failed during whose sending the process ended, and one whose provider was never reached."""
SECOND = timedelta(seconds=1)
NAME = "{{name}}"
"""What represents the customer's name until a message goes out: not everyone who writes one may see it."""


class Channel(NamedTuple):
    """A channel, and why the customer cannot be written to by it; empty where they can."""

    channel: str
    obstacle: str


class Draft(NamedTuple):
    """What a message begins with: channels, and texts in the customer's language."""

    channels: list[Channel]
    language: str
    subject: str
    text: str
    quote_text: str | None
    sends_at: datetime | None
    """When it would go out because of quiet hours; None is at once."""


# ---- what can be sent ---------------------------------------------------------------------------------


def obstacle_of(lead: Lead, channel: str) -> str:
    """Return why the customer of a lead cannot be written to by a channel; empty where they can."""
    address = _address(lead, channel)
    if not address:
        return "no_address"
    state = consents.state_of(lead.client_id, channel, address, consents.contact_id_of(lead))
    if state == consents.OUT or lead.opted_out_at is not None:
        return "opted_out"
    if state != consents.IN and not lead.consent:
        return "no_consent"
    if channel == "email":
        return "" if takes_mail() else "no_server"
    if _find_account(lead, channel) is None:
        return "no_template" if channel in outreach.TEMPLATED else "no_account"
    return ""


def _address(lead: Lead, channel: str) -> str:
    return (normal_email(lead.email) or "") if channel == "email" else lead.phone or ""


def _find_account(lead: Lead, channel: str) -> Deployment | None:
    """The account of a bot of the lead's client that can write first, live ones before those for tests."""
    bots = db.session.scalars(select(Bot.id).where(Bot.client_id == lead.client_id).order_by(Bot.id)).all()
    return next(iter(outreach.find_accounts(bots, channel)), None)


def draft_message(lead: Lead) -> Draft:
    """Return what a message to the customer of a lead begins with."""
    client, now = get_client(lead.client_id), clock.now()
    language = _language_of(lead, client)
    sends_at = after_quiet(client, now, client.zone)
    return Draft(
        [Channel(channel, obstacle_of(lead, channel)) for channel in CHANNELS],
        language,
        _write(lead, client, language, "m.subject"),
        _write(lead, client, language, "m.hello"),
        _write(lead, client, language, "m.quote") if quote_obstacle(lead) is None else None,
        sends_at if sends_at > now else None,
    )


def quote_obstacle(lead: Lead) -> Conflict | None:
    """Return the Conflict that sending the quote of a lead meets; None where it can be sent."""
    if lead.price_minor is None:
        return Conflict("Nothing has been quoted yet.", code="not_quoted")
    if lead.quote_until is not None and lead.quote_until < moves.today(get_client(lead.client_id)):
        return Conflict("This quote is not valid any more. Quote again.", code="quote_over")
    return None


def _language_of(lead: Lead, client: Client) -> str:
    """The language in which the customer has written, the client's, or English."""
    contact = db.session.get(Contact, consents.contact_id_of(lead))
    preferred = (contact.language if contact is not None else "", client.language)
    return next((language for language in preferred if language in LANGUAGES), LANGUAGES[0])


def _write(lead: Lead, client: Client, language: str, key: str) -> str:
    """A text of a lead in a language."""
    wording, outlet = Wording(language), rules.outlet_of(lead)
    labels = labels_of("model", {lead.model}).get(lead.model, {})
    registration = format_registration(lead.registration or "")
    values = {
        "name": NAME,
        "vehicle": label_in(labels, language, lead.model or registration or wording.t("m.vehicle")),
        "outlet": outlet.name if outlet is not None else client.name,
        "years": wording.years(lead.plan_years or 0),
        "total": money(lead.total or 0, client.currency),
        "day": wording.day(lead.quote_until),
    }  # fmt: skip
    if lead.next_action_at is not None and key == "m.reminder":
        local = lead.next_action_at.astimezone(ZoneInfo(client.zone))
        values |= {"day": wording.day(local.date()), "time": wording.time(local)}
    return wording.t(key, **values)


# ---- having one sent ----------------------------------------------------------------------------------


def add_message(
    lead: Lead, channel: str, text: str, *, subject: str = "", with_quote: bool = False, language: str = "",
    user: User | None = None, event: str = "",
) -> LeadTouch:  # fmt: skip
    """Have a message sent to the customer of a held, open lead; after the client's quiet hours.

    Conflict where it cannot be sent, Invalid where it is too long with the quote's link.
    """
    if not lead.is_open:
        raise life.LIFE.refusal(lead.state, "contact")
    if obstacle := obstacle_of(lead, channel):
        raise Conflict(OBSTACLES[obstacle], code=obstacle)
    if with_quote and (conflict := quote_obstacle(lead)) is not None:
        raise conflict
    if _sent_today(lead) >= MOST_A_DAY:
        raise Conflict("Five messages were sent to this customer within a day. Wait until tomorrow.", code="too_many")
    client = get_client(lead.client_id)
    language = language or _language_of(lead, client)
    if with_quote and channel != "email":
        lead.quote_code = lead.quote_code or new_code()
    touch = life.add_touch(
        lead, "message", user=user, channel="message", medium=channel, subject=subject, note=text, language=language,
        with_quote=with_quote, delivery="waiting", event=event,
    )  # fmt: skip
    if len(_full_text(lead, touch)) > LONGEST[channel]:
        raise Invalid({"text": [BeyondSchema(f"Longer than {LONGEST[channel]} characters.")]})
    db.session.flush()
    enqueue("lead_message", {"touch_id": str(touch.id)}, run_at=after_quiet(client, clock.now(), client.zone))
    return touch


def repeat_message(lead: Lead, touch_id: int, user: User) -> LeadTouch:
    """Have a message that failed by the account sent again as another one, by the rules of a new one; else Conflict."""
    touches = service.touches_of(lead)
    touch = next((touch for touch in touches if touch.id == touch_id and touch.medium), None)
    if touch is None:
        raise Invalid({"message": [BeyondSchema("This message does not exist.")]})
    if touch_id not in service.repeatable_of(touches):
        detail = "Only messages that failed because of the account can be sent again, and each once."
        raise Conflict(detail, code="not_repeatable")
    return add_message(
        lead, touch.medium, touch.note, subject=touch.subject, with_quote=touch.with_quote, language=touch.language,
        user=user,
    )  # fmt: skip


OBSTACLES = {
    "no_address": "The customer has no address on this channel.",
    "opted_out": "The customer has opted out of this channel.",
    "no_consent": "The customer has not agreed to messages on this channel.",
    "no_template": "No bot of the client has a WhatsApp account with an approved template.",
    "no_account": "No bot of the client has an account on this channel.",
    "no_server": "No mail server is set up: this mail would not be sent.",
}


def _full_text(lead: Lead, touch: LeadTouch) -> str:
    """What the customer reads: neither their name nor the link of their quote is kept for those who read the lead."""
    text = _with_name(touch.note, lead)
    has_link = touch.with_quote and touch.medium != "email"
    return f"{text} {quote_link(lead, touch.language)}" if has_link else text


def _with_name(text: str, lead: Lead) -> str:
    """Return a text with the customer's name; what else is in braces stays as it was written."""
    return fill_in(text, lambda name: lead.name if name == "name" else f"{{{{{name}}}}}")


def _sent_today(lead: Lead) -> int:
    """How many messages were written within 24 hours."""
    query = select(func.count(LeadTouch.id)).where(
        LeadTouch.lead_id == lead.id, LeadTouch.medium != "", LeadTouch.at > clock.now() - timedelta(days=1)
    )
    return db.session.scalar(query) or 0


def quote_link(lead: Lead, language: str) -> str:
    """Return the address under which the customer reads the quote."""
    return f"{settings().base_url}/q/{lead.quote_code}" + ("?hl=hi" if language == "hi" else "")


def remind_customer(lead: Lead) -> None:
    """Remind the customer of a held lead of the next action; where that cannot be, note why."""
    lead.reminds_at = None
    client = get_client(lead.client_id)
    language = _language_of(lead, client)
    text = _write(lead, client, language, "m.reminder")
    try:
        add_message(lead, "whatsapp", text, language=language, event=REMINDER)
    except Conflict as conflict:
        life.add_touch(
            lead, "message", channel="message", medium="whatsapp", note=text, language=language, event=REMINDER,
            delivery="failed", failure=conflict.code,
        )  # fmt: skip
    db.session.flush()


# ---- sending ------------------------------------------------------------------------------------------


def send_message(touch_id: int) -> None:
    """Send a message that waits. NotConnected where nothing could be handed over."""
    touch = db.session.get(LeadTouch, touch_id)
    if touch is None or touch.delivery not in ("waiting", "sending"):
        return
    lead = db.session.get_one(Lead, touch.lead_id)
    # Whether it was handed over before the process ended is not known: it is never tried again.
    failure = INTERRUPTED if touch.delivery == "sending" else _late_obstacle(lead, touch)
    if failure:
        touch.delivery, touch.failure = "failed", failure
        db.session.commit()
        return
    send = _sender_of(lead, touch)
    touch.delivery = "sending"
    db.session.commit()
    try:
        failure = send()
    except NotConnected:
        write_rows(update(LeadTouch).where(LeadTouch.id == touch_id).values(delivery="waiting"))
        db.session.commit()
        raise
    touch = db.session.get_one(LeadTouch, touch_id, populate_existing=True)
    if failure:
        touch.delivery, touch.failure = "failed", failure[:40]
        return
    # A provider may have reported of it before it has answered.
    touch.delivery = "sent" if touch.delivery == "sending" else touch.delivery
    touch.sent_at = touch.sent_at or clock.now()
    db.session.flush()
    _note_contact(touch)


def _late_obstacle(lead: Lead, touch: LeadTouch) -> str:
    """Why a message that has waited is not sent any more."""
    if not lead.is_open:
        return "closed"
    if touch.with_quote and (conflict := quote_obstacle(lead)) is not None:
        return conflict.code
    return obstacle_of(lead, touch.medium)


def _sender_of(lead: Lead, touch: LeadTouch) -> Callable[[], str]:
    """What hands a message over outside any transaction, and returns the code of a failure or nothing."""
    if touch.medium == "email":
        mail = _compose_mail(lead, touch)
        return lambda: _deliver_mail(mail)
    account = _find_account(lead, touch.medium)
    to, text, reference = (lead.phone or "").removeprefix("+"), _full_text(lead, touch), f"{KIND}:{touch.id}"
    account_id = account.id if account is not None else 0
    return lambda: _deliver_text(account_id, to, text, reference)


def _deliver_mail(mail: EmailMessage) -> str:
    try:
        deliver(mail)
    except NotConnected:
        raise
    except NotDelivered as error:
        return str(error.code or NO_ANSWER)
    return ""


def _deliver_text(account_id: int, to: str, text: str, reference: str) -> str:
    receipt = outreach.send_text(account_id, to, text, reference)
    if receipt.is_transient or receipt.is_denied:
        raise NotConnected(f"The provider answered {receipt.code}.")
    return receipt.code


def _compose_mail(lead: Lead, touch: LeadTouch) -> EmailMessage:
    """The mail, with the quote as a file where it is asked for; answers go to the outlet's people."""
    client = get_client(lead.client_id)
    mail = compose(
        lead.email, _with_name(touch.subject, lead), _full_text(lead, touch), name=lead.name,
        message_id=f"lead-{lead.id}-{touch.id}", sender=client.mail_from or client.name,
    )  # fmt: skip
    owner = db.session.get(User, lead.owner_id) if lead.owner_id is not None else None
    if owner is not None and owner.email:
        mail["Reply-To"] = owner.email
    if touch.with_quote:
        content = details.draw_quote(service.details_for_customer(lead), touch.language)
        mail.add_attachment(content, maintype="application", subtype="pdf", filename=f"L-{lead.number}.pdf")
    return mail


def fail_message(touch_id: int) -> None:
    """Note that a message was given up."""
    waiting = (LeadTouch.id == touch_id, LeadTouch.delivery.in_(("waiting", "sending")))
    write_rows(update(LeadTouch).where(*waiting).values(delivery="failed", failure=NO_ANSWER))


def _note_contact(touch: LeadTouch) -> None:
    """Count a message that went out as an attempt; the first one contacts the customer of an assigned lead."""
    lead = db.session.get_one(Lead, touch.lead_id)
    hold(lead)
    if not lead.is_open:
        return
    if lead.state == "assigned":
        user = db.session.get(User, touch.user_id) if touch.user_id is not None else None
        _apply_event(lead, "contact", user)
    else:
        life.count_attempt(lead)
        db.session.flush()


def _apply_event(lead: Lead, event: str, user: User | None = None) -> None:
    """Take a lead on by a message; a next action that lies ahead stays."""
    next_action_at, reminds_at = lead.next_action_at, lead.reminds_at
    is_ahead = next_action_at is not None and next_action_at > clock.now()
    values = {"channel": "message", "next_action_at": next_action_at if is_ahead else None}
    life.apply_event(lead, event, values, user)
    lead.reminds_at = reminds_at if is_ahead else None
    db.session.flush()


# ---- what becomes of them -----------------------------------------------------------------------------


@outreach.report_of(KIND)
def note_report(deployment: Deployment, touch_id: int, status: str, code: str, at: datetime) -> None:
    """Note what became of a message: reports come twice and in any order, and never lead back."""
    query = select(LeadTouch).where(LeadTouch.id == touch_id, LeadTouch.medium == deployment.channel)
    touch = db.session.scalar(query.with_for_update())
    if touch is None or _client_of(deployment) != touch.client_id:
        return
    if status == "failed" and touch.delivered_at is None:
        touch.delivery, touch.failure = "failed", code[:40] or "failed"
    elif status in ("delivered", "read") and touch.delivery in ("sending", "sent", "delivered"):
        touch.delivery = status
        touch.sent_at = touch.sent_at or at
        at = max(at, touch.sent_at)  # Providers tell whole seconds.
        touch.delivered_at = touch.delivered_at or at
        touch.read_at = at if status == "read" else None
    db.session.flush()


def _client_of(deployment: Deployment) -> int:
    return db.session.get_one(Bot, deployment.bot_id).client_id


@outreach.work_answered.provide
def note_answer(deployment: Deployment, ext_user: str, at: datetime) -> None:
    """Note that a customer answers the latest message sent to them; a contacted one is engaged then."""
    query = (
        select(LeadTouch)
        .join(Lead, Lead.id == LeadTouch.lead_id)
        .where(
            Lead.client_id == _client_of(deployment), Lead.phone == f"+{ext_user.removeprefix('+')}",
            Lead.closed_at.is_(None), LeadTouch.medium == deployment.channel,
            LeadTouch.sent_at.between(at - ANSWERED_WITHIN, at + SECOND),
        )
        .order_by(LeadTouch.sent_at.desc(), LeadTouch.id.desc())
        .limit(1)
    )  # fmt: skip
    touch = db.session.scalar(query)
    if touch is None or touch.replied_at is not None:
        return
    touch.replied_at = at
    lead = db.session.get_one(Lead, touch.lead_id)
    hold(lead)
    if lead.state == "contacted":
        _apply_event(lead, "reply")
    else:
        life.add_touch(lead, "replied", channel="message")
        db.session.flush()
    tell(lead.owner_id, "lead_replied", life.link_of(lead), what=f"L-{lead.number}", subject="Lead")
