"""Full-text search over redacted message texts: FTS5 beside SQLite's table, a GIN index on PostgreSQL's.

The index keeps itself: by triggers on SQLite, by being an index on PostgreSQL. Whatever a reader types is
taken as words and "exact phrases"; nothing of it is an operator.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, reduce
from typing import Any

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Row,
    Select,
    Subquery,
    Text,
    and_,
    cast,
    column,
    false,
    func,
    literal,
    literal_column,
    select,
    table,
)

from app.conversations.models import REACH, Conversation, Message
from app.core.db.base import db
from app.core.db.tenancy import Scope, bound_workspace, current_scope

MAX_TERMS = 12
_SIMPLE: ColumnElement[Any] = literal_column("'simple'::regconfig")
_TERMS = re.compile(r'"([^"]*)"|(\S+)')
_HAS_WORD = re.compile(r"\w")
_WORD = re.compile(r"\w+")
TYPO_LENGTH, LONGEST_TYPO = 5, 20
_LETTERS = ((0x61, 0x7A), (0x900, 0x963), (0x621, 0x64A))
"""Where the letters of Latin, Devanagari and Arabic lie."""
WALKED = 2_000
"""How many of the newest messages PostgreSQL looks through before it asks its index."""
WALKED_BY_SCOPE = 5
"""How many times as many it looks through for a reader of a part of the workspace, most of them being others'."""


def terms(q: str) -> list[str]:
    """The words and phrases of what a reader typed, without those that have no letter or digit."""
    matches = (phrase or word for phrase, word in _TERMS.findall(q))
    return [term.replace('"', " ").strip() for term in matches if _HAS_WORD.search(term)][:MAX_TERMS]


def _open_ended(q: str, forms: list[str]) -> bool:
    """Whether the last term is a word still being typed, which then matches as a beginning."""
    return _WORD.fullmatch(forms[-1]) is not None and len(forms[-1]) >= 3 and not q.rstrip().endswith('"')


def message_matching(q: str) -> ColumnElement[bool]:
    """The messages of the bound workspace that have every word and phrase of `q`; none when it has no word."""
    words = terms(q)
    if not words:
        return false()
    prefix = _open_ended(q, words)
    here = Message.workspace_id == bound_workspace()
    if db.engine.dialect.name == "postgresql":
        match = _within_reach(_tsquery(words, prefix))
        return and_(here, Message.id.in_(select(func.messages_with(match).column_valued("hit"))))
    index = table("message_search", column("rowid"))
    return and_(here, Message.id.in_(select(index.c.rowid).where(_in_fts5([[term] for term in words], prefix))))


def is_open_ended(q: str) -> bool:
    """Whether `q` ends in a word that may be the beginning of others."""
    return bool(terms(q)) and _open_ended(q, terms(q))


def newest(q: str, most: int, *, prefix: bool = False, slips: bool = False) -> Sequence[Row[int, int, int]]:
    """Conversation, turn and id of the newest messages in reach that have all words of `q`, at most so many.

    Whole words end as soon as there are enough. With `prefix` the last one is a beginning, for which an engine may
    gather every message that has such a word: ask so only where whole words were too few. With `slips` each longer
    word may differ by one letter; such words are looked up, not guessed from those there are.
    """
    forms_by_term = [_slips_of(term) if slips else [term] for term in terms(q)]
    if not forms_by_term:
        return []
    # The index is everybody's: it is entered where this workspace's messages are.
    here = Message.workspace_id == bound_workspace()
    first, last = (db.session.scalar(select(edge(Message.id)).where(here)) for edge in (func.min, func.max))
    if first is None or last is None:
        return []
    ours = and_(here, Message.id.between(first, last))
    query = select(Message.conversation_id, Message.turn_number, Message.id).where(ours)
    if current_scope() != Scope():
        # The index is cut by scope; the filter of the conversations has the last word.
        query = query.join(Conversation, Conversation.id == Message.conversation_id)
    if db.engine.dialect.name == "postgresql":
        if slips:
            existing_forms = _existing_forms(
                {form for forms in forms_by_term if len(forms) > 1 for form in forms}, query
            )
            forms_by_term = [
                [form for form in forms if len(forms) == 1 or form in existing_forms] for forms in forms_by_term
            ]
        return _newest_of_gin(query, _any_tsquery(forms_by_term, prefix), most) if all(forms_by_term) else []
    index = table("message_search", column("rowid"))
    hits = and_(_in_fts5(forms_by_term, prefix), index.c.rowid.between(first, last))
    # In the index's own order, so that it ends as soon as there are enough.
    if current_scope() == Scope():
        matches = query.join(index, index.c.rowid == Message.id).where(hits).order_by(index.c.rowid.desc())
        return db.session.execute(matches.limit(most)).all()
    # Asked by itself: with conversations in the same statement SQLite may begin with those, or with all messages.
    ids = db.session.scalars(select(index.c.rowid).where(hits).order_by(index.c.rowid.desc()).limit(most)).all()
    if not ids:
        return []
    return db.session.execute(query.where(Message.id.in_(ids)).order_by(Message.id.desc())).all()


