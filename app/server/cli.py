"""`flask serve`: the whole installation in one command."""

import sys

import click
from flask import current_app

from app.config import Settings
from app.server.supervisor import supervise


@click.command()
@click.option("--reload", is_flag=True, help="For developing: bundle again and restart what has changed.")
def serve(reload: bool) -> None:
    """Start web server, render workers and job runner, and keep them running."""
    settings: Settings = current_app.config["SETTINGS"]
    address = settings.public_url or f"http://{settings.host}:{settings.port}"

    def announce() -> None:
        line = f"Parley is at {address}"
        if not settings.production:
            line += "  —  sign in as admin@demo.com / admin or client@demo.com / client"
        click.echo(line)

    sys.exit(supervise(settings, announce, reload=reload))


groups = (serve,)
