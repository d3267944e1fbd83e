"""Calls on clients."""

from dataclasses import replace
from typing import Any

from flask import Response, url_for

from app.accounts.settings.pictures import HEADERS as PICTURE_HEADERS
from app.audit.recording import audited
from app.clients import place_routes, service
from app.clients.models import Client, ClientConsent
from app.clients.place_schemas import TreeArgs, TreeSchema
from app.clients.schemas import (
    ClientChangeSchema,
    ClientListArgs,
    ClientPageSchema,
    ClientSchema,
    ConsentPageSchema,
    ConsentSchema,
    LogoFiles,
    MoveReasonSchema,
    NeededReasonSchema,
    NewClientSchema,
    NewConsentSchema,
)
from app.clients.tree import tree_of
from app.core.db.base import db, hold
from app.core.errors import BeyondSchema, Invalid
from app.core.http.api import Blueprint
from app.core.http.etags import revisioned
from app.core.http.listing import Page, paginate, with_more
from app.core.http.resources import Reply, Resource, single
from app.core.http.schemas import PageArgs
from app.core.security.visitor import by_address, needs, require_user, takes_files

blp = Blueprint("clients", __name__, url_prefix="/api/v1/clients", description="Clients.")
media = Blueprint("client_media", __name__, url_prefix="/media/logos", description="Client logos.")


CLIENTS = Resource(
    service.get_client,
    ClientSchema,
    single(service.listed),
    lambda row: url_for("clients.get_client", client_id=row.id),
)


@blp.get("")
@needs("read", "Client")
@blp.arguments(ClientListArgs, location="query")
@blp.response(200, ClientPageSchema)
def list_clients(args: dict[str, Any]) -> dict[str, Any]:
    """List clients by name."""
    key: Any = Client.name_key
    query = service.list_clients(args["q"], args["state"])
    backwards = args["sort"] == "-name"
    page = paginate(query, args, key=Client.id, sort=key, descending=backwards)
    return with_more(replace(page, items=service.listed(list(page.items))), states=service.count_states())


@blp.get("/<int:client_id>")
@needs("read", "Client")
@revisioned
@blp.response(200, ClientSchema)
def get_client(client_id: int) -> Reply:
    """Retrieve a client."""
    return CLIENTS.get(client_id)


@blp.get("/<int:client_id>/tree")
@needs("read", "Client")
@blp.arguments(TreeArgs, location="query")
@blp.response(200, TreeSchema)
def get_tree(args: dict[str, Any], client_id: int) -> dict[str, Any]:
    """Retrieve a client's dealer groups, cities and outlets, with counts."""
    return tree_of(service.get_client(client_id), args)


@blp.post("")
@needs("create", "Client")
@audited("client:create")
@revisioned
@blp.arguments(NewClientSchema)
@blp.response(201, ClientSchema)
def create_client(args: dict[str, Any]) -> Reply:
    """Create a client, on trial."""
    return CLIENTS.create(service.create_client(args))


@blp.patch("/<int:client_id>")
@needs("update", "Client")
@audited("client:update")
@revisioned
@blp.arguments(ClientChangeSchema)
@blp.response(200, ClientSchema)
@blp.alt_response(409, "CONFLICT")
def change_client(args: dict[str, Any], client_id: int) -> Reply:
    """Update a client's name, address, languages, look or policy."""
    return CLIENTS.change(client_id, lambda client: service.change_client(client, args))


@blp.delete("/<int:client_id>")
@needs("delete", "Client")
@audited("client:delete")
@revisioned
@blp.response(204)
@blp.alt_response(409, "CONFLICT")
def delete_client(client_id: int) -> None:
    """Delete a client without bots and dealer groups."""
    CLIENTS.delete(client_id, service.delete_client)


@blp.post("/<int:client_id>/activate")
@needs("update", "Client")
@audited("client:activate", by_service=True)
@blp.arguments(MoveReasonSchema)
@blp.response(200, ClientSchema)
@blp.alt_response(409, "CONFLICT")
def activate_client(args: dict[str, Any], client_id: int) -> Reply:
    """End a client's trial."""
    return _moved(client_id, "activate", args["reason"])


