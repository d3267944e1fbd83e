"""Finding leads by VIN or registration, by their number, and by the customer as a reader may see them."""

from sqlalchemy import select

from app.core.db.base import db
from app.core.languages import label_in
from app.leads.life import link_of
from app.leads.models import Lead
from app.leads.service import ListedLead, fits, list_details
from app.masters.records.identities import format_registration
from app.search.hits import Hit, SearchResults
from app.search.masters import LEAST, MOST
from app.search.matching import mark_words, terms_of


def find(q: str, language: str) -> SearchResults:
    """Find the leads in reach that a text means."""
    if len(q.strip()) < LEAST:
        return SearchResults(0, lambda _start, _end: [])
    rows = db.session.scalars(select(Lead).where(fits(q)).order_by(Lead.id.desc()).limit(MOST)).all()
    return SearchResults(
        len(rows),
        lambda start, end: [_hit(lead, q, language) for lead in list_details(rows[start:end])],
        len(rows) >= MOST,
    )


def _hit(row: ListedLead, q: str, language: str) -> Hit:
    """A lead with its vehicle."""
    lead = row.lead
    vehicle = format_registration(lead.registration) if lead.registration else lead.vin or ""
    model = label_in(row.labels["model"], language, lead.model)
    detail = " · ".join(part for part in (row.number, vehicle, model) if part)
    terms = terms_of(q)
    return Hit(str(lead.id), link_of(lead), mark_words(terms, row.name), mark_words(terms, detail), "shield-check")
