"""Calls on telephone calls: lists, one call, its sound, and corrections."""

import re
from typing import Any

from flask import Response, request

from app.channels.voice import recordings
from app.channels.voice.models import VoiceCall
from app.channels.voice.sound import FRAME_BYTES, HEAD
from app.conversations.masking import may_see_names
from app.core import clock
from app.core.db.base import db
from app.core.errors import DomainError, NotFound
from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate, with_more
from app.core.languages import reading_language
from app.core.security.operations import Answer, Operation, needs
from app.reports.calls import service
from app.reports.calls.arguments import CallListArgs
from app.reports.calls.schemas import (
    CallPageSchema,
    CorrectionResultSchema,
    CorrectionSchema,
    PeaksSchema,
    WholeCallSchema,
)
from app.reports.filters.words import conditions_of_questions

blp = Blueprint("calls", __name__, url_prefix="/api/v1/calls", description="Telephone calls.")
MOST_BYTES = 2 * 1024 * 1024
"""Bytes of sound that one answer holds at most."""
_RANGE = re.compile(r"bytes=(\d{0,12})-(\d{0,12})")
NOT_RECORDED = "This call has no recording."


class OutOfRange(DomainError):
    """The recording has no such part (416)."""

    status, code = 416, "range_not_satisfiable"


@blp.get("", Operation(needs("read", "Conversation"), query=CallListArgs, answer=CallPageSchema))
def list_calls(args: dict[str, Any]) -> dict[str, Any]:
    """List calls, newest first."""
    filters = service.filters_of(args)
    selection = filters.select()
    # Of all time a list has what nobody spoke in, too.
    span = None if filters.r == "all" else filters.find_range(selection, clock.now())
    query = service.list_calls(args, selection, span)
    page: Page = paginate(query, args, key=VoiceCall.id, sort=VoiceCall.started_at)
    return with_more(
        page, items=service.serialize_calls(page.items, names=may_see_names()),
        range=span and {"from_": span.first, "to": span.last},
        conditions=conditions_of_questions([filters], reading_language())[0],
    )  # fmt: skip


@blp.get("/<int:call_id>", Operation(needs("read", "Conversation"), answer=WholeCallSchema))
def get_call(call_id: int) -> dict[str, Any]:
    """Retrieve a call with its turns."""
    return service.serialize_call(service.get_call(call_id), names=may_see_names())


@blp.get("/<int:call_id>/peaks.json", Operation(needs("read", "Conversation"), answer=PeaksSchema))
def get_peaks(call_id: int) -> dict[str, Any]:
    """Retrieve the peaks of a recording."""
    call = service.get_call(call_id)
    if call.peaks is None:
        raise NotFound(NOT_RECORDED)
    return call.peaks


@blp.get(
    "/<int:call_id>/audio",
    Operation(
        needs("read", "Conversation"),
        audit="call:listen",
        answers=(Answer(content_type="audio/wav"), Answer(206, description="The part that Range asks for")),
    ),
)
def get_audio(call_id: int) -> Response:
    """Retrieve a recording, or a part of it."""
    call = service.get_call(call_id)
    if call.recording != "ready":
        raise NotFound(NOT_RECORDED)
    frames = recordings.frames_of(call)
    size = HEAD + frames * FRAME_BYTES
    headers = {"Accept-Ranges": "bytes", "Cache-Control": "private, no-store"}
    range_text = request.headers.get("Range", "")
    part = _part(range_text, size)
    if part is None:
        raise OutOfRange("The recording has no such part.", headers={"Content-Range": f"bytes */{size}"})
    start, end = part
    if range_text:
        end = min(end, start + MOST_BYTES)
        headers["Content-Range"] = f"bytes {start}-{end - 1}/{size}"
    body = recordings.read_bytes(call, start, end, frames)
    return Response(body, 206 if range_text else 200, headers, content_type="audio/wav")


def _part(range_text: str, size: int) -> tuple[int, int] | None:
    """Return the first and the last byte of a part, the latter not included; None where there is no such part."""
    if not range_text:
        return 0, size
    match = _RANGE.fullmatch(range_text)
    if match is None or not (match[1] or match[2]):
        return None
    if not match[1]:
        return max(size - int(match[2]), 0), size
    start, end = int(match[1]), int(match[2]) + 1 if match[2] else size
    return (start, min(end, size)) if start < min(end, size) else None


@blp.post(
    "/<int:call_id>/corrections",
    Operation(
        needs("review", "Conversation"),
        audit="call:correct",
        body=CorrectionSchema,
        answer=CorrectionResultSchema,
        status=201,
        problems=(409,),
    ),
)
def correct_turn(args: dict[str, Any], call_id: int) -> dict[str, Any]:
    """Create a correction of what was heard in a turn."""
    call = service.get_call(call_id)
    turn = service.correct(call, args["turn"], args["text"])
    db.session.commit()
    return {
        "turn": turn.number, "text": turn.correction, "words": turn.corrected_words, "errors": turn.word_errors,
        "corrected": service.sum_corrections(call),
    }  # fmt: skip
