"""Rules of customers' documents: what may be sent, their life, their values, and copies of one another."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, func, or_, select

from app.accounts.users.models import User
from app.clients import moves
from app.clients.models import Client
from app.clients.service import check_taking, get_client, sole_client
from app.conversations.masking import mask_name, may_see_names
from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import db, fetch, hold, rows_by_id, write_rows
from app.core.db.ids import new_id
from app.core.db.tenancy import bound_workspace, current_scope
from app.core.errors import BeyondSchema, Conflict, Invalid, NotFound
from app.core.http.listing import Order
from app.core.lifecycles import Lifecycle
from app.core.pdf.pictures import page_picture
from app.core.security.visitor import can
from app.core.values.batches import batched
from app.masters.documents.answers import say_reason
from app.masters.documents.files import CheckedFile, are_near, bands_of
from app.masters.documents.kinds import FIELDS, REQUIRED, check_order, fit_fields, missing_of
from app.masters.documents.models import STATES, WAITING, CustomerDocument, CustomerDocumentFile
from app.masters.records.models import Customer, Vehicle
from app.masters.records.rules import warnings_of
from app.masters.records.service import find_outlet, get_record, numbers_of, places_of

LIFE = Lifecycle("customer document", STATES, {
    "classify": ("received", "classified"),
    "extract": ("classified", "extracted"),
    "submit": ("extracted", "needs_review"),
    "accept": ("needs_review", "accepted"),
    "reject": (WAITING, "rejected"),
    "reopen": (("accepted", "rejected"), "needs_review"),
    "expire": (tuple(state for state in STATES if state != "expired"), "expired"),
})  # fmt: skip
COPIED = ("vin", "registration", "number")
"""Values that are kept in columns too, because documents are compared by them."""
MOST_COPIES, MOST_COMPARED, AT_ONCE = 20, 2000, 50
WHICH_CLIENT = "There are several clients. Choose an outlet, customer or vehicle."
FIRST_KIND = "Choose first what kind of document this is."
MARKS = ("same_file", "same_picture", "vin_elsewhere", "number_elsewhere")
"""Why a document may be a copy or not what it claims to be."""


# ---- reading ------------------------------------------------------------------------------------------


def list_documents(args: Mapping[str, Any]) -> Select[CustomerDocument]:
    """Select documents by what a list asks for."""
    query = select(CustomerDocument)
    if args["state"]:
        is_of = CustomerDocument.state.in_(WAITING) if args["state"] == "waiting" else None
        query = query.where(CustomerDocument.state == args["state"] if is_of is None else is_of)
    if args["kind"]:
        query = query.where(CustomerDocument.kind == args["kind"])
    if args["outlet"] is not None:
        query = query.where(CustomerDocument.outlet_id == args["outlet"])
    if args["expiring"] is not None:
        query = query.where(*is_expiring(args["expiring"]))
    return query


def documents_of(contacts: Sequence[int], client_id: int) -> Select[CustomerDocument]:
    """Select the documents that some contacts have sent, and those of the customers with their numbers."""
    conversation_ids = select(Conversation.id).where(Conversation.contact_id.in_(contacts))
    owners = select(Customer.id).where(Customer.client_id == client_id, Customer.phone.in_(numbers_of(contacts)))
    theirs = CustomerDocument.conversation_id.in_(conversation_ids) | CustomerDocument.customer_id.in_(owners)
    return select(CustomerDocument).where(CustomerDocument.client_id == client_id, theirs)


def is_expiring(days: int) -> list[ColumnElement[bool]]:
    """Return what cuts documents to accepted ones that are valid for so many days at most."""
    today = clock.now().date()
    until = CustomerDocument.valid_until
    return [CustomerDocument.state == "accepted", until >= today, until <= today + timedelta(days=days)]


def count_waiting() -> int:
    """Return how many documents wait for a decision."""
    waiting = select(func.count(CustomerDocument.id)).where(CustomerDocument.state.in_(WAITING))
    return db.session.scalar(waiting) or 0


def get_document(document_id: int) -> CustomerDocument:
    """Return a document the reader may see, or raise NotFound."""
    return fetch(select(CustomerDocument).where(CustomerDocument.id == document_id), "This document does not exist.")


def get_file(document: CustomerDocument) -> CustomerDocumentFile:
    """Return the file of a document, or raise NotFound once it is erased."""
    query = select(CustomerDocumentFile).where(CustomerDocumentFile.customer_document_id == document.id)
    return fetch(query, "The file of this document is no longer kept.")


def draw_page(document: CustomerDocument, number: int) -> bytes:
    """Return a page of a document's PDF as a picture, or raise NotFound; the transaction is over then."""
    file = get_file(document)
    if not 1 <= number <= (document.pages or 0):
        raise NotFound("This document has no such page.")
    return page_picture(("customer document", document.id, number), lambda: file.content, number)


