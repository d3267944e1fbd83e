"""Migrations: up, down to nothing and up again on this run's database, ending at exactly what the models say."""

import base64
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from flask import Flask
from sqlalchemy import Connection, Engine, create_engine, inspect, text

from app.config import ROOT, Settings
from app.core.db.base import Base
from tests.conftest import server_url

FIRST_MESSAGE = "message_search"


@contextmanager
def empty_database(folder: Path) -> Iterator[str]:
    """A database of the kind this run is on, with nothing in it."""
    server_address = server_url()
    if server_address is None:
        yield f"sqlite:///{folder / 'empty.db'}"
        return
    import psycopg

    name = f"parley_migrations_{os.getpid()}"
    with psycopg.connect(server_address.render_as_string(hide_password=False), autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')  # type: ignore[arg-type, unused-ignore]
        yield server_address.set(database=name).render_as_string(hide_password=False)
        server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')  # type: ignore[arg-type, unused-ignore]


@pytest.fixture
def migrated(tmp_path: Path, settings: Settings, application: Flask) -> Iterator[tuple[Engine, Any]]:
    """An engine on an empty database, and `flask db …` for it; the application has loaded every model."""
    with empty_database(tmp_path) as url:
        env = os.environ | {
            "DATABASE_URL": url,
            "INSTANCE": str(tmp_path),
            "SECRET_KEY": settings.secret_key,
            "DATA_KEYS": "k1:" + "A" * 43 + "=",
        }

        def flask_db(*words: str) -> str:
            """Run one command as an operator would; what it said."""
            command = [sys.executable, "-m", "flask", "--app", "wsgi", "db", *words]
            ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120)
            assert ran.returncode == 0, ran.stderr[-2000:]
            return ran.stdout + ran.stderr

        engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
        yield engine, flask_db
        engine.dispose()


def tables(engine: Engine) -> set[str]:
    """The tables that are there, without those SQLite keeps for itself and Alembic's own."""
    return {name for name in inspect(engine).get_table_names() if name != "alembic_version"}


def _ours(_object: Any, name: str | None, _kind: str, _reflected: bool, _compare: Any) -> bool:
    """The search index is no model's, nor is what PostgreSQL's policies ask."""
    return not (name or "").startswith((FIRST_MESSAGE, f"ix_{FIRST_MESSAGE}", "alembic_version", "isolation_key"))


def differences(engine: Engine) -> list[Any]:
    """What a new migration would have to do, types included."""
    with engine.connect() as connection:
        options = {"compare_type": True, "include_object": _ours}
        found = list(compare_metadata(MigrationContext.configure(connection, opts=options), Base.metadata))
        # Alembic does not compare what rows are told apart by.
        for table in Base.metadata.sorted_tables:
            key = inspect(connection).get_pk_constraint(table.name)["constrained_columns"]
            if key != [column.name for column in table.primary_key]:
                found.append(("primary key", table.name, key))
        return found


