"""Every operation keeps the API's common rules, and every area has the parts an area has."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from flask import Flask

from app import areas
from app.cli import abilities_text, openapi_text
from app.config import ROOT
from app.core.http.schemas import Schema
from app.core.security import abilities
from tests.factories.operations import document, operations, resolve

CHANGES = ("put", "patch", "delete")
PROBLEM = "application/problem+json"
# What the specification fixes is answered as it says, not by our rules.
OWN = "/api/v1/"


def headers_of(parameters: list[dict[str, Any]]) -> dict[str, bool]:
    """Header parameters, and whether they are required."""
    return {
        parameter["name"]: bool(parameter.get("required")) for parameter in parameters if parameter["in"] == "header"
    }


# Words that a reader of a reference does not search for, and beginnings that are no verb.
SUMMARY = re.compile(
    r"(?!(?:A|All|An|Every|Everything|How|Let|One|Say|Some|The|This|What|Where|Who|Whose)\b)[A-Z]"
    r"(?!.*\b(?:anew|one's|oneself|somebody|stand|stands|told|whoever|withdraw)\b).*\.$"
)


def test_the_committed_description_is_fresh(app: Flask) -> None:
    assert (ROOT / "docs" / "openapi.json").read_text() == openapi_text()
    assert (ROOT / "ui" / "api" / "abilities.json").read_text() == abilities_text()


def test_every_operation_says_what_it_does_and_who_may(app: Flask) -> None:
    known = {f"{action} {subject}" for action in abilities.ACTIONS for subject in (*abilities.SUBJECTS, "all")}
    seen = list(operations())
    assert len(seen) > 30
    for method, path, operation, _ in seen:
        name = f"{method} {path}"
        assert operation["x-required-ability"] in known | {"public", "signed in"}, name
        assert SUMMARY.match(operation["summary"]) and len(operation["tags"]) == 1, name
    ids = [operation["operationId"] for _, _, operation, _ in seen]
    assert len(set(ids)) == len(ids)


def test_every_operation_describes_its_problems(app: Flask) -> None:
    for method, path, operation, parameters in operations():
        name, answers = f"{method} {path}", operation["responses"]
        # A browser is led on by some of ours, and has nothing to read.
        assert any(status.startswith("2") or status in ("302", "303") for status in answers), name
        good = ("2", "3")
        refused = {status: resolve(answer) for status, answer in answers.items() if not status.startswith(good)}
        assert "default" in refused, name
        # Specified calls may have an exact answer of their own beside the problem.
        kinds = [{PROBLEM}] if path.startswith(OWN) else [{PROBLEM}, {PROBLEM, "application/json"}]
        assert all(set(answer["content"]) in kinds for answer in refused.values()), name
        public = operation["x-required-ability"] == "public"
        assert public or "401" in refused, name
        assert (operation["security"] == []) == public, name
        assert "{" not in path or "404" in refused, name
        takes = operation.get("requestBody") or [parameter for parameter in parameters if parameter["in"] == "query"]
        assert not takes or "422" in refused, name


def test_what_succeeds_is_described_by_a_schema(app: Flask) -> None:
    for method, path, operation, _ in operations():
        for status, answer in operation["responses"].items():
            kinds = resolve(answer).get("content", {})
            if path.startswith(OWN) and status.startswith("2") and "application/json" in kinds:
                assert kinds["application/json"].get("schema"), f"{method} {path}"


def test_what_is_read_is_described_with_its_type(app: Flask) -> None:
    for method, path, operation, _ in operations():
        content = [
            resolve(answer).get("content") for status, answer in operation["responses"].items() if status == "200"
        ]
        assert method != "get" or all(content), path


def test_every_post_of_ours_can_be_repeated(app: Flask) -> None:
    for method, path, operation, parameters in operations():
        ours = path.startswith(OWN) and method == "post" and operation["x-required-ability"] != "public"
        assert ("Idempotency-Key" in headers_of(parameters)) == ours, f"{method} {path}"


def test_every_change_of_a_stored_thing_asks_for_its_revision(app: Flask) -> None:
    changes = [
        operation
        for operation in operations()
        if operation[1].startswith(OWN) and operation[0] in CHANGES and "{" in operation[1]
    ]
    assert changes
    for method, path, operation, parameters in changes:
        assert headers_of(parameters).get("If-Match") is True, f"{method} {path}"
        assert {"412", "428"} <= set(operation["responses"]), f"{method} {path}"


def packages() -> list[Path]:
    """The areas that answer calls."""
    parents = [
        Path(module.__file__).parent
        for module in (*areas.modules("routes"), *areas.modules("compat_routes"))
        if module.__file__
    ]
    assert len(parents) > 6
    return parents


def test_every_area_with_calls_has_service_schemas_and_tests(app: Flask) -> None:
    for package in packages():
        name = package.relative_to(ROOT / "app")
        files = {file.name for file in package.iterdir()}
        assert str(name) in ("ingest", "operations/jobs") or (
            files & {"schemas.py", "compat_schemas.py"} and "service.py" in files
        ), name
        tests = ROOT / "tests" / "app" / name
        tested = [*tests.glob("test_*.py"), *tests.parent.glob(f"test_{name.name}.py")]
        assert tested, f"{name} has no tests"


def test_tests_mirror_areas() -> None:
    for folder in (ROOT / "tests" / "app").rglob("test_*.py"):
        name = folder.parent.relative_to(ROOT / "tests" / "app")
        assert (ROOT / "app" / name).is_dir(), f"{name} is tested and not there"


@pytest.mark.parametrize("kind", ["routes", "compat_routes", "schemas", "compat_schemas"])
def test_no_area_reaches_into_anothers_calls(kind: str) -> None:
    for file in (ROOT / "app").rglob("*.py"):
        name = str(file.relative_to(ROOT))
        area = ".".join(file.parent.relative_to(ROOT).parts)
        for other in re.findall(rf"^\s*from (app\.[a-z_.]+)\.{kind} import", file.read_text(), re.MULTILINE):
            assert other in (area, "app.core.http"), f"{name} imports {other}.{kind}"


def test_everything_public_is_explained_in_a_sentence() -> None:
    for file in (ROOT / "app").rglob("*.py"):
        if "versions" in file.parts:
            continue
        tree = ast.parse(file.read_text())
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        public = [node for node in tree.body if isinstance(node, kinds) and not node.name.startswith("_")]
        for node in (tree, *public):
            docstring = ast.get_docstring(node)
            where = f"{file.relative_to(ROOT)} {getattr(node, 'name', '')}"
            assert docstring and docstring.split("\n\n")[0].rstrip().endswith((".", "?")), where


def sent(operation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every schema of what a caller sends with an operation, those within others included."""
    left: list[Any] = [operation.get("parameters", []), operation.get("requestBody", {})]
    while left:
        node = left.pop()
        if isinstance(node, dict):
            node = resolve(node)
            yield node
        left += node.values() if isinstance(node, dict) else node if isinstance(node, list) else []


