"""`flask sign-on`: what operators do where an identity provider has failed someone."""

import click

from app.accounts.oidc import service
from app.core.db.base import db


@click.group("sign-on")
def sign_on() -> None:
    """Single sign-on of workspaces."""


@sign_on.command("allow-passwords")
@click.option("--workspace", required=True, help="Its slug.")
def allow_passwords(workspace: str) -> None:
    """Let the members of a workspace sign in by password again, when their identity provider is out of reach."""
    if not service.allow_passwords(workspace):
        raise click.ClickException(f"Passwords are not turned off in a workspace {workspace!r}.")
    db.session.commit()
    click.echo(f"Members of {workspace} can sign in by password again.")


@sign_on.command("unlink")
@click.option("--email", required=True)
def unlink(email: str) -> None:
    """Forget which account at an identity provider is a person's; their next sign-in goes by their address."""
    if not service.unlink(email):
        raise click.ClickException(f"Nobody with the address {email} has signed in by single sign-on.")
    db.session.commit()
    click.echo(f"{email} is matched by address with the next sign-in. All sessions are ended.")


groups = (sign_on,)