def serialize_list(rows: Sequence[CustomerDocument]) -> list[dict[str, Any]]:
    """Return documents as lists show them; initials for readers who may not see names."""
    places, sees = places_of(rows), may_see_names()
    customers = rows_by_id(Customer, {row.customer_id for row in rows})
    vehicles = rows_by_id(Vehicle, {row.vehicle_id for row in rows})
    marks = marks_of(rows)
    names = ("id", "kind", "state", "received_at", "media_type", "size", "pages", "valid_until", "reason", "decided_at",
             "decided_by", "revision")  # fmt: skip
    return [
        {name: getattr(row, name) for name in names}
        | {
            "place": places[row.id], "customer": _serialize_customer(customers.get(row.customer_id), sees=sees),
            "vehicle": _vehicle(vehicles.get(row.vehicle_id)), "marks": marks.get(row.id, []),
            "possible": _possible(row),
        }
        for row in rows
    ]  # fmt: skip


def _serialize_customer(customer: Customer | None, *, sees: bool) -> dict[str, Any] | None:
    if customer is None:
        return None
    return {"id": customer.id, "name": customer.name if sees else mask_name(customer.name)}


def _vehicle(vehicle: Vehicle | None) -> dict[str, Any] | None:
    return {"id": vehicle.id, "name": vehicle.registration or vehicle.vin} if vehicle is not None else None


def _possible(row: CustomerDocument) -> list[str]:
    """What a person may do to a document now: its values may be given as it is accepted."""
    if row.state in WAITING:
        return ["accept", "reject"]
    return ["reopen"] if "reopen" in LIFE.possible(row.state) else []


def whole(row: CustomerDocument) -> dict[str, Any]:
    """Return one document with its values, warnings, copies and neighbours in the queue."""
    sees, client = may_see_names(), db.session.get_one(Client, row.client_id)
    return serialize_list([row])[0] | {
        "fields": row.fields if sees else {}, "hidden": not sees, "note": row.note if sees else "",
        "warnings": {"vin": warnings_of(row.vin)} if row.vin and warnings_of(row.vin) else {},
        "copies": [{"id": other.id, "kind": other.kind, "received_at": other.received_at, "mark": mark}
                   for other, mark in copies_of(row)],
        "keep_until": row.received_at + timedelta(days=client.media_days), "zone": client.zone,
        "currency": client.currency, "neighbours": _neighbours(row), "erased": row.state == "expired",
        "conversation": row.conversation_id if can("read", "Conversation") else None,
        "required": list(REQUIRED.get(row.kind or "", ())), "offered": list(FIELDS.get(row.kind or "", ())),
    }  # fmt: skip


def _neighbours(row: CustomerDocument) -> dict[str, int | None]:
    """The documents that wait before and after it, in the order of the queue: the oldest first."""
    order = Order(CustomerDocument.id, CustomerDocument.received_at, descending=False)
    waiting = CustomerDocument.state.in_(WAITING)
    previous, following = order.neighbours(row, [waiting])
    others = select(CustomerDocument.id).where(waiting, CustomerDocument.id != row.id).order_by(*order.clauses())
    return {"previous": previous, "next": following or db.session.scalar(others.limit(1))}


# ---- copies -------------------------------------------------------------------------------------------


def marks_of(rows: Sequence[CustomerDocument]) -> dict[int, list[str]]:
    """Return why each of some documents may be a copy, compared with all that the reader may see."""
    marks_by_id: dict[int, list[str]] = {}
    for some in batched(rows, AT_ONCE):
        others = _comparable(some)
        for row in some:
            marks = {mark for other in others if (mark := _mark(row, other))}
            if marks:
                marks_by_id[row.id] = [mark for mark in MARKS if mark in marks]
    return marks_by_id


def copies_of(row: CustomerDocument) -> list[tuple[CustomerDocument, str]]:
    """Return the documents that one may be a copy of, with the reason, the newest first."""
    pairs = [(other, mark) for other in _comparable([row]) if (mark := _mark(row, other))]
    return sorted(pairs, key=lambda pair: -pair[0].id)[:MOST_COPIES]


