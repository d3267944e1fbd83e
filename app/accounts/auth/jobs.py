"""Jobs of signing in: mails with links, and notices of second factors and of another address."""

from app.accounts.auth import address_changes, address_notice, factor_notice, resets
from app.core.jobs import Job, job


@job("password_reset", patience=resets.LIFETIME)
def mail_reset(row: Job) -> None:
    """Mail a link to reset a password; a repeat makes a new link, and the earlier one ends."""
    resets.send_link(str(row.payload["email"]), f"reset-{row.id}")


@job("factor_notice")
def tell_members(row: Job) -> None:
    """Notify members without a second factor of the date from which it is required."""
    factor_notice.notify_members(row)


@job("factor_mail")
def mail_member(row: Job) -> None:
    """Mail the notice to one of them."""
    factor_notice.mail_member(row)


@job("factor_off")
def mail_factor_off(row: Job) -> None:
    """Mail a person who has turned their second factor off."""
    factor_notice.mail_off(row)


@job("confirm_address", patience=address_changes.LIFETIME)
def mail_confirmation(row: Job) -> None:
    """Mail a link to the address that a person wants to have."""
    address_changes.mail_link(row)


@job("address_changed")
def mail_former_address(row: Job) -> None:
    """Mail the former address of a person who has another one."""
    address_notice.mail_former_address(row)
