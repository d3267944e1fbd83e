"""The page table: what the interface's build says about every page, as typed data."""

import re
import threading
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import orjson

QueryType = Literal["enum", "enums", "int", "text", "ids", "refs", "list", "day", "range", "zone", "flag", "place"]


@dataclass(frozen=True, slots=True)
class QueryKey:
    """One key of a page's query: its type, its default and its bounds."""

    key: str
    type: QueryType
    default: str = ""
    values: tuple[str, ...] = ()
    min: int = 0
    max: int = 0


@dataclass(frozen=True, slots=True)
class Access:
    """Who may open a page: everybody, guests only, anyone signed in, or those with an ability.

    `whole` asks besides that a reader sees what no scope has a part of.
    """

    kind: Literal["public", "guest", "user", "ability"]
    action: str = ""
    subject: str = ""
    whole: bool = False


def _pattern(path: str) -> re.Pattern[str]:
    """The regular expression of an address; a `:name` represents one segment."""
    parts = [f"(?P<{p[1:]}>[^/]+)" if p.startswith(":") else re.escape(p) for p in path.split("/")]
    return re.compile("/".join(parts))


def _filled(path: str, params: dict[str, str]) -> str:
    """An address with the values of its names."""
    return re.sub(r":(\w+)", lambda match: params.get(match[1], ""), path)


@dataclass(frozen=True)
class Page:
    """One page: its address pattern, who may open it, and what its document carries."""

    name: str
    path: str
    access: Access
    cache: bool = False
    sitemap: bool = False
    script: Literal["idle", "load"] = "load"
    proof: str | None = None
    query: tuple[QueryKey, ...] = ()
    styles: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    messages: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Modules of the page's words, by language."""
    title: dict[str, str] = field(default_factory=dict)
    """What the page is called, by language; empty where that depends on what it shows."""
    icon: str = ""
    also: dict[str, str] = field(default_factory=dict)
    """Other addresses that lead here, with the query each represents."""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern's regular expression."""
        return _pattern(self.path)

    @property
    def has_parameters(self) -> bool:
        """Whether the address names a thing, so that the page cannot be opened without knowing one."""
        return ":" in self.path


@dataclass(frozen=True, slots=True)
class Match:
    """A page and the values its address gives to the pattern's names."""

    page: Page
    params: dict[str, str]

    def proof(self) -> str | None:
        """The API path that proves the named thing exists for this visitor."""
        if self.page.proof is None:
            return None
        return _filled(self.page.proof, self.params)


@dataclass(frozen=True)
class Table:
    """All pages of one build."""

    build: str
    entry: str
    idle: str = ""
    looks: str = ""
    """The stylesheet of layouts and skins other than the default ones."""
    later: str = ""
    """The address of the frame's stylesheet for what nobody sees at first."""
    frame: str = ""
    """The drawings of the frame's icons, which its documents come with."""
    coverage: dict[str, int] = field(default_factory=dict)
    """How much of English each language has, in percent."""
    pages: tuple[Page, ...] = ()
    plain: dict[str, Page] = field(default_factory=dict)
    """Pages without names in their address, by path."""
    moved: dict[str, str] = field(default_factory=dict)
    """Where other addresses of pages lead, by path; those with names lead to addresses with the same names."""

    @cached_property
    def _other_patterns(self) -> list[tuple[re.Pattern[str], str]]:
        return [(_pattern(path), to) for path, to in self.moved.items() if ":" in path]

    def new_address(self, path: str) -> str | None:
        """Where another address of a page leads, or None."""
        if path in self.moved:
            return self.moved[path]
        matches = ((pattern.fullmatch(path), to) for pattern, to in self._other_patterns)
        return next((_filled(to, match.groupdict()) for match, to in matches if match), None)

    def match(self, path: str) -> Match | None:
        """The page of a path, or None; a fixed address wins over a pattern."""
        page = self.plain.get(path)
        if page is not None:
            return Match(page, {})
        for page in self.pages:
            url_match = page.pattern.fullmatch(path) if page.has_parameters else None
            if url_match:
                return Match(page, url_match.groupdict())
        return None

    def find_page(self, name: str) -> Page | None:
        """The page of a name."""
        return next((page for page in self.pages if page.name == name), None)


EMPTY = Table(build="", entry="")


def read_access(access: str | dict[str, str]) -> Access:
    """Access as the build writes it."""
    if isinstance(access, dict):
        return Access("ability", access["action"], access["subject"], bool(access.get("whole")))
    if access not in ("public", "guest", "user"):
        raise ValueError(f"unknown access {access!r}")
    return Access(access)  # type: ignore[arg-type]


def read_key(row: dict[str, Any]) -> QueryKey:
    """A query key as the build writes it."""
    return QueryKey(
        key=row["key"],
        type=row["type"],
        default=str(row.get("default") or ""),
        values=tuple(row.get("values") or ()),
        min=int(row.get("min") or 0),
        max=int(row.get("max") or 0),
    )


def _page(row: dict[str, Any]) -> Page:
    """A page as the build writes it."""
    return Page(
        name=row["name"],
        path=row["path"],
        access=read_access(row.get("access", "user")),
        cache=bool(row.get("cache")),
        sitemap=bool(row.get("sitemap")),
        script="idle" if row.get("script") == "idle" else "load",
        proof=row.get("proof"),
        query=tuple(read_key(k) for k in row.get("query") or ()),
        styles=tuple(row.get("styles") or ()),
        modules=tuple(row.get("modules") or ()),
        messages={locale: tuple(files) for locale, files in (row.get("messages") or {}).items()},
        title=dict(row.get("title") or {}),
        icon=str(row.get("icon") or ""),
        also=dict(row.get("also") or {}),
    )


def parse(text: bytes) -> Table:
    """The table of a `pages.json`; raises ValueError or KeyError when it is none."""
    data = orjson.loads(text)
    pages = tuple(_page(row) for row in data["pages"])
    return Table(
        build=data["build"],
        entry=data["entry"],
        idle=data.get("idle", ""),
        looks=data.get("looks", ""),
        later=data.get("later", ""),
        frame=data.get("frame", ""),
        coverage=dict(data.get("coverage") or {}),
        pages=pages,
        plain={page.path: page for page in pages if not page.has_parameters},
        moved={path: f"{page.path}?{query}".rstrip("?") for page in pages for path, query in page.also.items()},
    )


class TableFile:
    """The table on disk: read at first use and again, while developing, when the file changes."""

    def __init__(self, path: Path, *, watch: bool) -> None:
        """Name the file; nothing is read yet."""
        self.path = path
        self._watch = watch
        self._seen: int | None = None
        self._table = EMPTY
        self._lock = threading.Lock()

    def current(self) -> Table:
        """The present table; the empty one while the interface has not been built."""
        if self._seen is not None and not self._watch:
            return self._table
        try:
            changed = self.path.stat().st_mtime_ns
        except OSError:
            return self._table
        with self._lock:
            if changed != self._seen:
                self._table, self._seen = parse(self.path.read_bytes()), changed
        return self._table
