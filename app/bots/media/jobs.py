"""Making the smaller pictures of a medium, one form after the other."""

from app.bots.media.files import make_smaller, widths_for
from app.bots.media.models import ORIGINAL, BotMedium
from app.bots.media.service import find_file, forms_of, keep_file
from app.core.db.base import db, hold, note, without_lock
from app.core.jobs import Job, heartbeat, job
from app.core.jobs.owners import Owner


def _fail(medium: BotMedium, _error: str) -> None:
    """Leave a medium with the sizes that could be made."""
    medium.job_id, medium.progress = None, None


MEDIUM = Owner(BotMedium, "medium_id", fail=_fail)


@job("make_sizes", owner=MEDIUM, page="/admin/bots/{bot_id}/media?medium={medium_id}")
def make_sizes(row: Job) -> None:
    """Make a picture in each width as WebP and AVIF; what is there already stays."""
    medium = MEDIUM.find(row)
    file = None if medium is None else find_file(medium.digest, ORIGINAL)
    if medium is None or file is None or medium.width is None:
        return
    digest, content, widths = medium.digest, file.content, widths_for(medium.width)
    forms = [(width, form) for width in widths for form in forms_of(width)]
    for number, (width, form) in enumerate(forms, 1):
        if find_file(digest, form) is None:
            with without_lock():
                smaller = make_smaller(content, width, form.partition(".")[2])
            keep_file(digest, form, f"image/{form.partition('.')[2]}", smaller)
        heartbeat(row, number / len(forms))
        note(medium, progress=number / len(forms))
        db.session.commit()
    hold(medium)
    medium.widths, medium.job_id, medium.progress = widths, None, None
    db.session.flush()
