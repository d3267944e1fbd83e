"""Telling people what happened to their account."""

from app.core.providers import Provider


@Provider
def tell(user_id: int | None, kind: str, link: str, *, what: str = "") -> None:
    """Tell a person of the bound workspace, in the transaction of what happened; nobody is notified by default."""
