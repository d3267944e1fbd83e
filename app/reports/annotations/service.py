"""Rules of annotations."""

from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Select, select

from app.analytics.data_version import raise_version
from app.core.db.base import db, fetch
from app.reports.filters.selection import ConversationFilters
from app.reports.records.models import Annotation


def list_annotations() -> Select[Annotation]:
    """Select annotations."""
    return select(Annotation)


def get_annotation(annotation_id: int) -> Annotation:
    """Return an annotation, or raise NotFound."""
    return fetch(select(Annotation).where(Annotation.id == annotation_id), "This annotation does not exist.")


def create_annotation(values: Mapping[str, Any], user_id: int) -> Annotation:
    """Add an annotation."""
    row = Annotation(owner_id=user_id)
    db.session.add(row)
    change_annotation(row, values)
    return row


def change_annotation(row: Annotation, values: Mapping[str, Any]) -> None:
    """Change an annotation; a minute without a zone is on the clock of reports."""
    for name, value in values.items():
        setattr(row, name, value)
    if row.at.tzinfo is None:
        row.at = row.at.replace(tzinfo=zone())
    raise_version()
    db.session.flush()


def delete_annotation(row: Annotation) -> None:
    """Delete an annotation."""
    db.session.delete(row)
    raise_version()
    db.session.flush()


def zone() -> ZoneInfo:
    """The zone of reports."""
    return ConversationFilters().select().zone