def _comparable(rows: Sequence[CustomerDocument]) -> Sequence[CustomerDocument]:
    """Documents that share a digest, a part of a hash or a value with some others."""
    conditions: list[ColumnElement[bool]] = []
    for name in ("sha256", "vin", "number", "band_0", "band_1", "band_2", "band_3"):
        values = {getattr(row, name) for row in rows} - {None, ""}
        if values:
            conditions.append(getattr(CustomerDocument, name).in_(values))
    if not conditions:
        return []
    query = select(CustomerDocument).where(or_(*conditions), CustomerDocument.state != "expired")
    return db.session.scalars(query.order_by(CustomerDocument.id.desc()).limit(MOST_COMPARED)).all()


def _mark(row: CustomerDocument, other: CustomerDocument) -> str:
    """Why a document may be a copy of another one; empty where nothing says so."""
    if row.id == other.id or row.client_id != other.client_id:
        return ""
    if row.sha256 and row.sha256 == other.sha256:
        return "same_file"
    if are_near(row.picture_hash, other.picture_hash) and not _differ(row, other):
        return "same_picture"
    is_elsewhere = bool(row.registration and other.registration and row.registration != other.registration)
    if is_elsewhere and row.vin and row.vin == other.vin:
        return "vin_elsewhere"
    if is_elsewhere and row.number and row.kind == other.kind and row.number == other.number:
        return "number_elsewhere"
    return ""


def _differ(row: CustomerDocument, other: CustomerDocument) -> bool:
    """Whether people have read values that tell two alike pictures apart: forms of one kind look the same."""
    pairs = [(getattr(row, name), getattr(other, name)) for name in COPIED]
    return any(mine and theirs and mine != theirs for mine, theirs in pairs)


# ---- changing -----------------------------------------------------------------------------------------


def create_document(values: dict[str, Any], file: CheckedFile) -> CustomerDocument:
    """Add a document with its file; a copy of another one is marked and kept all the same."""
    client, outlet_id, customer, vehicle = _find_place(values)
    check_taking(client)
    row = add_document(file, client_id=client.id, outlet_id=outlet_id, customer_id=customer and customer.id,
                       vehicle_id=vehicle and vehicle.id)  # fmt: skip
    if values.get("kind"):
        _classify(row, values["kind"], None)
    db.session.flush()
    return row


def add_document(file: CheckedFile, **values: Any) -> CustomerDocument:
    """Add the document of a checked file, with the file, sealed."""
    row = CustomerDocument(
        id=new_id(), workspace_id=bound_workspace(), state="received", media_type=file.media_type,
        size=len(file.content), pages=file.pages, sha256=file.sha256, picture_hash=file.picture_hash, **values,
    )  # fmt: skip
    for place, band in enumerate(bands_of(file.picture_hash)):
        setattr(row, f"band_{place}", band)
    db.session.add(row)
    db.session.flush()
    customer_document_file = CustomerDocumentFile(
        id=new_id(), workspace_id=row.workspace_id, client_id=row.client_id, outlet_id=row.outlet_id,
        customer_document_id=row.id,
    )  # fmt: skip
    customer_document_file.keep_content(file.content)
    db.session.add(customer_document_file)
    db.session.flush()
    return row


def _find_place(values: dict[str, Any]) -> tuple[Client, int | None, Customer | None, Vehicle | None]:
    """Where a document belongs: as it says itself, or as its vehicle and its customer do."""
    vehicle = get_record(Vehicle, values["vehicle"], "vehicle") if values.get("vehicle") else None
    customer = get_record(Customer, values["customer"], "customer") if values.get("customer") else None
    if customer is None and vehicle is not None and vehicle.customer_id is not None:
        customer = db.session.scalar(select(Customer).where(Customer.id == vehicle.customer_id))
    outlet = find_outlet(values["outlet"]) if values.get("outlet") else None
    record = vehicle or customer
    outlet_id = outlet.id if outlet is not None else record.outlet_id if record is not None else None
    if outlet_id is None and current_scope().outlets is not None:
        raise Invalid({"outlet": [BeyondSchema("You see only some outlets. Choose one of them.")]})
    client_id = outlet.client_id if outlet is not None else record.client_id if record is not None else None
    client = get_client(client_id) if client_id is not None else sole_client("outlet", WHICH_CLIENT)
    for name, row in (("customer", customer), ("vehicle", vehicle)):
        if row is not None and row.client_id != client.id:
            raise Invalid({name: [BeyondSchema("Must be of the same client as the outlet.")]})
    return client, outlet_id, customer, vehicle


def _classify(row: CustomerDocument, kind: str, user: User | None) -> None:
    """Say what kind of document it is; values that this kind does not have are dropped."""
    if row.kind == kind:
        return
    row.kind = kind
    if row.state == "received":
        LIFE.move(row, "classify", reason=kind, user_id=user.id if user is not None else None)
    if row.fields:
        _keep_fields(row, {name: value for name, value in row.fields.items() if name in FIELDS[kind]})


