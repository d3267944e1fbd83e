"""Calls on background work: what waits, what runs, and dead letters that can be run again."""

from typing import Any

from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate
from app.core.jobs import Job, service
from app.core.security.operations import Operation, needs
from app.operations.jobs.schemas import JobListArgs, JobPageSchema, JobSchema

blp = Blueprint("jobs", __name__, url_prefix="/api/v1/jobs", description="Background jobs and failed jobs.")


@blp.get("", Operation(needs("read", "Job"), query=JobListArgs, answer=JobPageSchema))
def list_jobs(args: dict[str, Any]) -> Page:
    """List jobs, newest first."""
    return paginate(service.list_jobs(args["state"], args["work"]), args, key=Job.id)


@blp.get("/<int:job_id>", Operation(needs("read", "Job"), answer=JobSchema))
def get_job(job_id: int) -> Job:
    """Retrieve a job and its progress."""
    return service.get_job(job_id)


@blp.post("/<int:job_id>/retry", Operation(needs("update", "Job"), audit="job:retry", answer=JobSchema, status=202))
def retry_job(job_id: int) -> Job:
    """Retry a failed job."""
    row = service.get_job(job_id)
    service.revive(row)
    db.session.commit()
    return row
