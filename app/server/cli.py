"""`flask serve`: the whole installation in one command."""

import os
import sys

import click


@click.command()
@click.option("--reload", is_flag=True, help="For developing: bundle again and restart what has changed.")
def serve(reload: bool) -> None:
    """Start web server, render workers and job runner, and keep them running."""
    sys.stdout.flush()
    # In place of this process, which holds the whole application: who only watches others needs none of it.
    os.execv(sys.executable, [sys.executable, "-m", "app.server", *(["--reload"] if reload else [])])  # noqa: S606


groups = (serve,)