@blp.post("/<int:client_id>/suspend")
@needs("update", "Client")
@audited("client:suspend", by_service=True)
@blp.arguments(NeededReasonSchema)
@blp.response(200, ClientSchema)
@blp.alt_response(409, "CONFLICT")
def suspend_client(args: dict[str, Any], client_id: int) -> Reply:
    """Suspend an active client with a reason: it takes no new bots, dealer groups and outlets."""
    return _moved(client_id, "suspend", args["reason"])


@blp.post("/<int:client_id>/resume")
@needs("update", "Client")
@audited("client:resume", by_service=True)
@blp.arguments(MoveReasonSchema)
@blp.response(200, ClientSchema)
@blp.alt_response(409, "CONFLICT")
def resume_client(args: dict[str, Any], client_id: int) -> Reply:
    """Resume a suspended client."""
    return _moved(client_id, "resume", args["reason"])


@blp.post("/<int:client_id>/close")
@needs("delete", "Client")
@audited("client:close", by_service=True)
@blp.arguments(NeededReasonSchema)
@blp.response(200, ClientSchema)
@blp.alt_response(409, "CONFLICT")
def close_client(args: dict[str, Any], client_id: int) -> Reply:
    """Close a suspended client permanently with a reason."""
    return _moved(client_id, "close", args["reason"])


def _moved(client_id: int, event: str, reason: str) -> Reply:
    """The client after an event of its life."""
    return CLIENTS.move(client_id, lambda client: service.move_client(client, event, reason, require_user()))


@blp.post("/<int:client_id>/logo")
@needs("update", "Client")
@audited("client:set_logo")
@takes_files()
@blp.arguments(LogoFiles, location="files")
@blp.response(201, ClientSchema)
def set_logo(files: dict[str, Any], client_id: int) -> Reply:
    """Upload a client's logo: PNG, JPEG, WebP or GIF of at most 1 MB."""
    client = service.get_client(client_id)
    file = files.get("file")
    if file is None:
        raise Invalid({"file": [BeyondSchema("Choose a picture.")]})
    service.set_logo(client, file.stream.read(service.LOGO.most_bytes + 1))
    db.session.commit()
    return CLIENTS.answer(client)


@blp.delete("/<int:client_id>/logo")
@needs("update", "Client")
@audited("client:remove_logo")
@revisioned
@blp.response(200, ClientSchema)
def remove_logo(client_id: int) -> Reply:
    """Delete a client's logo."""
    return CLIENTS.change(client_id, service.remove_logo)


@blp.get("/<int:client_id>/consents")
@needs("read", "Client")
@blp.arguments(PageArgs, location="query")
@blp.response(200, ConsentPageSchema)
def list_consents(args: dict[str, Any], client_id: int) -> Page:
    """List the versions of the consent text, newest first."""
    query = service.list_consents(service.get_client(client_id))
    return paginate(query, args, key=ClientConsent.id)


@blp.post("/<int:client_id>/consents")
@needs("update", "Client")
@audited("client:add_consent")
@blp.arguments(NewConsentSchema)
@blp.response(201, ConsentSchema)
@blp.alt_response(409, "CONFLICT")
def add_consent(args: dict[str, Any], client_id: int) -> ClientConsent:
    """Create a new version of the consent text, in force at once."""
    client = service.get_client(client_id)
    hold(client)
    row = service.add_consent(client, args["texts"], require_user())
    db.session.commit()
    return row


@media.get("/<string:digest>")
@needs("read", "Client")
@by_address
@media.alt_response(200, content_type="image/*")
def get_logo(digest: str) -> Response:
    """Retrieve a client's logo."""
    logo = service.find_logo(digest)
    return Response(logo.content, mimetype=logo.kind, headers=PICTURE_HEADERS)


blueprints = (blp, media, *place_routes.blueprints)
