"""What code lists give areas below them: a new workspace's entries, and the interface's languages as a list."""

from sqlalchemy import select

from app.accounts.auth.service import begin_workspace
from app.accounts.languages import service as languages
from app.clients.models import Client
from app.core.db.base import db
from app.reference.service import add_defaults
from app.reference.uses import ExternalEntry, Use, source_of


@begin_workspace.provide
def _begin() -> None:
    """Give a new workspace its code lists."""
    add_defaults()


@source_of("languages")
def read_languages() -> list[ExternalEntry]:
    """The interface's languages, and the clients whose bots speak them."""
    speaking: dict[str, list[Use]] = {}
    for client in db.session.scalars(select(Client).order_by(Client.name_key)):
        for code in client.languages:
            speaking.setdefault(code, []).append(Use("client", client.name, f"/admin/clients/{client.id}"))
    return [
        ExternalEntry(
            language.code,
            {language.code: language.name, "en": language.name},
            language.active,
            url="/admin/languages",
            uses=speaking.get(language.code, []),
        )
        for language in languages.languages()
    ]
