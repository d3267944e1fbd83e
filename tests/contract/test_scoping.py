"""The rule against SQL past the workspace filter: what it finds, what it leaves alone, and that we keep it."""

from pathlib import Path

import pytest

from tests.rules.scoping import check, find

FROM = "from sqlalchemy import select, text\n"


@pytest.mark.parametrize(
    ("source", "rule"),
    [
        (FROM + "db.session.execute(text('SELECT 1'))", "text"),
        ("from sqlalchemy import text as raw", "text"),
        ("from sqlalchemy import literal_column", "text"),
        ("from sqlalchemy.sql import table", "table"),
        ("import sqlalchemy as other", "connection"),
        ("import psycopg", "connection"),
        ("from sqlite3 import connect", "connection"),
        ("select(Bot.__table__)", "table"),
        ("Bot.__table__.insert()", "insert"),
        ("Base.metadata.tables['bot']", "table"),
        ("from sqlalchemy import insert", "insert"),
        ("from sqlalchemy.dialects.postgresql import insert", "insert"),
        ("from app.core.db.base import insert_or_update", "insert"),
        ("db.session.bulk_insert_mappings(Bot, rows)", "insert"),
        ("db.session.connection()", "connection"),
        ("db.engine.connect()", "connection"),
        ("db.engine.raw_connection()", "connection"),
        ("connection.exec_driver_sql('SELECT 1')", "text"),
        ("Bot.query.all()", "query"),
        ("db.session.query(Bot)", "query"),
        ("from app.core.db.tenancy import everywhere", "everywhere"),
        ("tenancy.everywhere()", "everywhere"),
        ("tenancy.bind(1)", "bind"),
        ("from app import tenancy as harmless", "bind"),
        ("from app.core.db.tenancy import _workspace", "bind"),
        ("def count():\n    return select(func.count().filter(Bot.paused))", "filter"),
    ],
)
def test_ways_past_the_filter_are_found(tmp_path: Path, source: str, rule: str) -> None:
    assert rule in {finding.rule for finding in find(source, "app/area/service.py")}
    file = tmp_path / "app" / "area" / "service.py"
    file.parent.mkdir(parents=True)
    file.write_text("\n" + source)
    problems = check(tmp_path, {})
    line = 2 + source.count("\n")
    assert any(problem.startswith(f"app/area/service.py:{line}: ") for problem in problems)
    assert check(tmp_path, {"app/area/service.py": {finding.rule for finding in find(source, "x")}}) == []


@pytest.mark.parametrize(
    "source",
    [
        FROM + "db.session.scalars(select(Bot))",
        FROM + "Index('ix', 'a', sqlite_where=text('top'), postgresql_where=text('top'))",
        "def text(self): ...\nmessage.text = text",
        "request.query.get('x')",
        "with within(workspace.id): db.session.add(row)",
        "log.bind(a=1)",
        "def count():\n    return select(func.count().filter(Bot.paused)).select_from(Bot)",
    ],
)
def test_what_is_filtered_is_left_alone(source: str) -> None:
    assert list(find(source, "app/area/service.py")) == []


def test_an_allowance_nobody_needs_is_found(tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    assert "app/gone.py" in check(tmp_path, {"app/gone.py": {"text"}})[0]


def test_no_area_slips() -> None:
    assert check() == []
