"""Programs: who is behind the secret of a bot's token, and what that lets them do and see."""

from dataclasses import replace

from sqlalchemy import select

from app.accounts.auth.visitors import ability_of, program_of
from app.accounts.users.models import User
from app.accounts.users.scope import scope_of
from app.accounts.workspaces.models import Workspace
from app.channels.tokens.models import BotToken
from app.channels.tokens.service import USED_EVERY, find_token, note_use
from app.core import clock
from app.core.db.availability import room
from app.core.db.base import db, writing
from app.core.db.tenancy import Scope, within
from app.core.security.abilities import PROGRAM_SCOPES, Ability, can
from app.core.security.visitor import Program, Visitor


@program_of.provide
def find_program(text: str) -> Visitor | None:
    """Return the program of a valid secret, limited to its bot and scopes and to what its creator may do now."""
    row = _use_token(text)
    if row is None:
        return None
    with within(row.workspace_id):
        match = db.session.execute(
            select(User, Workspace)
            .join(Workspace, Workspace.id == User.workspace_id)
            .where(User.id == row.created_by, User.deleted_at.is_(None), User.status == "active")
        ).first()
    if match is None:
        return None
    user, workspace = match
    program = Program(row.id, f"{row.name} ({row.prefix}…)", _scope(user, row.bot_id))
    ability = _abilities(row.scopes, ability_of(user, workspace))
    return Visitor(user=user, workspace=workspace, kind="program", ability=ability, program=program)


def _scope(user: User, bot_id: int) -> Scope:
    """Return the scope of the bot, as far as the token's creator sees it."""
    own = scope_of(user)
    is_seen = own.bots is None or bot_id in own.bots
    return replace(own, bots=frozenset({bot_id}) if is_seen else frozenset())


def _abilities(scopes: list[str], own: list[Ability]) -> list[Ability]:
    """Return the abilities of the scopes that the token's creator has too."""
    allowed = [ability for scope in scopes for ability in PROGRAM_SCOPES.get(scope, [])]
    return [ability for ability in allowed if can(own, ability["action"], ability["subject"])]


def _use_token(text: str) -> BotToken | None:
    """Return the token of a secret; its last use is recorded every few minutes, in a transaction of its own."""
    row, now = find_token(text, "api"), clock.now()
    if row is None or room.is_low() or (row.last_used_at is not None and now - row.last_used_at < USED_EVERY):
        return row
    with within(row.workspace_id), writing():
        note_use(row)
        db.session.commit()
    return find_token(text, "api")
