"""No SQL past the workspace filter: `python -m tests.rules.scoping` names each place with file, line and reason.

The filter sees ORM statements. What it does not see, or what lifts it, is allowed in the modules of ALLOWED alone,
each of which binds the workspace by itself; adding to them is a decision, not a convenience.
"""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REASONS = {
    "text": "raw SQL is not filtered",
    "table": "Core statements on tables are not filtered",
    "insert": "an insert statement is not checked by the flush guard",
    "connection": "a bare connection is not filtered",
    "query": "the legacy query is a second way; use select()",
    "everywhere": "lifts the workspace filter",
    "bind": "binds a workspace for whoever asks; use within()",
    "filter": "a table named in FILTER alone is not filtered; say select_from()",
}
_IMPORTED = {
    "text": "text", "literal_column": "text", "DDL": "text", "table": "table", "insert": "insert",
    "create_engine": "connection", "insert_or_update": "insert", "everywhere": "everywhere",
    "bind": "bind", "unbind": "bind", "find_in_any_workspace": "bind",
    "_everywhere": "everywhere", "_workspace": "bind",
}  # fmt: skip
_CALLED = {
    "exec_driver_sql": "text", "connection": "connection", "raw_connection": "connection", "everywhere": "everywhere",
    "bulk_insert_mappings": "insert", "bulk_save_objects": "insert", "bulk_update_mappings": "insert",
}  # fmt: skip
# Under another name their parts would not be distinguished from others.
_WHOLE = {"psycopg", "sqlite3", "sqlalchemy"}
# Conditions of indexes and defaults in models are SQL that belongs to the schema.
_SCHEMA_WORDS = {"sqlite_where", "postgresql_where", "server_default"}
ALLOWED: dict[str, set[str]] = {
    "app/core/db/base.py": {"text", "connection", "everywhere", "bind"},
    "app/core/db/sqlite_lock.py": {"connection"},
    "app/core/security/limit_windows.py": {"connection"},  # counts are of the installation
    "app/core/db/row_security.py": {"text", "connection", "everywhere"},
    "app/reports/answers/answer_store.py": {
        "connection"
    },  # a file of its own; rows are keyed and sealed by workspace and scope
    "app/operations/health.py": {"text", "connection", "everywhere"},
    "app/processes/database_role.py": {"connection"},
    "app/core/db/availability.py": {"connection"},  # the driver's errors
    "app/core/db/timeouts.py": {"connection"},  # the driver's connection, which engines make
    "app/core/security/visitor.py": {"bind"},
    "app/accounts/auth/factors.py": {"everywhere"},
    "app/accounts/auth/service.py": {"everywhere"},
    "app/accounts/auth/resets.py": {"everywhere"},
    "app/accounts/people/invitations.py": {"everywhere"},
    "app/accounts/oidc/service.py": {"everywhere"},
    "app/core/jobs/__init__.py": {"everywhere"},
    "app/core/jobs/runner.py": {"everywhere"},
    "app/core/jobs/schedule.py": {"everywhere"},
    "app/core/realtime/ear.py": {"everywhere"},
    "app/core/jobs/cli.py": {"everywhere"},
    "app/core/security/key_rotation.py": {"everywhere"},
    "app/content/site_workspace.py": {"everywhere"},
    "app/bots/understanding/turns.py": {"everywhere"},  # trainings of all workspaces take turns
    "app/channels/messaging/intake.py": {"bind"},  # a webhook's account is found by its address
    "app/channels/sessions/service.py": {"everywhere"},  # a session is found by its secret
    "app/channels/tokens/service.py": {"everywhere"},  # a token is found by its digest
    "app/channels/web/routes.py": {"bind"},  # the workspace of that session or token
    "app/reports/schedules/providers.py": {"bind"},  # likewise for mails of reports
    "app/sandbox/links.py": {"everywhere"},  # a tester's link is found by its signed id
    "app/sandbox/link_routes.py": {"bind"},  # the workspace of that link
    "app/offers/consent_routes.py": {"bind"},  # a recipient is found by the code of a link
    "app/leads/quote_routes.py": {"bind"},  # a lead is found by the code of its quote
    "app/accounts/workspaces/choosing.py": {"everywhere"},
    "app/ingest/dialogues.py": {"table", "insert", "everywhere"},
    "app/analytics/building.py": {"insert"},  # numbers of the bound workspace's contacts
    "app/analytics/recount.py": {"table"},
    "app/analytics/rollups.py": {"table", "insert", "connection"},
    "app/reports/history/search.py": {"text", "table"},
    "app/audit/database_objects.py": {"table", "text"},
    "app/reports/history/database_objects.py": {"text"},
    "app/reports/history/providers.py": {"connection"},  # its index has no rows of its own
    "app/analytics/data_version.py": {"table", "insert", "connection"},
    "app/operations/backup.py": {"connection"},
    "app/operations/cli.py": {"everywhere"},
    "app/operations/copying.py": {"connection", "insert", "text"},
    "app/operations/engines.py": {"connection"},
}


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """A place that goes past the filter."""

    path: str
    line: int
    rule: str
    what: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}: {REASONS[self.rule]} (tests/rules/scoping.py)"


