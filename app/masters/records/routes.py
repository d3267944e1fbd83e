"""Calls on customers, vehicles and job cards."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from flask import url_for

from app.conversations.models import Conversation
from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply, Resource, single
from app.core.http.schemas import PageArgs
from app.core.security.operations import Operation, RowOperations, needs
from app.masters.records import service
from app.masters.records.models import Customer, JobCard, Vehicle
from app.masters.records.schemas import (
    CustomerChangeSchema,
    CustomerConversationPageSchema,
    CustomerListArgs,
    CustomerPageSchema,
    CustomerSchema,
    JobCardChangeSchema,
    JobCardListArgs,
    JobCardPageSchema,
    JobCardSchema,
    NewCustomerSchema,
    NewJobCardSchema,
    NewVehicleSchema,
    VehicleChangeSchema,
    VehicleListArgs,
    VehiclePageSchema,
    VehicleSchema,
)

customers = Blueprint("customers", __name__, url_prefix="/api/v1/customers", description="Customers.")
vehicles = Blueprint("vehicles", __name__, url_prefix="/api/v1/vehicles", description="Vehicles.")
job_cards = Blueprint("job_cards", __name__, url_prefix="/api/v1/job-cards", description="Job cards.")
blueprints = (customers, vehicles, job_cards)
CUSTOMERS = Resource(
    partial(service.get_record, Customer),
    CustomerSchema,
    single(service.listed_customers),
    lambda row: url_for("customers.get_customer", customer_id=row.id),
)
VEHICLES = Resource(
    partial(service.get_record, Vehicle),
    VehicleSchema,
    single(service.listed_vehicles),
    lambda row: url_for("vehicles.get_vehicle", vehicle_id=row.id),
)
JOB_CARDS = Resource(
    partial(service.get_record, JobCard),
    JobCardSchema,
    single(service.listed_job_cards),
    lambda row: url_for("job_cards.get_job_card", job_card_id=row.id),
)
_LISTED: dict[type, Callable[[list[Any]], list[Any]]] = {
    Customer: service.listed_customers,
    Vehicle: service.listed_vehicles,
    JobCard: service.listed_job_cards,
}
CUSTOMER_CALLS = RowOperations("Master", "customer", CustomerSchema)
VEHICLE_CALLS = RowOperations("Master", "vehicle", VehicleSchema)
JOB_CARD_CALLS = RowOperations("Master", "job_card", JobCardSchema)


def _page(kind: Any, query: Any, args: dict[str, Any]) -> Page:
    """One page of rows in the order asked for."""
    name = args["sort"].removeprefix("-")
    column = None if name == "created_at" else getattr(kind, "name_key" if name == "name" else name)
    page = paginate(query, args, key=kind.id, sort=column, descending=args["sort"].startswith("-"))
    return replace(page, items=_LISTED[kind](list(page.items)))


def _cut(args: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: args[name] for name in names}


# ---- customers ----------------------------------------------------------------------------------------


@customers.get("", Operation(needs("read", "Master"), query=CustomerListArgs, answer=CustomerPageSchema))
def list_customers(args: dict[str, Any]) -> Page:
    """List customers, by name by default."""
    return _page(Customer, service.list_customers(args["q"], **_cut(args, "client", "outlet")), args)


@customers.get("/<int:customer_id>", CUSTOMER_CALLS.read())
def get_customer(customer_id: int) -> Reply:
    """Retrieve a customer."""
    return CUSTOMERS.get(customer_id)


@customers.get(
    "/<int:customer_id>/conversations",
    Operation(needs("read", "Conversation"), query=PageArgs, answer=CustomerConversationPageSchema),
)
def list_customer_conversations(args: dict[str, Any], customer_id: int) -> Page:
    """List a customer's conversations, by numbers that channels have verified, newest first."""
    query = service.conversations_of(service.get_record(Customer, customer_id))
    sort: Any = Conversation.started_at
    return paginate(query, args, key=Conversation.id, sort=sort)


@customers.post("", CUSTOMER_CALLS.create(NewCustomerSchema, problems=(409,)))
def create_customer(args: dict[str, Any]) -> Reply:
    """Create a customer."""
    return CUSTOMERS.create(service.create_customer(args))


