"""The index of full-text search: FTS5 kept by triggers on SQLite, a GIN index and its functions on PostgreSQL."""

from sqlalchemy import Connection

from app.core.db.row_security import create_functions

INDEXED = "(array_to_tsvector(string_to_array(reach, ' ')) || to_tsvector('simple'::regconfig, text))"
"""What PostgreSQL's index holds of a message: whose it is, and its words."""
_SQLITE = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS message_search USING fts5("
    "text, reach, content='message', content_rowid='id', "
    # Vowel signs are part of a word in Devanagari and Arabic; FTS5 would cut words at them.
    "tokenize=\"unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'\")",
    "CREATE TRIGGER IF NOT EXISTS message_search_insert AFTER INSERT ON message BEGIN "
    "INSERT INTO message_search(rowid, text, reach) VALUES (new.id, new.text, new.reach); END",
    "CREATE TRIGGER IF NOT EXISTS message_search_delete AFTER DELETE ON message BEGIN "
    "INSERT INTO message_search(message_search, rowid, text, reach) "
    "VALUES ('delete', old.id, old.text, old.reach); END",
    "CREATE TRIGGER IF NOT EXISTS message_search_update AFTER UPDATE OF text ON message BEGIN "
    "INSERT INTO message_search(message_search, rowid, text, reach) VALUES ('delete', old.id, old.text, old.reach); "
    "INSERT INTO message_search(rowid, text, reach) VALUES (new.id, new.text, new.reach); END",
)
_POSTGRESQL = (
    # Without a list of what is not yet sorted in: every search would read that list, and once for each word of slips.
    "CREATE INDEX IF NOT EXISTS ix_message_search ON message USING gin ({indexed}) WITH (fastupdate = off)",
    # The functions below ask the index past the policy, which the tables' owner alone may pass.
    "DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_policy WHERE polname = 'search' AND polrelid = 'message'::regclass) "
    "THEN CREATE POLICY search ON message FOR SELECT TO CURRENT_USER USING (true); END IF; END $$",
    "CREATE OR REPLACE FUNCTION messages_with(wanted tsquery) RETURNS SETOF bigint LANGUAGE sql STABLE "
    "SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$ SELECT id FROM message "
    "WHERE {indexed} @@ wanted AND workspace_id = (SELECT bound_workspace()) $$",
    "REVOKE EXECUTE ON FUNCTION messages_with FROM PUBLIC",
    # By the index alone: what the planner knows of words' frequency is of whole words at best, and where it is wrong
    # it would walk every message. Frequent words are met before this is asked.
    "CREATE OR REPLACE FUNCTION newest_messages_with(wanted tsquery, most integer) RETURNS SETOF bigint LANGUAGE sql "
    "STABLE SECURITY DEFINER SET search_path = {schema}, pg_temp SET enable_seqscan = off SET enable_indexscan = off "
    "AS $$ SELECT id FROM message WHERE {indexed} @@ wanted "
    "AND workspace_id = (SELECT bound_workspace()) ORDER BY id DESC LIMIT most $$",
    "REVOKE EXECUTE ON FUNCTION newest_messages_with FROM PUBLIC",
    "CREATE OR REPLACE FUNCTION words_said(words text[]) RETURNS SETOF text LANGUAGE sql "
    "STABLE SECURITY DEFINER SET search_path = {schema}, pg_temp SET enable_seqscan = off SET enable_indexscan = off "
    "AS $$ SELECT word FROM unnest(words) word WHERE EXISTS (SELECT FROM message WHERE "
    "{indexed} @@ phraseto_tsquery('simple'::regconfig, word) "
    "AND workspace_id = (SELECT bound_workspace()) OFFSET 0) $$",
    "REVOKE EXECUTE ON FUNCTION words_said FROM PUBLIC",
)
_REBUILD = "INSERT INTO message_search(message_search) VALUES ('rebuild')"
_OPTIMIZE = "INSERT INTO message_search(message_search) VALUES ('optimize')"


def install(connection: Connection) -> None:
    """Create the index where it is missing, with the messages that are there, and replace the functions."""
    if connection.dialect.name == "postgresql":
        create_functions(connection, (statement.replace("{indexed}", INDEXED) for statement in _POSTGRESQL))
        return
    is_there = connection.exec_driver_sql("SELECT 1 FROM sqlite_master WHERE name = 'message_search'").first()
    for statement in _SQLITE:
        connection.exec_driver_sql(statement)
    if is_there is None:
        connection.exec_driver_sql(_REBUILD)


def drop_erased(connection: Connection) -> None:
    """Write the index again without the words of messages that were erased; PostgreSQL's has none of them."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(_OPTIMIZE)
