"""What offers do where clients end."""

from app.channels.sessions import providers
from app.clients.erasing import Step, erases, remove
from app.clients.models import Client
from app.offers import stop_words
from app.offers.models import Consent, Offer, OfferList, OfferRecipient


@erases
def _client_purged(client: Client, step: Step) -> None:
    """Remove offers, their recipients and the consents of a purged client."""
    kinds = (
        (OfferRecipient, "offer_recipients"), (Offer, "offers"), (OfferList, "offer_lists"), (Consent, "consents"),
    )  # fmt: skip
    for model, counted in kinds:
        remove(model, model.client_id == client.id, step, counted)


providers.stop_answer.provide(stop_words.answer_to)
providers.opted_out.provide(stop_words.opt_out)
