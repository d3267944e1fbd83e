"""Tables whose rows lie in the order of their key."""

from app.core.db.base import Base


def test_key_columns_come_first_where_rows_lie_in_their_order() -> None:
    tables = [table for table in Base.metadata.tables.values() if not table.dialect_options["sqlite"]["with_rowid"]]
    assert len(tables) == 5
    for table in tables:
        key = list(table.primary_key.columns)
        # The integrity check of SQLite 3.40 takes a column before one of the key for NULL.
        assert list(table.columns)[: len(key)] == key, table.name