@customers.patch("/<int:customer_id>", CUSTOMER_CALLS.update(CustomerChangeSchema, problems=(409,)))
def change_customer(args: dict[str, Any], customer_id: int) -> Reply:
    """Update a customer's name, number, address or outlet."""
    return CUSTOMERS.change(customer_id, lambda row: service.change_customer(row, args))


@customers.delete("/<int:customer_id>", CUSTOMER_CALLS.delete(problems=(409,)))
def delete_customer(customer_id: int) -> None:
    """Delete a customer without vehicles."""
    CUSTOMERS.delete(customer_id, service.delete_record)


# ---- vehicles -----------------------------------------------------------------------------------------


@vehicles.get("", Operation(needs("read", "Master"), query=VehicleListArgs, answer=VehiclePageSchema))
def list_vehicles(args: dict[str, Any]) -> Page:
    """List vehicles, newest first by default."""
    query = service.list_vehicles(
        args["q"], **_cut(args, "client", "outlet", "customer", "model", "variant", "fuel", "state")
    )
    return _page(Vehicle, query, args)


@vehicles.get("/<int:vehicle_id>", VEHICLE_CALLS.read())
def get_vehicle(vehicle_id: int) -> Reply:
    """Retrieve a vehicle."""
    return VEHICLES.get(vehicle_id)


@vehicles.post("", VEHICLE_CALLS.create(NewVehicleSchema, problems=(409,)))
def create_vehicle(args: dict[str, Any]) -> Reply:
    """Create a vehicle of an outlet."""
    return VEHICLES.create(service.create_vehicle(args))


@vehicles.patch("/<int:vehicle_id>", VEHICLE_CALLS.update(VehicleChangeSchema, problems=(409,)))
def change_vehicle(args: dict[str, Any], vehicle_id: int) -> Reply:
    """Update a vehicle; its owner by id or by phone number."""
    return VEHICLES.change(vehicle_id, lambda row: service.change_vehicle(row, args))


@vehicles.post("/<int:vehicle_id>/close", VEHICLE_CALLS.step("close", problems=(409,)))
def close_vehicle(vehicle_id: int) -> Reply:
    """Close a vehicle that was scrapped or sold."""
    return _after(service.close_vehicle, vehicle_id)


@vehicles.post("/<int:vehicle_id>/reopen", VEHICLE_CALLS.step("reopen", problems=(409,)))
def reopen_vehicle(vehicle_id: int) -> Reply:
    """Reopen a closed vehicle."""
    return _after(service.reopen_vehicle, vehicle_id)


def _after(move: Callable[[Vehicle], None], vehicle_id: int) -> Reply:
    """A vehicle after a step of its life."""
    return VEHICLES.move(vehicle_id, move)


@vehicles.delete("/<int:vehicle_id>", VEHICLE_CALLS.delete(problems=(409,)))
def delete_vehicle(vehicle_id: int) -> None:
    """Delete a vehicle without job cards."""
    VEHICLES.delete(vehicle_id, service.delete_record)


# ---- job cards ----------------------------------------------------------------------------------------


@job_cards.get("", Operation(needs("read", "Master"), query=JobCardListArgs, answer=JobCardPageSchema))
def list_job_cards(args: dict[str, Any]) -> Page:
    """List job cards, last opened first by default."""
    query = service.list_job_cards(args["q"], **_cut(args, "client", "outlet", "vehicle", "type", "state"))
    return _page(JobCard, query, args)


@job_cards.get("/<int:job_card_id>", JOB_CARD_CALLS.read())
def get_job_card(job_card_id: int) -> Reply:
    """Retrieve a job card."""
    return JOB_CARDS.get(job_card_id)


@job_cards.post("", JOB_CARD_CALLS.create(NewJobCardSchema, problems=(409,)))
def create_job_card(args: dict[str, Any]) -> Reply:
    """Create a job card of a vehicle."""
    return JOB_CARDS.create(service.create_job_card(args))


@job_cards.patch("/<int:job_card_id>", JOB_CARD_CALLS.update(JobCardChangeSchema, problems=(409,)))
def change_job_card(args: dict[str, Any], job_card_id: int) -> Reply:
    """Update a job card, or close it by the day the vehicle left."""
    return JOB_CARDS.change(job_card_id, lambda row: service.change_job_card(row, args))


@job_cards.delete("/<int:job_card_id>", JOB_CARD_CALLS.delete())
def delete_job_card(job_card_id: int) -> None:
    """Delete a job card."""
    JOB_CARDS.delete(job_card_id, service.delete_record)
