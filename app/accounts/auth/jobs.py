"""Jobs of signing in: mails with links."""

from app.accounts.auth import resets
from app.core.jobs import Job, job


@job("password_reset")
def mail_reset(row: Job) -> None:
    """Mail a link to reset a password; a repeat makes a new link, and the earlier one ends."""
    resets.send_link(str(row.payload["email"]), f"reset-{row.id}")
