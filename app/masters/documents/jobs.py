"""Documents that are no longer kept: by a client's policy, at its end, or because a person is forgotten."""

from sqlalchemy import or_, select

from app.clients.erasing import LAST, EraseStep, erases, remove
from app.clients.models import Client
from app.conversations.forgetting import ForgottenPerson, finds, forgets
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.jobs.schedule import daily
from app.core.values.batches import batched
from app.masters.documents import service
from app.masters.documents.models import CustomerDocument, CustomerDocumentFile

BATCH = 200


@daily
def expire_documents() -> None:
    """Erase files and values of documents that their client's policy keeps no longer."""
    for client in db.session.scalars(select(Client).where(Client.state != "purged")).all():
        with within(client.workspace_id):
            while rows := db.session.scalars(service.overdue(client, clock.now()).limit(BATCH)).all():
                service.expire(rows)
                db.session.commit()


@erases
def _erase_client(client: Client, step: EraseStep) -> None:
    """Remove the documents of a purged client."""
    remove(CustomerDocumentFile, CustomerDocumentFile.client_id == client.id, step)
    remove(CustomerDocument, CustomerDocument.client_id == client.id, step, "customer_documents")


@finds
def _find_documents(person: ForgottenPerson) -> None:
    """Note the documents of the customers a person is, and of their vehicles."""
    theirs = or_(
        CustomerDocument.customer_id.in_(person.rows.get("customers", [])),
        CustomerDocument.vehicle_id.in_(person.rows.get("vehicles", [])),
        CustomerDocument.conversation_id.in_(person.conversations()),
    )
    query = select(CustomerDocument.id).where(CustomerDocument.client_id == person.client_id, theirs)
    person.note("customer_documents", db.session.scalars(query))


@forgets
def _forget_documents(person: ForgottenPerson, step: EraseStep) -> None:
    """Erase files and values of a person's documents."""
    for ids in batched(person.rows["customer_documents"], BATCH):
        some = select(CustomerDocument).where(CustomerDocument.id.in_(ids))
        number = service.expire(db.session.scalars(some.where(CustomerDocument.state != "expired")).all())
        step(LAST, customer_documents=number)
