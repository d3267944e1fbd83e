"""Full-text search over redacted message texts: FTS5 beside SQLite's table, a GIN index on PostgreSQL's.

The index keeps itself: by triggers on SQLite, by being an index on PostgreSQL. Whatever a reader types is
taken as words and "exact phrases"; nothing of it is an operator.
"""

import re
from functools import reduce
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, column, false, func, literal, literal_column, select, table

from app.conversations.models import Conversation, Message
from app.db import db
from app.tenancy import bound_workspace

MAX_TERMS = 12
_SQLITE = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS message_search USING fts5("
    "text, content='message', content_rowid='id', "
    # Vowel signs are part of a word in Devanagari and Arabic; FTS5 would cut words at them.
    "tokenize=\"unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'\")",
    "CREATE TRIGGER IF NOT EXISTS message_search_insert AFTER INSERT ON message BEGIN "
    "INSERT INTO message_search(rowid, text) VALUES (new.id, new.text); END",
    "CREATE TRIGGER IF NOT EXISTS message_search_delete AFTER DELETE ON message BEGIN "
    "INSERT INTO message_search(message_search, rowid, text) VALUES ('delete', old.id, old.text); END",
    "CREATE TRIGGER IF NOT EXISTS message_search_update AFTER UPDATE OF text ON message BEGIN "
    "INSERT INTO message_search(message_search, rowid, text) VALUES ('delete', old.id, old.text); "
    "INSERT INTO message_search(rowid, text) VALUES (new.id, new.text); END",
)
_POSTGRESQL = (
    "CREATE INDEX IF NOT EXISTS ix_message_search ON message USING gin (to_tsvector('simple'::regconfig, text))",
)
_POLICY = "CREATE POLICY search ON message FOR SELECT TO CURRENT_USER USING (true)"
_FUNCTION = (
    "CREATE FUNCTION messages_with(wanted tsquery) RETURNS SETOF bigint LANGUAGE sql STABLE SECURITY DEFINER "
    "SET search_path = {schema}, pg_temp AS $$ SELECT id FROM message WHERE to_tsvector('simple'::regconfig, text) "
    "@@ wanted AND workspace_id = current_setting('app.workspace_id')::bigint $$",
    "REVOKE EXECUTE ON FUNCTION messages_with FROM PUBLIC",
)
_REBUILD = "INSERT INTO message_search(message_search) VALUES ('rebuild')"
_TERMS = re.compile(r'"([^"]*)"|(\S+)')
_HAS_WORD = re.compile(r"\w")
_WORD = re.compile(r"\w+")


def create_index(connection: Connection) -> None:
    """Create the index where it is missing and take in messages that were there before it."""
    if connection.dialect.name == "postgresql":
        for statement in _POSTGRESQL:
            connection.exec_driver_sql(statement)
        return
    there = connection.exec_driver_sql("SELECT 1 FROM sqlite_master WHERE name = 'message_search'").first()
    for statement in _SQLITE:
        connection.exec_driver_sql(statement)
    if there is None:
        connection.exec_driver_sql(_REBUILD)


def create_function(connection: Connection) -> None:
    """Create PostgreSQL's function that asks the index past the policy, which its owner alone may pass."""
    schema = connection.dialect.identifier_preparer.quote_identifier(
        connection.exec_driver_sql("SELECT current_schema()").scalar_one()
    )
    for statement in (_POLICY, *_FUNCTION):
        connection.exec_driver_sql(statement.format(schema=schema))


def terms(q: str) -> list[str]:
    """The words and phrases of what a reader typed, without those that have no letter or digit."""
    found = (phrase or word for phrase, word in _TERMS.findall(q))
    return [term.replace('"', " ").strip() for term in found if _HAS_WORD.search(term)][:MAX_TERMS]


def _open_ended(q: str, wanted: list[str]) -> bool:
    """Whether the last term is a word still being typed, which then matches as a beginning."""
    return _WORD.fullmatch(wanted[-1]) is not None and len(wanted[-1]) >= 3 and not q.rstrip().endswith('"')


def message_matching(q: str) -> ColumnElement[bool]:
    """The messages of the bound workspace that have every word and phrase of `q`; none when it has no word."""
    wanted = terms(q)
    if not wanted:
        return false()
    prefix = _open_ended(q, wanted)
    here = Message.workspace_id == bound_workspace()
    if db.engine.dialect.name == "postgresql":
        return and_(here, Message.id.in_(select(func.messages_with(_tsquery(wanted, prefix)).column_valued("hit"))))
    found = " AND ".join(f'"{term}"' for term in wanted) + ("*" if prefix else "")
    index = table("message_search", column("rowid"))
    # The table's own name is the column FTS5 takes a query by.
    hits = select(index.c.rowid).where(literal_column("message_search").op("MATCH")(literal(found)))
    return and_(here, Message.id.in_(hits))


def _tsquery(wanted: list[str], prefix: bool) -> ColumnElement[Any]:
    """Every term of the query as one match."""
    simple: ColumnElement[Any] = literal_column("'simple'::regconfig")
    whole = wanted[:-1] if prefix else wanted
    queries: list[ColumnElement[Any]] = [func.phraseto_tsquery(simple, term) for term in whole]
    if prefix:
        queries.append(func.to_tsquery(simple, f"'{wanted[-1]}':*"))
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
    return {key: _around(text, terms(q), width) for key, text in first.items()}


def _around(text: str, wanted: list[str], width: int) -> str:
    """At most `width` characters of a text around the first of the wanted terms."""
    lowered = text.lower()
    places = [place for place in (lowered.find(term.lower()) for term in wanted) if place >= 0]
    start = max(0, min(places, default=0) - width // 3)
    cut = text[start : start + width]
    return f"{'…' if start else ''}{cut}{'…' if start + width < len(text) else ''}"
