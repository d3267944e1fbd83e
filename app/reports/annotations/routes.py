"""Calls on annotations."""

from typing import Any

from flask import url_for

from app.core.http.api import Blueprint
from app.core.http.listing import paginate, with_more
from app.core.http.resources import Reply, Resource
from app.core.http.schemas import PageArgs
from app.core.security.operations import Operation, RowOperations, needs
from app.core.security.visitor import require_user
from app.reports.annotations import service
from app.reports.annotations.schemas import (
    AnnotationChangeSchema,
    AnnotationPageSchema,
    AnnotationSchema,
    NewAnnotationSchema,
)
from app.reports.records.models import Annotation

blp = Blueprint("annotations", __name__, url_prefix="/api/v1/annotations", description="Notes on reports.")


ANNOTATIONS = Resource(
    service.get_annotation,
    AnnotationSchema,
    address=lambda row: url_for("annotations.get_annotation", annotation_id=row.id),
)
ANNOTATION_CALLS = RowOperations("Dashboard", "annotation", AnnotationSchema)


@blp.get("", Operation(needs("read", "Dashboard"), query=PageArgs, answer=AnnotationPageSchema))
def list_annotations(args: dict[str, Any]) -> dict[str, Any]:
    """List annotations."""
    rows = paginate(service.list_annotations(), args, key=Annotation.id, sort=Annotation.at)
    return with_more(rows, zone=service.zone().key)


@blp.post("", ANNOTATION_CALLS.create(NewAnnotationSchema))
def create_annotation(args: dict[str, Any]) -> Reply:
    """Create an annotation."""
    return ANNOTATIONS.create(service.create_annotation(args, require_user().id))


@blp.get("/<int:annotation_id>", ANNOTATION_CALLS.read())
def get_annotation(annotation_id: int) -> Reply:
    """Retrieve an annotation."""
    return ANNOTATIONS.get(annotation_id)


@blp.patch("/<int:annotation_id>", ANNOTATION_CALLS.update(AnnotationChangeSchema))
def change_annotation(args: dict[str, Any], annotation_id: int) -> Reply:
    """Update an annotation."""
    return ANNOTATIONS.change(annotation_id, lambda row: service.change_annotation(row, args))


@blp.delete("/<int:annotation_id>", ANNOTATION_CALLS.delete())
def delete_annotation(annotation_id: int) -> None:
    """Delete an annotation."""
    ANNOTATIONS.delete(annotation_id, service.delete_annotation)
