"""The demonstration's places, bots and notifications; their conversations are `conversations`."""

from app.accounts.workspaces.models import Workspace
from app.seeding.bots import make_bots
from app.seeding.notifications import seed as seed_notifications
from app.seeding.places import make_places


def seed(workspace: Workspace) -> None:
    """Make them in the bound workspace."""
    seed_notifications(workspace)
    make_bots(make_places())
