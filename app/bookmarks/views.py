"""The views bookmarks keep: reading an address by the page table, and what has become of one since."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from sqlalchemy import select

from app.bookmarks.short_addresses import whole
from app.bots.catalog.models import Bot
from app.core.db.base import db
from app.core.errors import BeyondSchema, Invalid
from app.core.http.safe_redirect import LONGEST, safe_next
from app.core.languages import catalogue, comma_of, label_in
from app.core.security.abilities import Ability
from app.core.security.visitor import current_ability
from app.web.navigation import may_open, places
from app.web.query import Query, encode, read_query
from app.web.rendering import answer
from app.web.site import site
from app.web.table import Match

MAX_URL = LONGEST
GONE, INVALID, THING, REFUSED = "page_gone", "value_invalid", "thing_gone", "not_permitted"
TROUBLES = (GONE, INVALID, THING, REFUSED)
_WORDS = {
    "r": ("conversations", "r."), "grp": ("conversations", "g."), "ch": ("channel", ""),
    "outcome": ("conversations", "o."), "cmp": ("reports", "c."), "g": ("reports", "g."), "traffic": ("reports", "t."),
}  # fmt: skip
"""The catalogue that has the words of a key's values, and what their names begin with there."""
SECRETS = frozenset({"token"})
"""Query keys that grant access by themselves: they are never stored."""


@dataclass(frozen=True, slots=True)
class View:
    """An address taken apart: its page and the query as the page reads it."""

    match: Match
    path: str
    query: Query

    @property
    def url(self) -> str:
        """The one way to write it."""
        return f"{self.path}?{self.query.canonical}" if self.query.canonical else self.path

    @property
    def values(self) -> dict[str, str]:
        """The query's values that are no defaults, by key."""
        return dict(parse_qsl(self.query.canonical))

    def without(self, key: str) -> str:
        """The same view without one value."""
        pairs = [(k, v) for k, v in parse_qsl(self.query.canonical) if k != key]
        query = "&".join(f"{encode(k)}={encode(v)}" for k, v in pairs)
        return f"{self.path}?{query}" if query else self.path


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a bookmark does not lead where it did, and what is nearest."""

    kind: str
    url: str
    key: str = ""
    value: str = ""


def read_view(url: str) -> View | None:
    """Return the view of one of our addresses without language, notes and secrets; None if no page has it."""
    bare = whole(url.partition("#")[0])
    path, _, text = bare.partition("?")
    if safe_next(bare, "") != bare:
        return None
    path = "/" + path.strip("/")
    match = site().table.match(path)
    if match is None or match.page.access.kind == "guest":
        return None
    keys = {key.key for key in match.page.query} - SECRETS
    pairs = [(k, v) for k, v in parse_qsl(text, keep_blank_values=True, errors="replace") if k in keys]
    return View(match, path, read_query(match.page, urlencode(pairs)))


def keepable(url: str) -> View:
    """The view of an address that may be kept; Invalid says why not."""
    view = read_view(url)
    if view is None:
        raise Invalid({"url": [BeyondSchema("This address is not a page of Parley.")]})
    if view.query.problem is not None:
        problem = view.query.problem
        raise Invalid({"url": [f"{problem.key} is not valid in this address. Valid: {problem.valid}"]})
    if not may_open(view.match.page, current_ability()):
        raise Invalid({"url": ["You don't have access to this page."]})
    if len(view.url) > MAX_URL:
        raise Invalid({"url": [f"Must be at most {MAX_URL} characters."]})
    return view


def trouble(url: str, ability: Sequence[Ability], *, bots: frozenset[str] | None = None) -> Trouble | None:
    """What is wrong with a kept address now, as far as the page table tells; with `bots` also what it names."""
    view = read_view(url)
    if view is None:
        return Trouble(GONE, nearest(url, ability))
    if not may_open(view.match.page, ability):
        return Trouble(REFUSED, nearest(url, ability))
    if view.query.problem is not None:
        problem = view.query.problem
        return Trouble(INVALID, view.without(problem.key), problem.key, problem.value[:80])
    if bots is None:
        return None
    missing_bots = [bot for bot in view.values.get("bot", "").split(",") if bot and bot not in bots]
    if missing_bots:
        return Trouble(THING, view.without("bot"), "bot", ",".join(missing_bots)[:80])
    proof = view.match.proof()
    if proof is not None and answer(proof)["status"] in (403, 404):
        return Trouble(THING, nearest(view.path.rpartition("/")[0], ability))
    return None


def bots_there() -> frozenset[str]:
    """The ids of the bots in the reader's reach."""
    return frozenset(str(key) for key in db.session.scalars(select(Bot.id).where(Bot.state != "deleted")))


def nearest(url: str, ability: Sequence[Ability]) -> str:
    """The page the reader may open whose address has most in common with another one, part by part."""
    words = url.partition("?")[0].strip("/").split("/")

    def common_length(path: str) -> tuple[int, int]:
        own = path.strip("/").split("/")
        same = next((n for n, pair in enumerate(zip(own, words, strict=False)) if pair[0] != pair[1]), None)
        return (min(len(own), len(words)) if same is None else same), -len(own)

    return max((place.page.path for place in places(ability, "en")), key=common_length, default="/")


def default_title(view: View, language: str) -> str:
    """What a view is called until someone names it: its page, and the values that narrow it."""
    page = view.match.page
    title = label_in(page.title, language, page.name)
    plain = {key.key for key in page.query if key.type in ("enum", "enums", "text", "range")}
    texts = [_worded(key, value, language) for key, values in view.values.items() if key in plain
             for value in ([values] if key == "q" else values.split(","))]  # fmt: skip
    return comma_of(language).join([title, *texts])[:120]


def _worded(key: str, value: str, language: str) -> str:
    """A value of an address in a reader's words; one that no catalogue has as it is."""
    area, prefix = _WORDS.get(key, ("", ""))
    text = catalogue(area, language).get(prefix + value) if area else None
    return text or value.replace("_", " ")


def serialize_trouble(trouble: Trouble | None) -> dict[str, Any] | None:
    """A trouble as it is answered."""
    return (
        None
        if trouble is None
        else {"kind": trouble.kind, "key": trouble.key, "value": trouble.value, "url": trouble.url}
    )