def searched(engine: Engine) -> bool:
    """Whether the search index is there."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            found = connection.execute(text("SELECT 1 FROM pg_indexes WHERE indexname = 'ix_message_search'")).first()
        else:
            found = connection.execute(text("SELECT 1 FROM sqlite_master WHERE name = 'message_search'")).first()
    return found is not None


def test_up_down_and_up_again_ends_at_the_models(migrated: tuple[Engine, Any]) -> None:
    engine, flask_db = migrated
    flask_db("upgrade")
    assert differences(engine) == [] and searched(engine)
    assert {table.name for table in Base.metadata.sorted_tables} <= tables(engine)
    flask_db("downgrade", "base")
    assert tables(engine) == set()
    flask_db("upgrade")
    assert differences(engine) == [] and searched(engine)


@pytest.mark.postgres
def test_what_is_told_is_sealed_from_one_migration_on_and_believed_before(migrated: tuple[Engine, Any]) -> None:
    engine, flask_db = migrated
    policies = text("SELECT DISTINCT pg_get_expr(polqual, polrelid) FROM pg_policy WHERE polname = 'workspace'")
    named = "('messages_with', 'newest_messages_with', 'words_said')"
    functions = text(f"SELECT prosrc FROM pg_proc WHERE proname IN {named}")
    keys = text("SELECT count(*) FROM isolation_key")

    def asked(connection: Connection) -> tuple[list[bool], list[bool]]:
        return tuple(["told_workspace()" in source for source in connection.scalars(q)] for q in (policies, functions))  # type: ignore[return-value]

    flask_db("upgrade")
    for _ in range(2):
        with engine.connect() as connection:
            assert asked(connection) == ([True], [True] * 3) and connection.scalar(keys) == 1
        flask_db("downgrade", "0032")
        with engine.connect() as connection:
            assert asked(connection) == ([False], [False] * 3)
        assert "isolation_key" not in tables(engine)
        flask_db("upgrade")


def test_a_migration_gives_way_to_those_who_use_a_table_and_tries_again(migrated: tuple[Engine, Any]) -> None:
    engine, flask_db = migrated
    if engine.dialect.name != "postgresql":
        pytest.skip("SQLite has one writer and no locks of tables")
    flask_db("upgrade")
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'rollup_quarter'::regclass")

    def read_until_it_gave_up(reader: Connection) -> None:
        for wanted in (1, 0):
            while reader.scalar(waiting) != wanted:
                time.sleep(0.02)
        reader.rollback()

    with engine.connect() as reader:
        reader.execute(text("LOCK TABLE rollup_quarter IN ACCESS SHARE MODE"))
        reading = threading.Thread(target=read_until_it_gave_up, args=(reader,), daemon=True)
        reading.start()
        said = flask_db("downgrade", "0024")  # Through 0025, which changes the table that is read.
        reading.join(10)
    assert "migration_waits" in said
    flask_db("upgrade")
    assert differences(engine) == []


def test_a_missing_column_would_be_seen(migrated: tuple[Engine, Any]) -> None:
    engine, flask_db = migrated
    flask_db("upgrade")
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE bot DROP COLUMN state_reason"))
    assert [change[0] for change in differences(engine)] == ["add_column"]


def test_there_is_one_head(application: Flask) -> None:
    from alembic.script import ScriptDirectory

    assert len(ScriptDirectory(str(ROOT / "app" / "migrations")).get_heads()) == 1


def test_texts_of_the_vault_come_through_as_envelopes_and_back(migrated: tuple[Engine, Any]) -> None:
    engine, flask_db = migrated
    key, nonce, clear = AESGCM(bytes(32)), b"n" * 12, b'{"text": "98765 43210"}'
    old = nonce + key.encrypt(nonce, clear, b"vault_text:sealed:1:9")
    flask_db("upgrade", "0002")
    with engine.begin() as connection:
        connection.execute(
            text("INSERT INTO workspace VALUES (1, 'A', 'a', NULL, 'UTC', 'INR', '2026-01-01 00:00:00.000000')"),
        )
        connection.execute(text("INSERT INTO vault_text VALUES (5, 1, 9, 'k1', :sealed)"), {"sealed": old})
    flask_db("upgrade")
    with engine.connect() as connection:
        (envelope,) = connection.execute(text("SELECT sealed FROM vault_text")).one()
    version, key_id, *parts = envelope.split(":")
    body = [base64.b64decode(part) for part in parts]
    assert (version, key_id) == ("v1", "k1") and key.decrypt(body[0], body[1], b"vault_text:sealed:1:5") == clear
    flask_db("downgrade", "0002")
    with engine.connect() as connection:
        key_id, sealed = connection.execute(text("SELECT key_id, sealed FROM vault_text")).one()
    assert key_id == "k1"
    assert key.decrypt(bytes(sealed[:12]), bytes(sealed[12:]), b"vault_text:sealed:1:9") == clear


def test_a_cart_without_colours_keeps_the_line_that_came_last(migrated: tuple[Engine, Any]) -> None:
    engine, flask_db = migrated
    flask_db("upgrade")
    when = "'2026-01-01 00:00:00.000000'"
    lines = {1: (7, "info", 0, 1), 2: (7, "danger", 0, 2), 3: (7, "success", 1, 3), 4: (8, "info", 1, 4)}
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL app.everywhere = 'on'"))
            connection.execute(text("SET LOCAL session_replication_role = replica"))
        for line, (product, colour, removed, number) in lines.items():
            values = f"{line}, 1, 5, {product}, {number}, 1, '{colour}', {bool(removed)}, '2026-01-01', 1, 5, 1"
            connection.execute(text(f"INSERT INTO cart_line VALUES ({values}, {when}, {when})"))
    flask_db("downgrade", "0018")
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL app.everywhere = 'on'"))
        assert connection.execute(text("SELECT id FROM cart_line ORDER BY id")).scalars().all() == [2, 4]
    flask_db("upgrade")
    assert differences(engine) == []


def test_products_without_colours_have_one_line_with_all_their_pieces(migrated: tuple[Engine, Any]) -> None:
    engine, flask_db = migrated
    flask_db("upgrade", "0031")
    when = "'2026-01-01 00:00:00.000000'"
    products = {7: "tyre-inflator-12-v", 8: "key-cover-leather"}
    lines = {1: (7, "info", 0, 2), 2: (7, "danger", 0, 3), 3: (7, "success", 1, 4), 4: (8, "info", 0, 1)}
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL app.everywhere = 'on'"))
            connection.execute(text("SET LOCAL session_replication_role = replica"))
        for product, picture in products.items():
            columns = "id, workspace_id, number, name, name_key, slug, description, brand, category, price_minor, image"
            values = f"{product}, 1, {product}, 'P', 'p', 'p-{product}', '', 'M', 'care', 100"
            more = f"'/static/products/{picture}.svg', {False}, 3, 1, {when}, {when}"
            columns += ", has_free_shipping, rating, revision, created_at, updated_at"
            connection.execute(text(f"INSERT INTO product ({columns}) VALUES ({values}, {more})"))
        for line, (product, colour, removed, qty) in lines.items():
            values = f"{line}, 1, 5, {product}, {line}, {qty}, '{colour}', {bool(removed)}, '2026-01-01', 1, 5, 1"
            connection.execute(text(f"INSERT INTO cart_line VALUES ({values}, {when}, {when})"))
    flask_db("upgrade", "0032")
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL app.everywhere = 'on'"))
        found = connection.execute(text("SELECT id, colour, qty FROM cart_line ORDER BY id")).all()
    assert [tuple(row) for row in found] == [(1, "", 5), (4, "info", 1)]


def test_words_of_vehicles_and_job_cards_become_codes_of_the_reference(migrated: tuple[Engine, Any]) -> None:
    engine, flask_db = migrated
    flask_db("upgrade", "0061")
    when = "'2026-01-01 00:00:00.000000'"
    entry = "id, workspace_id, list_name, code, code_key, labels, belongs_to, position, active, revision, created_at, "
    vehicle = "id, workspace_id, client_id, outlet_id, vin, model, variant, revision, created_at, updated_at"
    card = "id, workspace_id, client_id, outlet_id, vehicle_id, number, opened_on, type, revision, created_at, "
    words = {
        1: ("Vela", "LX"),
        2: ("vela", ""),
        3: ("Nexa City", "LX"),
        4: ("", "Sport"),
        5: ("वेला", "LX"),
        6: ("", ""),
    }
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL app.everywhere = 'on'"))
            connection.execute(text("SET LOCAL session_replication_role = replica"))
        columns = "id, name, slug, zone, currency, created_at"
        connection.execute(text(f"INSERT INTO workspace ({columns}) VALUES (5, 'W', 'w', 'UTC', 'INR', {when})"))
        for number, (name, code) in enumerate((("vehicle-models", "vela"), ("service-types", "free")), 1):
            labels = '{"en": "Vela", "hi": "वेला"}' if code == "vela" else '{"en": "Free service"}'
            values = f"{number}, 5, '{name}', '{code}', '{code}', :labels, '', 1, {True}, 1, {when}, {when}"
            row = text(f"INSERT INTO reference_entry ({entry} updated_at) VALUES ({values})")
            connection.execute(row, {"labels": labels})
        for number, (model, variant) in words.items():
            values = f"{number}, 5, 1, 1, 'V{number}', '{model}', '{variant}', 1, {when}, {when}"
            connection.execute(text(f"INSERT INTO vehicle ({vehicle}) VALUES ({values})"))
        for number, kind in enumerate(("Free Service", "Wash", ""), 1):
            values = f"{number}, 5, 1, 1, 1, 'J{number}', '2026-01-01', '{kind}', 1, {when}, {when}"
            connection.execute(text(f"INSERT INTO job_card ({card} updated_at) VALUES ({values})"))
    flask_db("upgrade")
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL app.everywhere = 'on'"))
        cars = connection.execute(text("SELECT model, variant FROM vehicle ORDER BY id")).all()
        types = connection.execute(text("SELECT type FROM job_card ORDER BY id")).scalars().all()
        known = connection.execute(text("SELECT code, belongs_to FROM reference_entry ORDER BY code")).all()
    assert [tuple(row) for row in cars] == [
        ("vela", "vela-lx"), ("vela", ""), ("nexa-city", "nexa-city-lx"), ("", "sport"), ("vela", "vela-lx"), ("", ""),
    ]  # fmt: skip
    assert types == ["free", "wash", ""]
    assert [tuple(row) for row in known] == [
        ("free", ""), ("nexa-city", ""), ("nexa-city-lx", "nexa-city"), ("sport", ""), ("vela", ""),
        ("vela-lx", "vela"), ("wash", ""),
    ]  # fmt: skip
