"""What master data does where clients end."""

from app.clients.erasing import Step, erases, remove
from app.clients.models import Client
from app.masters.records.models import Customer, JobCard, Vehicle


@erases
def _client_purged(client: Client, step: Step) -> None:
    """Remove customers, vehicles and job cards of a purged client."""
    for model, counted in ((JobCard, "job_cards"), (Vehicle, "vehicles"), (Customer, "customers")):
        remove(model, model.client_id == client.id, step, counted)
