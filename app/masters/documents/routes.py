"""Calls on documents of customers."""

from typing import Any

from flask import Response, url_for

from app.core.db.base import db, without_lock
from app.core.errors import Forbidden
from app.core.http.api import Blueprint
from app.core.http.etags import etag
from app.core.http.headers import SANDBOXED
from app.core.http.listing import paginate, with_more
from app.core.http.resources import Reply, Resource
from app.core.security.operations import LARGEST_UPLOAD, Operation, RowOperations, needs
from app.core.security.visitor import can, require_user
from app.masters.documents import service
from app.masters.documents.arguments import CustomerDocumentListArgs
from app.masters.documents.files import LARGEST, check_file
from app.masters.documents.models import CustomerDocument
from app.masters.documents.schemas import (
    CustomerDocumentFieldsSchema,
    CustomerDocumentFiles,
    CustomerDocumentPageSchema,
    NewCustomerDocumentForm,
    RejectCustomerDocumentSchema,
    WholeCustomerDocumentSchema,
)

blp = Blueprint("customer_documents", __name__, url_prefix="/api/v1/customer-documents",
                description="Documents of customers.")  # fmt: skip
ENDINGS = {"image/jpeg": "jpg", "image/png": "png", "image/webp": "webp", "application/pdf": "pdf"}
FILE_HEADERS = SANDBOXED | {"Cache-Control": "private, no-store"}


DOCUMENTS = Resource(service.get_document, WholeCustomerDocumentSchema, service.whole)
CUSTOMER_DOCUMENT_CALLS = RowOperations("Master", "customer_document", WholeCustomerDocumentSchema)


@blp.get("", Operation(needs("read", "Master"), query=CustomerDocumentListArgs, answer=CustomerDocumentPageSchema))
def list_customer_documents(args: dict[str, Any]) -> dict[str, Any]:
    """List documents of customers, the newest first."""
    query = service.list_documents(args)
    page = paginate(query, args, key=CustomerDocument.id, sort=CustomerDocument.received_at)
    return with_more(page, items=service.serialize_list(page.items), waiting=service.count_waiting())


@blp.post(
    "",
    Operation(
        needs("create", "Master"),
        audit="customer_document:create",
        revisioned=True,
        largest=LARGEST_UPLOAD,
        files=CustomerDocumentFiles,
        form=NewCustomerDocumentForm,
        answer=WholeCustomerDocumentSchema,
        status=201,
        problems=(409,),
    ),
)
def create_customer_document(files: dict[str, Any], form: dict[str, Any]) -> Reply:
    """Upload a document of a customer."""
    with without_lock():
        file = check_file(files["file"].stream.read(LARGEST + 1))
    row = service.create_document(form, file)
    db.session.commit()
    address = url_for("customer_documents.get_customer_document", customer_document_id=row.id)
    return service.whole(row), etag(row) | {"Location": address}


@blp.get("/<int:customer_document_id>", CUSTOMER_DOCUMENT_CALLS.read())
def get_customer_document(customer_document_id: int) -> Reply:
    """Retrieve a document of a customer."""
    return DOCUMENTS.get(customer_document_id)


@blp.get(
    "/<int:customer_document_id>/file",
    Operation(needs("reveal", "Pii"), audit="customer_document:open", content_type="image/*"),
)
def get_customer_document_file(customer_document_id: int) -> Response:
    """Retrieve the file of a document: a picture to be shown, a PDF to be saved."""
    row = _get_readable(customer_document_id)
    content = service.get_file(row).content
    disposition = "attachment" if row.media_type == "application/pdf" else "inline"
    headers = {"Content-Disposition": f'{disposition}; filename="document-{row.id}.{ENDINGS[row.media_type]}"'}
    return Response(content, content_type=row.media_type, headers=FILE_HEADERS | headers)


@blp.get(
    "/<int:customer_document_id>/pages/<int:page_number>",
    Operation(
        needs("reveal", "Pii"),
        audit="customer_document:open",
        content_type="image/webp",
        problems=(503,),
    ),
)
def get_customer_document_page(customer_document_id: int, page_number: int) -> Response:
    """Retrieve a page of a PDF as a picture."""
    picture = service.draw_page(_get_readable(customer_document_id), page_number)
    return Response(picture, content_type="image/webp", headers=FILE_HEADERS)


def _get_readable(document_id: int) -> CustomerDocument:
    """A document whose file a reader of personal data and master data may see."""
    if not can("read", "Master"):
        raise Forbidden
    return service.get_document(document_id)


@blp.patch(
    "/<int:customer_document_id>/fields", CUSTOMER_DOCUMENT_CALLS.update(CustomerDocumentFieldsSchema, problems=(409,))
)
def change_customer_document_fields(args: dict[str, Any], customer_document_id: int) -> Reply:
    """Update the kind of a document and what it says."""
    return DOCUMENTS.change(customer_document_id, lambda row: service.change_fields(row, args, require_user()))


@blp.post(
    "/<int:customer_document_id>/accept",
    CUSTOMER_DOCUMENT_CALLS.transition("accept", body=CustomerDocumentFieldsSchema),
)
def accept_customer_document(args: dict[str, Any], customer_document_id: int) -> Reply:
    """Accept a document; values that are given are set first."""
    return DOCUMENTS.apply(customer_document_id, lambda row: service.accept(row, args, require_user()))


@blp.post(
    "/<int:customer_document_id>/reject",
    CUSTOMER_DOCUMENT_CALLS.transition("reject", body=RejectCustomerDocumentSchema),
)
def reject_customer_document(args: dict[str, Any], customer_document_id: int) -> Reply:
    """Reject a document, with the reason."""
    return DOCUMENTS.apply(
        customer_document_id, lambda row: service.reject(row, args["reason"], args["note"], require_user())
    )


@blp.post("/<int:customer_document_id>/reopen", CUSTOMER_DOCUMENT_CALLS.transition("reopen"))
def reopen_customer_document(customer_document_id: int) -> Reply:
    """Reopen a decided document."""
    return DOCUMENTS.apply(customer_document_id, lambda row: service.reopen(row, require_user()))
