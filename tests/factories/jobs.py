"""Jobs done without a runner."""

from app import areas
from app.core import jobs


def perform_jobs() -> int:
    """Do the jobs that are ready, in this context; gives how many there were."""
    areas.modules("jobs")
    count = 0
    while (row := jobs.take("tests")) is not None:
        jobs.perform(row)
        count += 1
    return count
