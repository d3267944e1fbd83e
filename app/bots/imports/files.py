"""Files of bots, ours and other builders': known by their contents, read into a flow document."""

from collections.abc import Mapping
from pathlib import PurePath
from types import ModuleType
from typing import Any, NamedTuple

from app.bots.flow.documents import FORMATS as FORMS
from app.bots.flow.documents import UnreadableDocument, read
from app.bots.flow.schema import FORMAT
from app.bots.imports import botpress, rasa, typebot
from app.bots.imports.archives import is_packed, unpack
from app.bots.imports.shapes import mapping

BUILDERS: tuple[ModuleType, ...] = (typebot, botpress, rasa)
"""The readers, each a module: `is_like` and `read_bot`; those of archives also `is_archive` and `read_archive`."""
ENDINGS = {".json": "json", ".yaml": "yaml", ".yml": "yaml", ".zip": "", ".tgz": "", ".gz": ""}
"""What a file may be called, and how it is read."""
OURS = "parley-flow"
_LOOKED_FOR = ", ".join(("“format: parley-flow/1”", *(builder.LOOKED_FOR for builder in BUILDERS)))
UNKNOWN = f"This is no bot of a known kind. Looked for: {_LOOKED_FOR}."


class BotFile(NamedTuple):
    """What a file holds: its builder and version, the flow, what was understood and what was not."""

    builder: str
    version: str
    flow: Any
    understood: list[dict[str, Any]]
    not_understood: list[dict[str, Any]]


def read_bot_file(name: str, data: bytes) -> BotFile:
    """Return what a file of a bot holds; Unreadable says why it is none."""
    form = ENDINGS.get(PurePath(name).suffix.lower())
    if is_packed(data):
        return _read_archive(unpack(data))
    if form is None:
        raise UnreadableDocument("Must be a .json, .yaml, .yml, .zip or .tgz file.")
    if form not in FORMS:
        raise UnreadableDocument("This is not an archive.")
    return _read_document(read(data, form))


def _read_document(document: Any) -> BotFile:
    builder = next((builder for builder in BUILDERS if builder.is_like(document)), None)
    if builder is not None and "format" not in mapping(document):
        return _read_by(builder, builder.read_bot(document))
    if builder is None and not mapping(document).keys() & {"format", "nodes", "start"}:
        raise UnreadableDocument(UNKNOWN)
    return BotFile(OURS, FORMAT.partition("/")[2], document, [], [])


def _read_archive(files: Mapping[str, bytes]) -> BotFile:
    for builder in BUILDERS:
        if hasattr(builder, "is_archive") and builder.is_archive(list(files)):
            return _read_by(builder, builder.read_archive(files))
    documents = [path for path in files if path.endswith(".json")]
    if len(documents) == 1:
        return _read_document(read(files[documents[0]], "json"))
    raise UnreadableDocument(UNKNOWN)


def _read_by(builder: ModuleType, reading: Any) -> BotFile:
    draft, flow, version = reading
    return BotFile(builder.TITLE, version, flow, draft.understood, draft.missed)
