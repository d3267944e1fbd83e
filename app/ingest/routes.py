"""Calls on contacts: one contact, merging two, taking a merge back, forgetting one."""

from typing import Any

import marshmallow as ma

from app.conversations import forgetting
from app.conversations.masking import mask_name, may_see_names
from app.conversations.models import Contact, ForgottenContact
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.schemas import Id, Line, ResponseSchema, Schema, Text
from app.core.security.operations import Operation, needs
from app.core.security.visitor import require_user
from app.ingest import merging

blp = Blueprint("contacts", __name__, url_prefix="/api/v1/contacts", description="Contacts.")


class MergedContactSchema(Schema):
    """A contact by name, and the last digits of its number."""

    id = Id()
    name = ma.fields.Function(
        lambda contact: contact.name if may_see_names() else mask_name(contact.name), metadata={"type": "string"}
    )
    last4 = Text(metadata={"example": "3210"})


class PersonContactSchema(MergedContactSchema):
    """A contact, the person it is, and the other contacts that are the same person."""

    language = Text()
    person = Id(attribute="person_id", metadata={"description": "The oldest contact of the person: itself or another"})
    first_engaged_at = ma.fields.AwareDateTime(allow_none=True)
    merged_into = Id(attribute="merged_into_id", allow_none=True)
    merged_at = ma.fields.AwareDateTime(allow_none=True)
    others = ma.fields.Function(
        lambda contact: MergedContactSchema(many=True).dump(merging.merged_with(contact)),
        metadata={"type": "array", "items": {"type": "object"}},
    )


class MergeSchema(Schema):
    """The contact to merge with; the older of both stays."""

    other = Id(required=True)


class ForgetSchema(Schema):
    """Why a contact is to be forgotten, which the certificate tells; redacted."""

    reason = Line(load_default="", validate=ma.validate.Length(max=500), metadata={"example": "Asked by letter"})


class ForgettingSchema(ResponseSchema):
    """The job that forgets."""

    job = Id(attribute="job_id")


@blp.get("/<int:contact_id>", Operation(needs("read", "Conversation"), answer=PersonContactSchema, problems=(410,)))
def get_contact(contact_id: int) -> Contact:
    """Retrieve a contact; the certificate of a forgotten one is in the 410."""
    return merging.get_contact(contact_id)


@blp.post(
    "/<int:contact_id>/merge",
    Operation(needs("update", "Conversation"), audit="contact:merge", body=MergeSchema, answer=PersonContactSchema),
)
def merge_contacts(args: dict[str, Any], contact_id: int) -> Contact:
    """Merge two contacts; the older id stays and is answered."""
    person = merging.merge(contact_id, args["other"])
    db.session.commit()
    return person


@blp.post(
    "/<int:contact_id>/unmerge",
    Operation(needs("update", "Conversation"), audit="contact:unmerge", answer=PersonContactSchema),
)
def unmerge_contact(contact_id: int) -> Contact:
    """Unmerge a contact that was merged in the last 30 days."""
    contact = merging.unmerge(contact_id)
    db.session.commit()
    return contact


@blp.post(
    "/<int:contact_id>/forget",
    Operation(
        needs("delete", "Conversation"),
        audit="contact:forget",
        body=ForgetSchema,
        answer=ForgettingSchema,
        status=202,
        problems=(410,),
    ),
)
def forget_contact(args: dict[str, Any], contact_id: int) -> ForgottenContact:
    """Erase a contact and all contacts of the same person; figures stay."""
    contact = merging.get_contact(contact_id)
    row = forgetting.start_forgetting([contact, *merging.merged_with(contact)], args["reason"], require_user())
    db.session.commit()
    return row
