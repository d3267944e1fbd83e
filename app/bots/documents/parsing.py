"""Reading files in a confined process."""

from collections.abc import Callable

import orjson

from app.bots.documents.blocks import Block, Content, UnreadableFile, read_blocks
from app.core import confined


def parse(data: bytes, kind: str, beat: Callable[[], None] = lambda: None) -> Content:
    """Return what is in a file; Unreadable with the reason where that cannot be found out within the limits."""
    try:
        read = orjson.loads(confined.work_on(data, __name__, kind, beat=beat))
    except confined.ProcessFailed as error:
        raise UnreadableFile(error.reason) from None
    if "reason" in read:
        raise UnreadableFile(read["reason"])
    return Content([Block(*block) for block in read["blocks"]], read["title"], read["pages"])


def _read(data: bytes, kind: str) -> bytes:
    """The content of a file as JSON, or the reason why there is none."""
    try:
        content = read_blocks(data, kind)
        answer = {"blocks": [list(block) for block in content.blocks], "title": content.title, "pages": content.pages}
    except UnreadableFile as error:
        answer = {"reason": error.reason}
    except MemoryError:
        answer = {"reason": "too_large"}
    except Exception:
        answer = {"reason": "broken"}
    return orjson.dumps(answer)


if __name__ == "__main__":
    confined.serve(_read)
