"""Jobs of signing in: mails with links, and telling from when a second factor is asked."""

from app.accounts.auth import factor_notice, resets
from app.core.jobs import Job, job


@job("password_reset")
def mail_reset(row: Job) -> None:
    """Mail a link to reset a password; a repeat makes a new link, and the earlier one ends."""
    resets.send_link(str(row.payload["email"]), f"reset-{row.id}")


job(factor_notice.NOTICE)(factor_notice.tell_members)
job(factor_notice.MAIL)(factor_notice.mail_member)
