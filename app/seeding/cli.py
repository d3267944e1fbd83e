"""`flask seed demo`."""

import click
from flask import current_app

from app.config import Settings
from app.core.db.base import db
from app.seeding.demo import seed_demo
from app.seeding.size import SMALL, WHOLE


@click.group()
def seed() -> None:
    """Sample data."""


@seed.command()
@click.option("--later", is_flag=True, help="Leave its conversations to the job runner.")
@click.option("--small", is_flag=True, help="Make a tenth of it.")
def demo(later: bool, small: bool) -> None:
    """Fill an empty database with the demonstration workspace; does nothing on any other."""
    settings: Settings = current_app.config["SETTINGS"]
    if settings.production:
        raise click.ClickException("No demonstration data where APP_ENV says production.")
    workspace = seed_demo(later=later and not small, size=SMALL if small else WHOLE)
    if workspace is None:
        click.echo("The database is not empty: nothing to do.")
        return
    db.session.commit()
    click.echo(f"{workspace.name}: sign in as admin@demo.com / admin or client@demo.com / client.")


groups = (seed,)