def _existing_forms(forms: set[str], query: Select[int, int, int]) -> set[str]:
    """Return the words that messages have: the newest messages have the frequent ones, the index knows the others.

    Asked for all at once, the index would compare each message it finds with every one of them.
    """
    words = func.unnest(func.tsvector_to_array(func.to_tsvector(_SIMPLE, _newest_texts(query).c.text)))
    known_forms = forms & set(db.session.scalars(select(words).distinct()))
    rest = func.words_said(literal(sorted(forms - known_forms), ARRAY(Text))).column_valued("word")
    return known_forms | set(db.session.scalars(select(rest)))


def _newest_texts(query: Select[int, int, int]) -> Subquery:
    """The messages of a query with their texts, of as many of the newest ones as are walked."""
    if current_scope() != Scope():
        # Counted before they are cut: a reader of little would walk all of them.
        here = Message.workspace_id == bound_workspace()
        last = select(Message.id).where(here).order_by(Message.id.desc()).offset(WALKED * WALKED_BY_SCOPE).limit(1)
        query = query.where(Message.id > func.coalesce(last.scalar_subquery(), 0))
    return query.add_columns(Message.text).order_by(Message.id.desc()).limit(WALKED).subquery()


def _newest_of_gin(
    query: Select[int, int, int], condition: ColumnElement[Any], most: int
) -> Sequence[Row[int, int, int]]:
    """The newest messages of a query that match; PostgreSQL's index knows no order and gives all it has of a word.

    So words of many messages are met by walking some of the newest, and what is rarer is asked of the index.
    """
    walked = _newest_texts(query)
    match = func.to_tsvector(_SIMPLE, walked.c.text).op("@@")(condition)
    met = select(walked.c.conversation_id, walked.c.turn_number, walked.c.id).where(match).order_by(walked.c.id.desc())
    rows = db.session.execute(met.limit(most)).all()
    if len(rows) == most:
        return rows
    hits = func.newest_messages_with(_within_reach(condition), most).column_valued("hit")
    query = query.where(Message.id.in_(select(hits))).order_by(Message.id.desc())
    return db.session.execute(query.limit(most)).all()


def _in_fts5(forms_by_term: list[list[str]], prefix: bool) -> ColumnElement[bool]:
    """Whether FTS5 has one form of every term, the last one as a beginning if wanted."""
    groups = []
    for place, forms in enumerate(forms_by_term):
        star = "*" if prefix and place == len(forms_by_term) - 1 else ""
        groups.append(" OR ".join(f'"{form}"{star}' for form in forms))
    expression = " AND ".join([*(f"(text : ({group}))" for group in groups), *_reach_of_fts5()])
    # The table's own name is the column FTS5 takes a query by.
    return literal_column("message_search").op("MATCH")(literal(expression))


def _reach() -> list[list[str]]:
    """What messages in the present scope have as their reach: one of each list; an empty one is met by none."""
    scope = replace(current_scope(), bots=current_scope().measured_bots).serialize()
    return [[f"{sign}{id_}" for id_ in scope[kind]] for kind, sign in REACH.items() if scope[kind] is not None]


