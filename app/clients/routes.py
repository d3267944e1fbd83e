"""Calls on clients."""

from typing import Any

from app.clients import service
from app.clients.models import Client
from app.clients.schemas import ClientListArgs, ClientPageSchema, ClientSchema
from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate
from app.core.security.visitor import needs

blp = Blueprint("clients", __name__, url_prefix="/api/v1/clients", description="Brands and dealer companies.")


@blp.get("")
@needs("read", "Client")
@blp.arguments(ClientListArgs, location="query")
@blp.response(200, ClientPageSchema)
def list_clients(args: dict[str, Any]) -> Page:
    """List clients by name."""
    name: Any = Client.name
    query = service.list_clients(args["q"])
    backwards = args["sort"] == "-name"
    return paginate(query, page=args["page"], per=args["per"], key=Client.id, sort=name, descending=backwards)


@blp.get("/<int:client_id>")
@needs("read", "Client")
@blp.response(200, ClientSchema)
def get_client(client_id: int) -> Client:
    """One client."""
    return service.get_client(client_id)
