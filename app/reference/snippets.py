"""Rules of text snippets: finding them for bots, adding, changing and deleting them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import has_app_context
from sqlalchemy import Select, String, cast, or_, select

from app.core.db.base import db, fetch, flush_or
from app.core.db.tenancy import bound_workspace, is_bound, within
from app.core.errors import BeyondSchema, Invalid
from app.core.values.placeholders import VARIABLE
from app.reference.models import Snippet
from app.reference.service import refuse_used
from app.reference.uses import find_uses

SNIPPETS = "snippets"
"""What their uses are declared by."""
MOST_OFFERED = 200


class ListedSnippet(NamedTuple):
    """A snippet with the variables in its texts, and how many things use it."""

    snippet: Snippet
    variables: list[str]
    used: int


def variables_of(texts: dict[str, str]) -> list[str]:
    """The names of the variables in a snippet's texts."""
    return sorted({name for text in texts.values() for name in VARIABLE.findall(text)})


def list_snippets(q: str = "") -> Select[Any]:
    """Snippets by words in key, note and texts."""
    query = select(Snippet)
    for word in q.split():
        fits_text = cast(Snippet.texts, String).icontains(word, autoescape=True)
        condition = Snippet.key.contains(word.lower(), autoescape=True)
        query = query.where(or_(condition, Snippet.note.icontains(word, autoescape=True), fits_text))
    return query


def get_snippet(snippet_id: int) -> Snippet:
    """A snippet by its id; NotFound where there is none."""
    return fetch(select(Snippet).where(Snippet.id == snippet_id), "This snippet does not exist.")


def serialize_list(snippets: Sequence[Snippet]) -> list[ListedSnippet]:
    """Snippets as they are answered."""
    used = find_uses(SNIPPETS, [snippet.key for snippet in snippets])
    return [ListedSnippet(snippet, variables_of(snippet.texts), len(used[snippet.key])) for snippet in snippets]


def texts_of(key: str) -> dict[str, str] | None:
    """The texts of a snippet by language; None where there is none of this key."""
    if not is_bound() or not has_app_context():
        return None
    texts: dict[str, str] | None = db.session.scalar(select(Snippet.texts).where(Snippet.key == key))
    return texts


def all_snippets() -> Sequence[Snippet]:
    """The snippets that someone who writes can choose from, by key."""
    return db.session.scalars(select(Snippet).order_by(Snippet.key).limit(MOST_OFFERED)).all()


def add_snippet(values: dict[str, Any]) -> Snippet:
    """Add a snippet."""
    snippet = Snippet(**_fitting(values))
    db.session.add(snippet)
    flush_or(Invalid({"key": [BeyondSchema("There is already a snippet with this key.")]}))
    return snippet


def change_snippet(snippet: Snippet, values: dict[str, Any]) -> None:
    """Change what a snippet says, and the note on it; bots say it from their next answer on."""
    for name, value in _fitting(values).items():
        setattr(snippet, name, value)
    db.session.flush()


def delete_snippet(snippet: Snippet) -> None:
    """Delete a snippet that no bot says; Conflict names what does."""
    uses = find_uses(SNIPPETS, [snippet.key])[snippet.key]
    with within(bound_workspace()):
        is_used = bool(find_uses(SNIPPETS, [snippet.key])[snippet.key])
    if is_used:
        refuse_used(uses, "This snippet is used", "Remove it there first.")
    db.session.delete(snippet)
    db.session.flush()


def _fitting(values: dict[str, Any]) -> dict[str, Any]:
    """Values as a snippet has them: at least one text, and none that names a snippet in turn."""
    if "texts" not in values:
        return values
    texts = {language: text.strip() for language, text in values["texts"].items() if text.strip()}
    if not texts:
        raise Invalid({"texts": [BeyondSchema("Write the text in at least one language.")]})
    if any(name.split(".")[0] == "snippet" for name in variables_of(texts)):
        raise Invalid({"texts": [BeyondSchema("A snippet cannot contain another one.")]})
    return values | {"texts": texts}
