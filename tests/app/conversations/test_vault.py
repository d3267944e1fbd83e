"""What redaction takes out is readable again in its own row alone."""

import pytest
from sqlalchemy import update

from app.accounts.workspaces.models import Workspace
from app.conversations import vault
from app.conversations.models import Message, VaultText
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.errors import Unavailable


def test_a_texts_row_holds_an_envelope_of_its_own(workspace: Workspace) -> None:
    values = vault.values(workspace.id, 2, {"text": "98765 43210"})
    assert "98765" not in values["sealed"] and values["sealed"].startswith("v1:k1:")
    db.session.add(VaultText(**values))
    db.session.commit()
    assert vault.reveal(Message(id=2)) == {"text": "98765 43210"}


def test_a_text_put_into_another_row_is_not_reported(workspace: Workspace) -> None:
    rows = [vault.values(workspace.id, message_id, {"text": str(message_id)}) for message_id in (new_id(), new_id())]
    db.session.add_all(VaultText(**row) for row in rows)
    db.session.commit()
    moved = update(VaultText).where(VaultText.id == rows[0]["id"]).values(sealed=rows[1]["sealed"])
    db.session.execute(moved)
    with pytest.raises(Unavailable, match="another row"):
        vault.reveal(Message(id=rows[0]["message_id"]))
