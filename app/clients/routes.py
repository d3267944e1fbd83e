"""Calls on clients."""

from dataclasses import replace
from typing import Any

from flask import Response, url_for

from app.accounts.settings.pictures import HEADERS as PICTURE_HEADERS
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
from app.core.http.listing import Page, paginate, with_more
from app.core.http.resources import Reply, Resource, single
from app.core.http.schemas import PageArgs
from app.core.security.operations import LARGEST_UPLOAD, Operation, RowOperations, needs, transition
from app.core.security.visitor import require_user

blp = Blueprint("clients", __name__, url_prefix="/api/v1/clients", description="Clients.")
media = Blueprint("client_media", __name__, url_prefix="/media/logos", description="Client logos.")


CLIENTS = Resource(
    service.get_client,
    ClientSchema,
    single(service.list_figures),
    lambda row: url_for("clients.get_client", client_id=row.id),
)
CLIENT_CALLS = RowOperations("Client", "client", ClientSchema)


@blp.get("", Operation(needs("read", "Client"), query=ClientListArgs, answer=ClientPageSchema))
def list_clients(args: dict[str, Any]) -> dict[str, Any]:
    """List clients by name."""
    key: Any = Client.name_key
    query = service.list_clients(args["q"], args["state"])
    backwards = args["sort"] == "-name"
    page = paginate(query, args, key=Client.id, sort=key, descending=backwards)
    return with_more(replace(page, items=service.list_figures(list(page.items))), states=service.count_states())


@blp.get("/<int:client_id>", CLIENT_CALLS.read())
def get_client(client_id: int) -> Reply:
    """Retrieve a client."""
    return CLIENTS.get(client_id)


@blp.get("/<int:client_id>/tree", Operation(needs("read", "Client"), query=TreeArgs, answer=TreeSchema))
def get_tree(args: dict[str, Any], client_id: int) -> dict[str, Any]:
    """Retrieve a client's dealer groups, cities and outlets, with counts."""
    return tree_of(service.get_client(client_id), args)


@blp.post("", CLIENT_CALLS.create(NewClientSchema))
def create_client(args: dict[str, Any]) -> Reply:
    """Create a client, on trial."""
    return CLIENTS.create(service.create_client(args))


@blp.patch("/<int:client_id>", CLIENT_CALLS.update(ClientChangeSchema, problems=(409,)))
def change_client(args: dict[str, Any], client_id: int) -> Reply:
    """Update a client's name, address, languages, look or policy."""
    return CLIENTS.change(client_id, lambda client: service.change_client(client, args))


@blp.delete("/<int:client_id>", CLIENT_CALLS.delete(problems=(409,)))
def delete_client(client_id: int) -> None:
    """Delete a client without bots and dealer groups."""
    CLIENTS.delete(client_id, service.delete_client)


@blp.post("/<int:client_id>/activate", CLIENT_CALLS.transition("activate", body=MoveReasonSchema))
def activate_client(args: dict[str, Any], client_id: int) -> Reply:
    """End a client's trial."""
    return _move_client(client_id, "activate", args["reason"])


@blp.post("/<int:client_id>/suspend", CLIENT_CALLS.transition("suspend", body=NeededReasonSchema))
def suspend_client(args: dict[str, Any], client_id: int) -> Reply:
    """Suspend an active client with a reason: it takes no new bots, dealer groups and outlets."""
    return _move_client(client_id, "suspend", args["reason"])


@blp.post("/<int:client_id>/resume", CLIENT_CALLS.transition("resume", body=MoveReasonSchema))
def resume_client(args: dict[str, Any], client_id: int) -> Reply:
    """Resume a suspended client."""
    return _move_client(client_id, "resume", args["reason"])


@blp.post(
    "/<int:client_id>/close",
    transition(needs("delete", "Client"), "client:close", body=NeededReasonSchema, answer=ClientSchema),
)
def close_client(args: dict[str, Any], client_id: int) -> Reply:
    """Close a suspended client permanently with a reason."""
    return _move_client(client_id, "close", args["reason"])


def _move_client(client_id: int, event: str, reason: str) -> Reply:
    """The client after an event of its life."""
    return CLIENTS.move(client_id, lambda client: service.move_client(client, event, reason, require_user()))


@blp.post(
    "/<int:client_id>/logo",
    Operation(
        needs("update", "Client"),
        audit="client:set_logo",
        largest=LARGEST_UPLOAD,
        files=LogoFiles,
        answer=ClientSchema,
        status=201,
    ),
)
def set_logo(files: dict[str, Any], client_id: int) -> Reply:
    """Upload a client's logo: PNG, JPEG, WebP or GIF of at most 1 MB."""
    client = service.get_client(client_id)
    file = files.get("file")
    if file is None:
        raise Invalid({"file": [BeyondSchema("Choose a picture.")]})
    service.set_logo(client, file.stream.read(service.LOGO.most_bytes + 1))
    db.session.commit()
    return CLIENTS.answer(client)


@blp.delete("/<int:client_id>/logo", CLIENT_CALLS.step("remove_logo", revisioned=True))
def remove_logo(client_id: int) -> Reply:
    """Delete a client's logo."""
    return CLIENTS.change(client_id, service.remove_logo)


@blp.get("/<int:client_id>/consents", Operation(needs("read", "Client"), query=PageArgs, answer=ConsentPageSchema))
def list_consents(args: dict[str, Any], client_id: int) -> Page:
    """List the versions of the consent text, newest first."""
    query = service.list_consents(service.get_client(client_id))
    return paginate(query, args, key=ClientConsent.id)


@blp.post(
    "/<int:client_id>/consents",
    Operation(
        needs("update", "Client"),
        audit="client:add_consent",
        body=NewConsentSchema,
        answer=ConsentSchema,
        status=201,
        problems=(409,),
    ),
)
def add_consent(args: dict[str, Any], client_id: int) -> ClientConsent:
    """Create a new version of the consent text, in force at once."""
    client = service.get_client(client_id)
    hold(client)
    row = service.add_consent(client, args["texts"], require_user())
    db.session.commit()
    return row


@media.get("/<string:digest>", Operation(needs("read", "Client"), content_type="image/*", by_address=True))
def get_logo(digest: str) -> Response:
    """Retrieve a client's logo."""
    logo = service.find_logo(digest)
    return Response(logo.content, mimetype=logo.kind, headers=PICTURE_HEADERS)


blueprints = (blp, media, *place_routes.blueprints)
