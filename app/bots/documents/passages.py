"""Blocks cut into passages of about 120 words, each overlapping the one before by a sentence."""

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

from app.bots.documents.blocks import Block
from app.core.text import normalise
from app.core.values.batches import batched

WORDS = 120
FEWEST = 25
"""Words below which the end of a part is no passage of its own."""
MOST = 10_000
"""Passages of one document."""
_SENTENCE = re.compile(r"(?<=[.!?।॥؟])[\"”’)\]]*\s+(?=\S)|\n+")
_SHORTENED = re.compile(
    r"(?:\b(?:Rs|No|Nos|approx|etc|e\.g|i\.e|vs|Dr|Mr|Mrs|Ms|St|Fig|min|max|incl|excl)|\b[A-Za-z])\.$"
)


class Passage(NamedTuple):
    """Some sentences under one heading."""

    text: str
    heading: str
    page: int | None
    address: str = ""

    @property
    def words(self) -> int:
        """How many words it has."""
        return len(self.text.split())

    @property
    def digest(self) -> str:
        """What identifies it within its document, at any position."""
        return sha256(f"{self.heading}\0{normalise(self.text)}".encode()).hexdigest()


def sentences(text: str) -> list[str]:
    """Return the sentences of a text; a line of a table is one."""
    parts, start = [], 0
    for match in _SENTENCE.finditer(text):
        before = text[start : match.start()].strip()
        if "\n" not in match.group() and _SHORTENED.search(before):
            continue
        if before:
            parts.append(before)
        start = match.end()
    if text[start:].strip():
        parts.append(text[start:].strip())
    return parts


def cut(blocks: Iterable[Block], address: str = "") -> list[Passage]:
    """Return the passages of blocks in their order."""
    passages: list[Passage] = []
    for block in _merge_blocks(blocks):
        passages += (Passage(text, block.heading, block.page, address) for text in _cut(block.text))
        if len(passages) >= MOST:
            break
    return passages[:MOST]


def _merge_blocks(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks that follow each other on one page under one heading, as one; a few words go with the page before."""
    pending: Block | None = None
    for block in blocks:
        is_same = pending is not None and pending.heading == block.heading
        if pending is not None and is_same and (pending.page == block.page or len(block.text.split()) < FEWEST):
            pending = pending._replace(text=f"{pending.text}\n{block.text}")
            continue
        if pending is not None:
            yield pending
        pending = block
    if pending is not None:
        yield pending


def _cut(text: str) -> Iterator[str]:
    """Pieces of about 120 words; each begins with the last sentence of the one before, unless that is long."""
    piece: list[str] = []
    count, fresh = 0, False
    for sentence in _bound_sentences(sentences(text)):
        size = len(sentence.split())
        if fresh and count + size > WORDS:
            yield " ".join(piece)
            last = piece[-1]
            piece = [last] if len(last.split()) <= WORDS // 3 else []
            count = len(last.split()) if piece else 0
        piece.append(sentence)
        count, fresh = count + size, True
    if fresh:
        yield " ".join(piece)


def _bound_sentences(parts: Iterable[str]) -> Iterator[str]:
    """Sentences of at most 120 words; longer ones are cut."""
    for part in parts:
        for words in batched(part.split(), WORDS):
            yield " ".join(words)