def test_no_day_is_taken_without_a_first_and_a_last(app: Flask) -> None:
    days = [
        (path, schema)
        for _, path, operation, _ in operations()
        for schema in sent(operation)
        if schema.get("format") in ("date", "date-time")
    ]
    assert len(days) > 10
    for path, schema in days:
        assert {"x-minimum", "x-maximum"} <= set(schema), path


def described_values(app: Flask) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Where, schema and value of every example and default of the description."""

    def within(node: Any, place: str) -> Iterator[tuple[str, dict[str, Any], Any]]:
        if isinstance(node, list):
            for number, child in enumerate(node):
                yield from within(child, f"{place}[{number}]")
        elif isinstance(node, dict):
            schema = node.get("schema", node)
            for key in ("example", "default"):
                if key in node and isinstance(schema, dict):
                    yield f"{place}.{key}", schema, node[key]
            for name, child in node.items():
                if name not in ("example", "default", "enum"):
                    yield from within(child, f"{place}.{name}")

    yield from within(document(), "")


def test_examples_and_defaults_fit_their_own_schemas(app: Flask) -> None:
    # Compiling all components for each value takes a hundred times as long as checking it.
    here, seen = "urn:description", 0
    registry = jsonschema_rs.Registry([(here, document())], draft=jsonschema_rs.Draft202012)
    for place, schema, value in described_values(app):
        if {"type", "$ref", "anyOf", "enum"} & set(schema):
            away = json.loads(json.dumps(schema).replace('"#/', f'"{here}#/'))
            checker = jsonschema_rs.Draft202012Validator(away, registry=registry, validate_formats=True)
            problems = [error.message for error in checker.iter_errors(value)]
            assert not problems, f"{place}: {problems}"
            seen += 1
    assert seen > 60


def test_specified_calls_say_that_they_are_lenient_and_ours_that_they_are_not(app: Flask) -> None:
    for method, path, operation, _ in operations():
        for content in operation.get("requestBody", {}).get("content", {}).values():
            schema = resolve(content["schema"])
            assert schema["additionalProperties"] is not path.startswith(OWN), f"{method} {path}"


def test_operations_are_printed_with_what_they_say_of_themselves(app: Flask) -> None:
    printed = app.test_cli_runner().invoke(args=["operations", "/bots/<int:bot_id>/uploads"]).output
    every = app.test_cli_runner().invoke(args=["operations"]).output.splitlines()
    change = next(line for line in every if " PATCH " in line and line.startswith("/api/v1/bots/<int:bot_id> "))
    assert change.split()[2:] == ["update", "Bot", "bot:update", "revisioned", "bots.change_bot"]
    assert len(every) > 700 and all(line.startswith("/") for line in every) and printed == ""


def test_calls_share_one_instance_of_each_of_our_schemas(app: Flask) -> None:
    # Each has copies of all the fields of its class: three instances of each held 16 MB.
    instances: dict[type, set[int]] = {}

    def note(part: Any) -> None:
        if isinstance(part, Schema):
            instances.setdefault(type(part), set()).add(id(part))
        for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            note(inner)

    for blueprint in app.blueprints.values():
        note(getattr(blueprint, "_docs", {}))
    assert len(instances) > 300
    assert {schema.__name__ for schema, ids in instances.items() if len(ids) > 1} == set()


def test_a_view_says_what_it_is_in_its_operation_alone(app: Flask) -> None:
    # An attribute that nothing reads would be a protection, or a permission, that is only believed in.
    known = {"operation", "_apidoc", "report", "brief_report"}
    for endpoint, view in app.view_functions.items():
        own = {name for name in vars(view) if not (name.startswith("__") and name.endswith("__"))}
        assert own <= known, endpoint
