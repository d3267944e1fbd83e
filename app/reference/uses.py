"""Where codes are used: areas that use one declare how to find out, and lists kept elsewhere how to read them."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Use(NamedTuple):
    """Something that uses a code: what kind of thing it is, its name, and its page."""

    kind: str
    name: str
    url: str


@dataclass(slots=True)
class ExternalEntry:
    """An entry of a list that is kept elsewhere."""

    code: str
    labels: dict[str, str]
    active: bool = True
    belongs_to: str = ""
    url: str = ""
    id: int | None = None
    revision: int | None = None
    valid_from: None = None
    valid_to: None = None
    uses: list[Use] = field(default_factory=list)


Finder = Callable[[Collection[str]], Mapping[str, list[Use]]]
ListSource = Callable[[], list[ExternalEntry]]
_FINDERS: dict[str, dict[str, Finder]] = {}
_SOURCES: dict[str, ListSource] = {}


def uses_of(name: str) -> Callable[[Finder], Finder]:
    """Declare a function that finds what uses codes of a list, among rows that the reader may not all see."""

    def declare(finder: Finder) -> Finder:
        _FINDERS.setdefault(name, {})[f"{finder.__module__}.{finder.__qualname__}"] = finder
        return finder

    return declare


def source_of(name: str) -> Callable[[ListSource], ListSource]:
    """Declare the function that reads a list which is kept elsewhere."""

    def declare(source: ListSource) -> ListSource:
        _SOURCES[name] = source
        return source

    return declare


def find_uses(name: str, codes: Collection[str]) -> dict[str, list[Use]]:
    """What uses each of some codes of a list."""
    uses_by_code: dict[str, list[Use]] = {code: [] for code in codes}
    for finder in _FINDERS.get(name, {}).values() if codes else ():
        for code, uses in finder(codes).items():
            uses_by_code.setdefault(code, []).extend(uses)
    return uses_by_code


def read_source(name: str) -> list[ExternalEntry]:
    """The entries of a list that is kept elsewhere."""
    source = _SOURCES.get(name)
    return source() if source else []
