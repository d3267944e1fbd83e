"""What offers do where clients end."""

from app.clients.erasing import Step, erases, remove
from app.clients.models import Client
from app.offers.models import Consent, Offer, OfferList, OfferRecipient


@erases
def _client_purged(client: Client, step: Step) -> None:
    """Remove offers, their recipients and the consents of a purged client."""
    kinds = (
        (OfferRecipient, "offer_recipients"), (Offer, "offers"), (OfferList, "offer_lists"), (Consent, "consents"),
    )  # fmt: skip
    for model, counted in kinds:
        remove(model, model.client_id == client.id, step, counted)
