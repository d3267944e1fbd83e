"""What a search finds: one thing that can be opened, and a group of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from app.search.matching import Fragment, match, parts


@dataclass(frozen=True, slots=True)
class Hit:
    """A thing found, where it is opened, and what of its name and the line below was looked for."""

    id: str
    url: str
    title: list[Fragment]
    detail: list[Fragment] = field(default_factory=list)
    icon: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class SearchResults:
    """The things of a group, best first; `more` says that there are others beyond them."""

    total: int
    items: Callable[[int, int], Sequence[Hit]]
    """The things from one place to another."""
    more: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that is found by its texts: its name, and others that only the line below tells."""

    id: str
    url: str
    title: str
    others: tuple[str, ...] = ()
    detail: str = ""
    icon: str = ""

    def hit(self) -> Hit:
        """The thing as found without any words."""
        return Hit(self.id, self.url, parts(self.title), parts(self.detail), self.icon)


def fitting(terms: Sequence[str], things: Iterable[Candidate]) -> SearchResults:
    """The things whose name, or another text of them, fits; the better the fit the earlier, then by name."""
    rated = []
    for thing in things:
        by_title = match(terms, thing.title)
        others = [(place, text) for text in thing.others if (place := match(terms, text)) is not None]
        best = min(others, key=lambda pair: pair[0].score, default=None)
        if by_title is None and best is None:
            continue
        score = by_title.score if by_title is not None else best[0].score + 1 if best is not None else 0
        detail = parts(best[1], best[0].spans) if by_title is None and best is not None else parts(thing.detail)
        hit = Hit(thing.id, thing.url, parts(thing.title, by_title.spans if by_title else ()), detail, thing.icon)
        rated.append((score, thing.title.casefold(), hit))
    rated.sort(key=lambda entry: entry[:2])
    return SearchResults(len(rated), lambda start, end: [hit for _, _, hit in rated[start:end]])