def change_fields(row: CustomerDocument, values: dict[str, Any], user: User) -> None:
    """Set kind and values of a document that waits for a decision; the first values take it on to its review."""
    if row.state not in WAITING:
        raise Conflict("This document was decided. Reopen it first.", code="decided")
    kind = values.pop("kind", None)
    if kind:
        _classify(row, kind, user)
    if not values:
        return
    if row.kind is None:
        raise Invalid({"kind": [BeyondSchema(FIRST_KIND)]})
    client = db.session.get_one(Client, row.client_id)
    fitted, errors = fit_fields(row.kind, values, client, moves.today(client))
    fields = {name: value for name, value in (row.fields | _to_json(fitted)).items() if value not in (None, "")}
    errors = errors or check_order(fields)
    if errors:
        raise Invalid(errors)
    _keep_fields(row, fields)
    if not row.first_fields and fields:
        row.first_fields, row.entered_by_id, row.entered_at = fields, user.id, clock.now()
    _submit(row, user)
    db.session.flush()


def _submit(row: CustomerDocument, user: User) -> None:
    """Move a document on to its review, from whatever state before it."""
    for event in ("extract", "submit"):
        if row.state in LIFE.events[event].sources:
            LIFE.move(row, event, user_id=user.id)


def _to_json(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values as JSON has them."""
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in values.items()}


def _keep_fields(row: CustomerDocument, fields: dict[str, Any]) -> None:
    """Keep values, and beside them those that documents are found by."""
    row.fields = fields
    for name in COPIED:
        setattr(row, name, fields.get(name))
    row.valid_until = date.fromisoformat(fields["valid_until"]) if fields.get("valid_until") else None


def accept(row: CustomerDocument, values: dict[str, Any], user: User) -> None:
    """Accept a document with its values, which may be given or corrected at once; Invalid names what is missing."""
    hold(row)
    if row.state not in WAITING:
        raise LIFE.refusal(row.state, "accept")
    if row.kind is None and not values.get("kind"):
        raise Invalid({"kind": [BeyondSchema(FIRST_KIND)]})
    change_fields(row, values, user)
    kind = row.kind or ""
    if errors := missing_of(kind, row.fields):
        raise Invalid(errors)
    _submit(row, user)
    LIFE.move(row, "accept", user_id=user.id)
    row.reviewed = list(row.first_fields) if row.entered_by_id != user.id else []
    row.corrected = [name for name in row.reviewed if row.fields.get(name) != row.first_fields[name]]
    _decide(row, "accepted", user)


def reject(row: CustomerDocument, reason: str, note: str, user: User) -> None:
    """Reject a document, with the reason."""
    hold(row)
    LIFE.move(row, "reject", reason=reason, user_id=user.id)
    _decide(row, "rejected", user, reason=reason, note=note)
    say_reason(row)


def reopen(row: CustomerDocument, user: User) -> None:
    """Take a decision back, so that the document waits for another one."""
    hold(row)
    LIFE.move(row, "reopen", user_id=user.id)
    row.decision, row.reason, row.note, row.decided_by = "", "", "", ""
    row.decided_at = row.decided_by_id = None
    row.reviewed, row.corrected = [], []
    db.session.flush()


def _decide(row: CustomerDocument, decision: str, user: User, *, reason: str = "", note: str = "") -> None:
    row.decision, row.reason, row.note = decision, reason, note
    row.decided_at, row.decided_by_id, row.decided_by = clock.now(), user.id, user.full_name[:120]
    db.session.flush()


# ---- erasing ------------------------------------------------------------------------------------------


def expire(rows: Iterable[CustomerDocument]) -> int:
    """Erase files and values of documents; kind, outlet, times and decision stay, because reports count them."""
    number = 0
    for row in rows:
        write_rows(delete(CustomerDocumentFile).where(CustomerDocumentFile.customer_document_id == row.id))
        row.first_fields, row.customer_id, row.vehicle_id, row.note = {}, None, None, ""
        row.conversation_id = None
        row.sha256 = row.picture_hash = ""
        row.band_0 = row.band_1 = row.band_2 = row.band_3 = None
        # Which values were right stays countable.
        _keep_fields(row, {})
        if row.state != "expired":
            LIFE.move(row, "expire")
        number += 1
    db.session.flush()
    return number


def overdue(client: Client, moment: datetime) -> Select[CustomerDocument]:
    """Select documents that a client's policy keeps no longer."""
    late = CustomerDocument.received_at < moment - timedelta(days=client.media_days)
    return select(CustomerDocument).where(
        CustomerDocument.client_id == client.id, CustomerDocument.state != "expired", late
    )
