"""The job that reads the descriptions and keys of identity providers again."""

from datetime import datetime, timedelta

from sqlalchemy import or_, select

from app.accounts.oidc import service
from app.accounts.oidc.models import IdentityProvider
from app.accounts.oidc.protocol import ProviderFailed
from app.core.clock import now
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.jobs import Job, enqueue, job, named_id
from app.core.jobs.schedule import regularly

AGAIN, RETRY = timedelta(hours=1), timedelta(minutes=5)
"""How often a provider is asked that has answered before, and one that never has."""


@job("describe_provider")
def describe_provider(row: Job) -> None:
    """Read a provider's description and keep it; one that does not answer is asked again later."""
    provider = db.session.get(IdentityProvider, named_id(row, "provider"))
    if provider is None or (provider.described_at is not None and provider.described_at > now() - RETRY):
        return
    try:
        service.describe(provider.id, provider.issuer)
    except ProviderFailed as failure:
        db.session.rollback()
        service.log.info("provider_not_described", provider_id=provider.id, code=failure.code)


@regularly(RETRY)
def refresh() -> datetime | None:
    """Have the providers asked again whose description is old, each by a job of its own."""
    described_at = IdentityProvider.described_at
    due = or_(
        described_at.is_(None),
        described_at < now() - AGAIN,
        IdentityProvider.description.is_(None) & (described_at < now() - RETRY),
    )
    for provider in db.session.execute(select(IdentityProvider.id, IdentityProvider.workspace_id).where(due)).all():
        with within(provider.workspace_id):
            enqueue("describe_provider", {"provider": str(provider.id)})
    return None