def _reach_of_fts5() -> list[str]:
    """The same as conditions of FTS5."""
    lists = (" OR ".join(f'"{id_}"' for id_ in ids or ["none"]) for ids in _reach())
    return [f"(reach : ({ids}))" for ids in lists]


def _within_reach(condition: ColumnElement[Any]) -> ColumnElement[Any]:
    """A match of PostgreSQL, of messages in the present scope alone."""
    from sqlalchemy.dialects.postgresql import TSQUERY

    for ids in _reach():
        text = " | ".join(f"'{id_}'" for id_ in ids or ("=none",))
        condition = condition.op("&&")(cast(text, TSQUERY))
    return condition


def _any_tsquery(forms_by_term: list[list[str]], prefix: bool) -> ColumnElement[Any]:
    """One form of every term of the query as one match."""
    queries: list[ColumnElement[Any]] = []
    for place, forms in enumerate(forms_by_term):
        if len(forms) == 1:
            queries.append(_tsquery(forms, prefix and place == len(forms_by_term) - 1))
        else:
            star = ":*" if prefix and place == len(forms_by_term) - 1 else ""
            text = " | ".join(f"'{form}'{star}" for form in forms)
            queries.append(func.to_tsquery(_SIMPLE, text))
    return reduce(lambda left, right: left.op("&&")(right), queries)


@cache
def _alphabet(first: int, last: int) -> str:
    """The letters and signs of a script that words are made of."""
    return "".join(c for c in map(chr, range(first, last + 1)) if unicodedata.category(c)[0] in "LM")


def can_slip(q: str) -> bool:
    """Whether a word of `q` is long enough for a slip."""
    return any(len(_slips_of(term)) > 1 for term in terms(q))


def _slips_of(term: str) -> list[str]:
    """A term and, where it is one longer word, every word that one slip of the finger makes of it."""
    word = term.casefold()
    letters = next((_alphabet(*block) for block in _LETTERS if word and block[0] <= ord(word[0]) <= block[1]), "")
    # Only words of one script: codes and numbers are looked for as they are.
    if not TYPO_LENGTH <= len(word) <= LONGEST_TYPO or any(character not in letters for character in word):
        return [term]
    forms = [term]
    for place in range(len(word) + 1):
        head, tail = word[:place], word[place:]
        forms += [head + letter + tail for letter in letters]
        if tail:
            forms.append(head + tail[1:])
            forms += [head + letter + tail[1:] for letter in letters]
        if len(tail) > 1:
            forms.append(head + tail[1] + tail[0] + tail[2:])
    return list(dict.fromkeys(forms))


def _tsquery(forms: list[str], prefix: bool) -> ColumnElement[Any]:
    """Every term of the query as one match."""
    whole = forms[:-1] if prefix else forms
    queries: list[ColumnElement[Any]] = [func.phraseto_tsquery(_SIMPLE, term) for term in whole]
    if prefix:
        queries.append(func.to_tsquery(_SIMPLE, f"'{forms[-1]}':*"))
    return reduce(lambda left, right: left.op("&&")(right), queries)


def matching(q: str) -> ColumnElement[bool]:
    """The conversations that have a message with every word and phrase of `q`."""
    return Conversation.id.in_(select(Message.conversation_id).where(message_matching(q)))


def snippets(q: str, conversation_ids: list[int], width: int = 160) -> dict[int, str]:
    """For each conversation the part of its first matching message around the first word found."""
    query = (
        select(Message.conversation_id, Message.text)
        .where(Message.conversation_id.in_(conversation_ids), message_matching(q))
        .order_by(Message.conversation_id, Message.position.desc())
    )
    first = {row.conversation_id: row.text for row in db.session.execute(query)}
    return {key: around(text, terms(q), width) for key, text in first.items()}


def around(text: str, words: list[str], width: int = 160) -> str:
    """At most `width` characters of a text around the first of the wanted terms."""
    lowered = text.lower()
    places = [place for place in (lowered.find(term.lower()) for term in words) if place >= 0]
    start = max(0, min(places, default=0) - width // 3)
    cut = text[start : start + width]
    return f"{'…' if start else ''}{cut}{'…' if start + width < len(text) else ''}"
