"""Photos and PDFs that people send: fetched from the provider before the step that takes them in."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import structlog

from app.channels.messaging.adapters.contract import Adapter, Call, Credentials, Inbound, answer_of
from app.channels.messaging.models import ANSWERING, Deployment
from app.channels.messaging.service import adapter_of, make_call, provider_address
from app.channels.sessions.files import SentFile
from app.channels.sessions.providers import check_file
from app.core.errors import Invalid
from app.core.security.operations import LARGEST_UPLOAD

log = structlog.get_logger(__name__)
KINDS = ("image", "photo", "document", "file", "")
"""What providers call pictures and files; Slack names the media type alone."""
MOST = 5
"""Files of one message."""


@dataclass(frozen=True, slots=True)
class MediaSource:
    """What the files of a message are fetched by."""

    adapter: Adapter
    credentials: Credentials
    address: str
    media: tuple[Mapping[str, Any], ...]


def source_of(deployment: Deployment, content: Inbound) -> MediaSource | None:
    """Return where the files of an event are; None where it has none that are fetched."""
    media = tuple(medium for medium in content.media if _is_file(medium))[:MOST]
    if not media or deployment.state not in ANSWERING or deployment.sealed_credentials is None:
        return None
    return MediaSource(adapter_of(deployment), deployment.credentials, provider_address(deployment), media)


def _is_file(medium: Mapping[str, Any]) -> bool:
    """Whether a medium is a picture or a file, and no recording."""
    is_recording = str(medium.get("mime") or "").startswith(("audio/", "video/"))
    return medium.get("type", "") in KINDS and not is_recording


def fetch_files(source: MediaSource) -> list[SentFile]:
    """Fetch and check the files of a message, outside any transaction."""
    return [_fetch(source, medium) for medium in source.media]


def _fetch(source: MediaSource, medium: Mapping[str, Any]) -> SentFile:
    call = source.adapter.locate(medium, source.credentials, source.address)
    location = answer_of(make_call(call).body) if call is not None else {}
    content, problem = _download(source.adapter.download(medium, location, source.credentials, source.address))
    if problem:
        return SentFile(problem=problem)
    try:
        kind, checked = check_file(content)
    except Invalid:
        return SentFile(problem="refused")
    return SentFile(kind, checked)


def _download(call: Call | None) -> tuple[bytes, str]:
    """Return the bytes of a file, or why there are none."""
    if call is None:
        return b"", "missing"
    answer = make_call(call, largest=LARGEST_UPLOAD)
    if answer.error == "too_large":
        return b"", "refused"
    if not answer.ok:
        log.info("file_not_fetched", status=answer.status, error=answer.error)
        return b"", "missing"
    return answer.body, ""
