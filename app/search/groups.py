"""The groups of a search: each knows who may look into it and how it finds its things."""

from collections.abc import Callable, Sequence
from typing import NamedTuple
from urllib.parse import quote

from sqlalchemy import select

from app.accounts.people.service import is_visible
from app.accounts.users.models import User
from app.bots.catalog.models import Bot
from app.clients.models import City, Client, Outlet
from app.content.faq.service import read as read_faq
from app.content.knowledge_base.service import all_questions, category_titles, place_at
from app.core.db.base import db
from app.core.security.visitor import can, current_ability
from app.search import actions, conversations, leads, masters, reference
from app.search.hits import Candidate, SearchResults, fitting
from app.search.matching import terms_of
from app.web.navigation import places
from app.web.site import site

MANY = 5_000
"""More names than this are not compared with what was typed."""


class Group(NamedTuple):
    """A kind of things: its name, who may see them, and how they are found in a language."""

    id: str
    allowed: Callable[[], bool]
    find: Callable[[str, str], SearchResults]


def _pages(q: str, language: str) -> SearchResults:
    """Pages the reader may open, by what they are called."""
    candidates = [
        Candidate(place.page.name, place.page.path, place.title, icon=place.icon)
        for place in places(current_ability(), language)
    ]
    return fitting(terms_of(q), candidates)


def _bots(q: str, _language: str) -> SearchResults:
    """Bots in the reader's reach."""
    rows = db.session.execute(select(Bot.id, Bot.name).where(Bot.state != "deleted").limit(MANY))
    return fitting(
        terms_of(q), [Candidate(str(row.id), _bot_url(row.id, row.name), row.name, icon="bot") for row in rows]
    )


def _bot_url(bot_id: int, name: str) -> str:
    """Where a bot is opened: on its own page where there is one, else in the list."""
    own = site().table.find_page("bot")
    return own.path.replace(":id", str(bot_id)) if own else f"/admin/bots?q={quote(name)}"


def _clients(q: str, _language: str) -> SearchResults:
    """Clients in the reader's reach."""
    rows = db.session.execute(select(Client.id, Client.name).limit(MANY))
    candidates = [Candidate(str(row.id), f"/admin/clients/{row.id}", row.name, icon="building") for row in rows]
    return fitting(terms_of(q), candidates)


def _outlets(q: str, _language: str) -> SearchResults:
    """Outlets in the reader's reach, by name, code or city."""
    query = select(Outlet.id, Outlet.name, Outlet.code, City.name.label("city")).join(City, City.id == Outlet.city_id)
    rows = db.session.execute(query.limit(MANY))
    return fitting(
        terms_of(q),
        [
            Candidate(str(row.id), f"/admin/outlets/{row.id}", row.name, (row.code, row.city),
                      f"{row.code} · {row.city}",
                  "building")
            for row in rows
        ],
    )  # fmt: skip


def _people(q: str, _language: str) -> SearchResults:
    """People of the workspace, by name, username or address."""
    rows = db.session.scalars(
        select(User).where(User.deleted_at.is_(None), is_visible()).order_by(User.number).limit(MANY)
    )
    return fitting(
        terms_of(q),
        [
            Candidate(str(row.id), _person_url(row), row.full_name, (row.email, row.username), detail=row.email)
            for row in rows
        ],
    )


def _person_url(row: User) -> str:
    """Where a person is opened: on their own page where there is one, else by writing to them."""
    own = site().table.find_page("user-view")
    return own.path.replace(":id", str(row.number)) if own else f"mailto:{row.email}"


def _help(q: str, language: str) -> SearchResults:
    """Questions of the installation's FAQ, and articles of its knowledge base."""
    questions = [
        Candidate(
            f"{key}-{place}",
            f"/pages/faq?q={quote(entry['question'][:200])}",
            entry["question"],
            detail=category["title"],
        )
        for key, category in read_faq("", language).items()
        for place, entry in enumerate(category["qandA"])
    ]
    titles = category_titles(language)
    articles = [
        Candidate(
            f"article-{question.number}",
            place_at(question),
            question.text(language)["question"],
            detail=titles[question.category],
            icon="book-open",
        )
        for question in all_questions()
    ]
    return fitting(terms_of(q), [*questions, *articles])


GROUPS: Sequence[Group] = (
    Group("pages", lambda: True, _pages),
    Group("bots", lambda: can("read", "Bot"), _bots),
    Group("conversations", lambda: can("read", "Conversation"), lambda q, _language: conversations.find(q)),
    Group("clients", lambda: can("read", "Client"), _clients),
    Group("outlets", lambda: can("read", "Client"), _outlets),
    Group("vehicles", lambda: can("read", "Master"), masters.vehicles),
    Group("customers", lambda: can("read", "Master"), lambda q, _language: masters.customers(q)),
    Group("leads", lambda: can("read", "Lead"), leads.find),
    Group("reference", lambda: can("read", "Reference"), reference.find),
    Group("people", lambda: can("read", "User"), _people),
    Group("help", lambda: True, _help),
    Group("actions", lambda: True, actions.find),
)
NAMES = tuple(group.id for group in GROUPS)
