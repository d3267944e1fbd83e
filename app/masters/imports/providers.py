"""What imports of master data do where clients end."""

from sqlalchemy import select

from app.clients.erasing import Step, erases, remove
from app.clients.models import Client
from app.masters.imports.models import MasterChange, MasterImport, MasterImportError, MasterRow


@erases
def _client_purged(client: Client, step: Step) -> None:
    """Remove the imports of a purged client with the values they hold."""
    own = MasterImport.client_id == client.id
    for model in (MasterChange, MasterImportError, MasterRow):
        remove(model, model.import_id.in_(select(MasterImport.id).where(own)), step)
    remove(MasterImport, own, step)
