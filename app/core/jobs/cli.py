"""`flask worker` and `flask jobs failed|retry`."""

import signal
from types import FrameType

import click
from flask import Flask, current_app

from app.core import jobs
from app.core.db.base import db
from app.core.db.tenancy import everywhere, within
from app.core.errors import DomainError
from app.core.jobs import runner, service
from app.core.printing import as_json_option, print_answer


@click.command()
@click.option("--until-empty", is_flag=True, help="Stop when no job is ready.")
def worker(until_empty: bool) -> None:
    """Run background jobs until SIGTERM or Ctrl-C; those under way are given back."""
    run_until_stopped(current_app._get_current_object(), until_empty=until_empty)  # type: ignore[attr-defined]


def run_until_stopped(app: Flask, *, until_empty: bool = False) -> None:
    """Run background jobs in this process until it is asked to end."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        runner.stop()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    if until_empty:
        runner.work_off(app)
    else:
        runner.run(app)


@click.group("jobs")
def group() -> None:
    """Background work."""


@group.command()
@as_json_option
def failed(as_json: bool) -> None:
    """List the dead letters of all workspaces, oldest first."""
    with everywhere():
        rows = db.session.scalars(service.list_jobs("failed").order_by(jobs.Job.id)).all()
    answer = [
        {"id": str(row.id), "workspace": str(row.workspace_id), "kind": row.kind, "finished_at": row.finished_at,
         "error": row.error}
        for row in rows
    ]  # fmt: skip
    print_answer(
        as_json, answer, (f"{row.id}  {row.kind}  {row.finished_at:%Y-%m-%d %H:%M}  {row.error}" for row in rows)
    )


@group.command()
@click.argument("job_id", type=int)
def retry(job_id: int) -> None:
    """Let a failed job begin again."""
    try:
        with everywhere():
            row = service.get_job(job_id)
        with within(row.workspace_id):
            service.revive(row)
    except DomainError as error:
        raise click.ClickException(error.detail) from None
    db.session.commit()
    click.echo(f"{row.kind} {row.id} is ready again.")


groups = (worker, group)