def find(source: str, path: str) -> Iterator[Finding]:
    """Every place of a module that goes past the filter, allowed or not."""
    tree = ast.parse(source, path)
    schema = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg in _SCHEMA_WORDS}
    text_in_schema = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call) and id(node) in schema}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from _imported(node, path)
        elif isinstance(node, ast.Import):
            for name in node.names:
                if name.name.partition(".")[0] in _WHOLE:
                    yield Finding(path, node.lineno, "connection", f"import {name.name}")
        elif isinstance(node, ast.Name) and node.id == "text" and id(node) not in text_in_schema:
            if isinstance(node.ctx, ast.Load) and _from_sqlalchemy(tree, "text"):
                yield Finding(path, node.lineno, "text", "text()")
        elif isinstance(node, ast.Attribute):
            yield from _attribute(node, path)
        elif isinstance(node, ast.FunctionDef):
            yield from _filtered_aggregates(node, path)


def _filtered_aggregates(function: ast.FunctionDef, path: str) -> Iterator[Finding]:
    """Aggregates with FILTER in a function that names no table to select from: with nothing else selected, all rows."""
    attributes = [node for node in ast.walk(function) if isinstance(node, ast.Attribute)]
    if any(node.attr == "select_from" for node in attributes):
        return
    for node in attributes:
        aggregate = node.value.func if node.attr == "filter" and isinstance(node.value, ast.Call) else None
        if (
            isinstance(aggregate, ast.Attribute)
            and isinstance(aggregate.value, ast.Name)
            and aggregate.value.id == "func"
        ):
            yield Finding(path, node.lineno, "filter", f"func.{aggregate.attr}().filter")


def _imported(node: ast.ImportFrom, path: str) -> Iterator[Finding]:
    """Names whose import alone says what they are for; `text` is judged where it is used."""
    module = node.module or ""
    if module.partition(".")[0] in _WHOLE - {"sqlalchemy"}:
        yield Finding(path, node.lineno, "connection", f"from {module} import …")
    ours = module in {"app.core.db.tenancy", "app.core.db.base"}
    for name in node.names:
        if module == "app" and name.name == "tenancy" and name.asname:
            yield Finding(path, node.lineno, "bind", f"tenancy as {name.asname}")
    if not ours and module.partition(".")[0] != "sqlalchemy":
        return
    for name in node.names:
        hidden = name.name == "text" and name.asname is None
        if name.name in _IMPORTED and not hidden:
            yield Finding(path, node.lineno, _IMPORTED[name.name], f"{name.name} of {module}")


def _attribute(node: ast.Attribute, path: str) -> Iterator[Finding]:
    """Attributes that lead to tables, connections, or out of the workspace."""
    owner = node.value
    holder = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
    if node.attr == "__table__" or (node.attr == "tables" and holder == "metadata"):
        yield Finding(path, node.lineno, "table", f".{node.attr}")
    elif node.attr == "insert" and isinstance(owner, ast.Attribute) and owner.attr == "__table__":
        yield Finding(path, node.lineno, "insert", ".__table__.insert")
    elif node.attr == "query" and (holder[:1].isupper() or holder == "session"):
        yield Finding(path, node.lineno, "query", f"{holder}.query")
    elif node.attr in {"connect", "begin"} and holder == "engine":
        yield Finding(path, node.lineno, "connection", f"engine.{node.attr}")
    elif node.attr in {"bind", "unbind"} and holder == "tenancy":
        yield Finding(path, node.lineno, "bind", f"tenancy.{node.attr}")
    elif node.attr in _CALLED:
        yield Finding(path, node.lineno, _CALLED[node.attr], f".{node.attr}")


def _from_sqlalchemy(tree: ast.Module, name: str) -> bool:
    """Whether a module has a name from SQLAlchemy."""
    return any(
        isinstance(node, ast.ImportFrom)
        and (node.module or "").startswith("sqlalchemy")
        and any(alias.name == name for alias in node.names)
        for node in ast.walk(tree)
    )


def check(root: Path = ROOT, allowed: dict[str, set[str]] = ALLOWED) -> list[str]:
    """What is wrong in the application's modules; migrations run as the owner, before there are requests."""
    wrong: list[str] = []
    used: dict[str, set[str]] = {}
    for file in sorted((root / "app").rglob("*.py")):
        path = file.relative_to(root).as_posix()
        if path.startswith("app/migrations/"):
            continue
        for finding in sorted(find(file.read_text(), path)):
            used.setdefault(path, set()).add(finding.rule)
            if finding.rule not in allowed.get(path, set()):
                wrong.append(str(finding))
    for path, rules in allowed.items():
        unused = rules - used.get(path, set())
        wrong += [f"{path}: no longer needs to be allowed {rule} (tests/rules/scoping.py)" for rule in sorted(unused)]
    return wrong


if __name__ == "__main__":
    problem_list = check()
    if problem_list:
        print("\n".join(problem_list))
    sys.exit(1 if problem_list else 0)
