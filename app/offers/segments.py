"""Audiences of the people in a report: the address of its list is kept, and read again whenever it is asked for."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

import marshmallow as ma
from sqlalchemy import func, select

from app.conversations.models import Contact
from app.core.db.base import db
from app.core.db.tenancy import Scope, bound_workspace, current_scope, within
from app.core.errors import BeyondSchema, Forbidden, Invalid
from app.core.http.schemas import load_query
from app.core.security.visitor import can
from app.core.values.batches import batched
from app.core.values.urls import split_url
from app.offers import consents
from app.offers.models import SEGMENT_LENGTH, Offer

LOOKS = frozenset({"page", "per", "sort", "cols", "add", "find", "hl", "tab", "cmp", "g", "by"})
"""Keys of an address by which the same people look otherwise."""


class People(NamedTuple):
    """The people of a list, by the ids of persons, and of how many sessions they are."""

    ids: Collection[int]
    sessions: int


@dataclass(frozen=True, slots=True)
class SegmentSource:
    """A list that a report shows under an address, and who may read it."""

    subject: str
    schema: type[ma.Schema]
    read: Callable[[Mapping[str, Any]], People]


@dataclass(frozen=True, slots=True)
class Segment:
    """The people of a list and the customers of one client among them."""

    people: int
    sessions: int
    others: int
    """People of other clients."""
    persons: Mapping[int, int]
    """The person that each customer is."""

    @property
    def known(self) -> int:
        """How many of the people are customers."""
        return len(set(self.persons.values()))

    @property
    def unknown(self) -> int:
        """How many people of the client are no customers."""
        return self.people - self.others - self.known


_sources: dict[str, SegmentSource] = {}
SegmentReader = Callable[[Mapping[str, Any]], People]


def people_source(path: str, subject: str, schema: type[ma.Schema]) -> Callable[[SegmentReader], SegmentReader]:
    """Declare what reads the people behind the addresses of a page, from the filters that its schema understands."""

    def declare(read: SegmentReader) -> SegmentReader:
        _sources[path] = SegmentSource(subject, schema, read)
        return read

    return declare


def check_segment(address: str) -> str:
    """Return an address as it is stored; Invalid where it is of no list, Refused where its list is not for the asker.

    A filter that the list does not have is refused: without it, more people would be meant.
    """
    parts = split_url(address.strip())
    path, pairs = parts.path.rstrip("/"), parse_qsl(parts.query, keep_blank_values=True)
    source = _sources.get(path)
    if source is None:
        raise _invalid("Give the address of a list of conversations or people, or of a step of a funnel.")
    if not can("read", source.subject):
        raise Forbidden("You may not read this report.")
    keys = {field.data_key or name for name, field in source.schema().fields.items()}
    pairs = [(key, value) for key, value in pairs if key not in LOOKS]
    if unknown := [key for key, _ in pairs if key not in keys]:
        raise _invalid(f"This list has no filter “{unknown[0][:40]}”.")
    query = urlencode(pairs, safe=",:;")
    stored = f"{path}?{query}" if query else path
    if len(stored) > SEGMENT_LENGTH:
        raise _invalid(f"Longer than {SEGMENT_LENGTH} characters.")
    _read(stored)
    return stored


def visible_segment(offer: Offer) -> str | None:
    """Return the address of an offer's list as the reader may know it: without filters for readers of less than it."""
    if offer.segment is None or current_scope().covers(Scope.read(offer.segment_scope)):
        return offer.segment
    return urlsplit(offer.segment).path


def find_segment(address: str, scope: Scope, client_id: int) -> Segment:
    """Return who is in a list now, as far as a scope and the present one reach; Invalid where it cannot be read."""
    with within(bound_workspace(), current_scope().meet(scope)):
        people = _read(address)
    here = select(func.count(Contact.id)).where(Contact.client_id == client_id)
    own = sum(
        db.session.scalar(here.where(Contact.id.in_(ids))) or 0 for ids in batched(sorted(people.ids), consents.AT_ONCE)
    )
    persons = consents.persons_of_customers(client_id, people.ids)
    return Segment(len(people.ids), people.sessions, len(people.ids) - own, persons)


def _read(address: str) -> People:
    parts = urlsplit(address)
    source = _sources[parts.path]
    try:
        return source.read(load_query(source.schema(), parts.query))
    except ma.ValidationError as error:
        raise _invalid(*_sentences(error.messages_dict)) from None
    except Invalid as error:
        raise _invalid(*_sentences(error.errors)) from None


def _sentences(errors: Mapping[str, Any]) -> list[str]:
    return [f"{key}: {text}" for key, texts in errors.items() for text in texts]


def _invalid(*texts: str) -> Invalid:
    return Invalid({"segment": [BeyondSchema(text) for text in texts]})
