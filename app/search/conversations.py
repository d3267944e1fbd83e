"""Finding conversations: by id, by the last digits of a number, by what was said.

Texts are searched as they were redacted, and no more of a number than its last four digits is stored in clear.
Of frequent words only the newest messages are looked at: a search tells that there are more, not how many.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Row, Select, or_, select
from sqlalchemy.orm import aliased

from app.conversations.masking import mask_name, may_see_names
from app.conversations.models import Contact, Conversation, Message
from app.core.db.base import db
from app.reports.history import search as texts
from app.search.hits import Hit, SearchResults
from app.search.matching import mark_words, parts, terms_of

MOST = 400
"""Messages looked at in one go; conversations of a number or an id likewise."""
COUNTED = 100
"""Conversations of a text that are counted: of a word that has more it is said that there are others."""
FURTHEST = 32 * MOST
"""Messages looked at where few conversations have all of the newest ones."""
LEAST_ID, LEAST_WORD, LAST, LONGEST_PHONE = 6, 3, 4, 15
WIDTH = 90
"""Characters of a message: as many as are read at a glance, what was looked for near the beginning."""
_ID_LENGTHS = (18, 19)
_NUMBER = re.compile(r"\+?[\d ().-]+")


@dataclass(frozen=True, slots=True)
class _Place:
    """A conversation that was found, and by which message if by one."""

    conversation_id: int
    message_id: int | None = None
    turn: int = 0


def find(q: str) -> SearchResults:
    """The conversations in reach that fit, those named by an id or a number first, then the newest."""
    digits = _digits(q)
    matches = {place.conversation_id: place for place in (*_by_id(digits), *_by_number(digits))}
    by_text = _by_text(q)
    for place in by_text:
        matches.setdefault(place.conversation_id, place)
    places = list(matches.values())
    return SearchResults(len(places), lambda start, end: _hits(places[start:end], q, digits), len(by_text) >= COUNTED)


def _digits(q: str) -> str:
    """The digits of what is nothing but a number."""
    return re.sub(r"\D", "", q) if _NUMBER.fullmatch(q.strip()) else ""


def _by_id(digits: str) -> list[_Place]:
    """Conversations whose id begins so."""
    if len(digits) < LEAST_ID or len(digits) > _ID_LENGTHS[-1]:
        return []
    ranges = [(int(digits) * 10**n, (int(digits) + 1) * 10**n) for n in _missing(digits)]
    spans = [(first, min(last, 2**63 - 1)) for first, last in ranges if first < 2**63]
    if not spans:
        return []
    inside = or_(*(Conversation.id.between(first, last - (last < 2**63 - 1)) for first, last in spans))
    return _ids(select(Conversation.id).where(inside).order_by(Conversation.id.desc()))


def _missing(digits: str) -> list[int]:
    """How many digits may be missing for it to be an id."""
    return [length - len(digits) for length in _ID_LENGTHS if length >= len(digits)]


def _by_number(digits: str) -> list[_Place]:
    """Conversations of people whose number ends so."""
    if not LAST <= len(digits) <= LONGEST_PHONE:
        return []
    person, other = aliased(Contact), aliased(Contact)
    ends = select(person.person_id).where(person.last4 == digits[-LAST:])
    contacts = select(other.id).where(other.person_id.in_(ends))
    query = select(Conversation.id).where(Conversation.contact_id.in_(contacts))
    return _ids(query.order_by(Conversation.started_at.desc(), Conversation.id.desc()))


def _ids(query: Select[int]) -> list[_Place]:
    """The conversations of a query."""
    return [_Place(key) for key in db.session.scalars(query.limit(MOST))]


def _by_text(q: str) -> list[_Place]:
    """The newest conversations that have every word, the last as a beginning; if none has, those one slip away.

    As many as are counted or all there are, so that the beginning of a word never finds fewer than the word.
    """
    if not any(len(term) >= LEAST_WORD for term in texts.terms(q)):
        return []
    places = _newest(q)
    if len(places) < COUNTED and texts.is_open_ended(q):
        places = _newest(q, prefix=True)
    return places or (_newest(q, slips=True) if texts.can_slip(q) else [])


def _newest(q: str, **how: bool) -> list[_Place]:
    """The newest conversations with all words of `q`, at most as many as are counted, each by its newest message."""
    most = MOST
    while True:
        rows = texts.newest(q, most, **how)
        places: dict[int, _Place] = {}
        for row in rows:
            places.setdefault(row.conversation_id, _Place(row.conversation_id, row.id, row.turn_number))
        if len(rows) < most or len(places) >= COUNTED or most >= FURTHEST:
            return list(places.values())[:COUNTED]
        most *= 4


def _hits(places: Sequence[_Place], q: str, digits: str) -> list[Hit]:
    """The places with names and texts, looked up for all at once."""
    person = aliased(Contact)
    query = (
        select(Conversation.id, Conversation.started_at, Conversation.first_text, person.name, person.last4)
        .join(Contact, Contact.id == Conversation.contact_id)
        .join(person, person.id == Contact.person_id)
        .where(Conversation.id.in_([place.conversation_id for place in places]))
    )
    rows = {row.id: row for row in db.session.execute(query)}
    messages = select(Message.id, Message.text).where(Message.id.in_([p.message_id for p in places if p.message_id]))
    texts_by_id = {row.id: row.text for row in db.session.execute(messages)}
    return [
        _hit(place, rows[place.conversation_id], texts_by_id.get(place.message_id or 0), q, digits)
        for place in places
        if place.conversation_id in rows
    ]


def _hit(place: _Place, row: Row[int, datetime, str, str, str], text: str | None, q: str, digits: str) -> Hit:
    """One conversation: who it was with, and what of it was looked for."""
    key, started, first, name, last4 = row
    name = name if may_see_names() else mask_name(name)
    title = parts(name)
    if last4:
        is_last4 = last4 == digits[-LAST:]
        title = [*title, *parts(f"{' ' if name else ''}•"), *parts(last4, [(0, LAST)] if is_last4 else ())]
    if text is not None:
        detail = mark_words(terms_of(q), texts.around(text, texts.terms(q), WIDTH))
    elif str(key).startswith(digits) and len(digits) >= LEAST_ID:
        detail = parts(str(key), [(0, len(digits))])
    else:
        detail = parts(first)
    url = f"/reports/conversations/{key}"
    return Hit(str(key), f"{url}?turn={place.turn}#t{place.turn}" if place.turn else url, title, detail, at=started)
