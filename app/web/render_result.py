"""What the renderer answers once it has everything: a page, or the way to another address."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as the renderer makes it."""

    status: int
    title: str
    head: str
    html: str
    state: dict[str, Any]
    page: str


@dataclass(frozen=True, slots=True)
class Redirect:
    """The renderer sends the reader elsewhere."""

    status: int
    to: str
