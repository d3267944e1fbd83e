"""Notice to the former address of an account: a person whose account was taken from them learns of it."""

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.jobs import Job, enqueue, named_id
from app.core.mail import texts
from app.core.mail.delivery import commit_and_deliver, compose

KIND = "address_changed"


def announce(user: User, former_address: str) -> None:
    """Enqueue a mail to the address that a person's account had until now."""
    enqueue(KIND, {"user": str(user.id), "to": former_address})


def mail_former_address(row: Job) -> None:
    """Mail that an account has another address, without saying which: its reader may be a stranger by now."""
    user = db.session.get(User, named_id(row, "user"))
    if user is None or user.deleted_at is not None:
        return
    workspace = db.session.get_one(Workspace, row.workspace_id)
    words = texts.compose(
        texts.ADDRESS_CHANGED, user.locale or workspace.locale, name=user.full_name, workspace=workspace.name
    )
    message = compose(str(row.payload["to"]), words.subject, words.text, message_id=f"address-{row.id}")
    commit_and_deliver(message)
