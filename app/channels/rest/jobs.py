"""Jobs of Rasa's callback format."""

from app.channels.rest import callbacks
from app.core.jobs import Job, job, named_id


@job("rest_callback")
def send_callback(row: Job) -> None:
    """Send replies to the address of a token."""
    session_id, after, until, tries = (named_id(row, name) for name in ("session_id", "after", "until", "tries"))
    callbacks.send_replies(session_id, after, until, tries)
