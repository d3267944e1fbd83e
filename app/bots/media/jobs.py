"""Making the smaller pictures of a medium, one form after the other."""

from sqlalchemy import select

from app.bots.media.files import make_smaller, widths_for
from app.bots.media.models import ORIGINAL, BotMedium
from app.bots.media.service import find_file, forms_of, keep_file
from app.core.db.base import db, hold, note, unlocked
from app.core.jobs import Job, heartbeat, job, named_id


def _medium_of(row: Job) -> BotMedium | None:
    """The medium of a job, unless it was deleted or another job makes its sizes."""
    medium = db.session.scalar(select(BotMedium).where(BotMedium.id == named_id(row, "medium_id")))
    return medium if medium is not None and medium.job_id == row.id else None


def _given_up(row: Job, _reason: str) -> None:
    """Leave a medium with the sizes that could be made."""
    medium = _medium_of(row)
    if medium is not None:
        medium.job_id, medium.progress = None, None


@job("make_sizes", given_up=_given_up, page="/admin/bots/{bot_id}/media?medium={medium_id}")
def make_sizes(row: Job) -> None:
    """Make a picture in each width as WebP and AVIF; what is there already stays."""
    medium = _medium_of(row)
    file = None if medium is None else find_file(medium.digest, ORIGINAL)
    if medium is None or file is None or medium.width is None:
        return
    digest, content, widths = medium.digest, file.content, widths_for(medium.width)
    forms = [(width, form) for width in widths for form in forms_of(width)]
    for number, (width, form) in enumerate(forms, 1):
        if find_file(digest, form) is None:
            with unlocked():
                smaller = make_smaller(content, width, form.partition(".")[2])
            keep_file(digest, form, f"image/{form.partition('.')[2]}", smaller)
        heartbeat(row, number / len(forms))
        note(medium, progress=number / len(forms))
        db.session.commit()
    hold(medium)
    medium.widths, medium.job_id, medium.progress = widths, None, None
    db.session.flush()
