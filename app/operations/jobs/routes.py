"""Calls on background work: what waits, what runs, and dead letters that can be run again."""

from typing import Any

from app.audit.recording import audited
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate
from app.core.jobs import Job, service
from app.core.security.visitor import needs
from app.operations.jobs.schemas import JobListArgs, JobPageSchema, JobSchema

blp = Blueprint("jobs", __name__, url_prefix="/api/v1/jobs", description="Background jobs and failed jobs.")


@blp.get("")
@needs("read", "Job")
@blp.arguments(JobListArgs, location="query")
@blp.response(200, JobPageSchema)
def list_jobs(args: dict[str, Any]) -> Page:
    """List jobs, newest first."""
    return paginate(service.list_jobs(args["state"], args["work"]), args, key=Job.id)


@blp.get("/<int:job_id>")
@needs("read", "Job")
@blp.response(200, JobSchema)
def get_job(job_id: int) -> Job:
    """Retrieve a job and its progress."""
    return service.get_job(job_id)


@blp.post("/<int:job_id>/retry")
@needs("update", "Job")
@audited("job:retry")
@blp.response(202, JobSchema)
def retry_job(job_id: int) -> Job:
    """Retry a failed job."""
    row = service.get_job(job_id)
    service.revive(row)
    db.session.commit()
    return row
