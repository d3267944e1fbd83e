"""The person behind a contact, after merges."""

from sqlalchemy import ColumnElement, SQLColumnExpression, case, select
from sqlalchemy.orm import aliased

from app.conversations.models import Contact

# Made once: each alias copies every column of its table.
_merged, _same = aliased(Contact), aliased(Contact)
_others = select(_merged.id).where(_merged.person_id != _merged.id)
_persons = select(_same.person_id)


def person(contact_id: SQLColumnExpression[int]) -> ColumnElement[int]:
    """The person of a column of contacts; only those that were merged, which have an index, are looked up."""
    of_contact = _persons.where(_same.id == contact_id).scalar_subquery()
    return case((contact_id.in_(_others), of_contact), else_=contact_id)
