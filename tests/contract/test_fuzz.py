"""Our own description turned against us: every operation fuzzed by it, every check on, no failure tolerated.

The suite tries the description's examples, for some of the operations inputs at the edges of what their schemas allow
and just beyond them (`tests/attacks/test_input.py` sends malformed ones to all), and calls that follow from each other.
`make endure` sends both to all, adds inputs made at random, `FUZZ_EXAMPLES` for each operation, and runs it on both
databases.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from contextvars import Context
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from zlib import crc32

import pytest
from flask import Flask, Response, current_app
from schemathesis import openapi
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema
from schemathesis.engine.recorder import ScenarioRecorder
from schemathesis.transport.wsgi import WSGITransport

from app.core import errors
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.security.limits import limits
from tests.conftest import add_person, add_workspace
from tests.contract.rows import grow
from tests.endurance import ENDURE, repetitions

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "120" if ENDURE else "4"))
SEED = int(os.environ.get("FUZZ_SEED", "20261121"))
PASSWORD = "a password for the fuzzer"
BEYOND = "x-beyond-schema"
"""A header that answers carry here only: all their reasons are `BeyondSchema`."""
SPECIFIED = ({"email": "Email or Password is Invalid"}, "Invalid refresh token")
"""Reasons beyond schemas in the exact answers that are specified: a pair or a token is right or wrong."""
SOCKET = {"max_redirects", "verify", "cert", "proxies"}
PHASES = {"examples": 1, "coverage": repetitions(1, 4), "refusals": repetitions(2, 16), "fuzzing": 4, "stateful": 1}
"""In how many tests each phase divides the operations, for processes to share them."""
ITS_PHASES = ("examples", "coverage", "fuzzing", "stateful")
OPERATIONS = {"coverage": repetitions(12, 1), "refusals": repetitions(16, 1)}
"""Every how-manieth operation a phase takes."""
MODES = {"coverage": "positive", "refusals": "negative"}
"""The kind of inputs of the fuzzer's own phase of coverage, which makes two of ours."""
HERE = [
    pytest.param(phase, part, id=f"{phase}-{part}")
    for phase, parts in PHASES.items()
    if ENDURE or phase != "fuzzing"
    for part in range(parts)
]
LEAST = {
    "examples": 10,
    "coverage": repetitions(700, 2_000),
    "refusals": 1_000,
    "fuzzing": 40 * EXAMPLES,
    "stateful": repetitions(30, 60),
}
"""How many answers each phase must at least have had: a fuzzer that reaches nothing finds nothing."""
CHECKS = {
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance",
    "response_headers_conformance", "negative_data_rejection", "positive_data_acceptance", "missing_required_header",
    "unsupported_method", "allow_header_conformance", "use_after_free", "ensure_resource_availability",
    "ignored_auth", "object_level_authorization",
}  # fmt: skip


def served(app: Flask) -> Any:
    """The application as a server runs it: each request in a context of its own, its answer read to the end."""

    def serve(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        answer = app.wsgi_app(environ, start_response)
        try:
            return [b"".join(answer)]
        finally:
            if hasattr(answer, "close"):
                answer.close()

    return lambda environ, start_response: Context().run(serve, environ, start_response)


@pytest.fixture(autouse=True)
def no_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave settings of sockets out of calls in process: the checks' own requests carry them all the same."""
    send = WSGITransport.send

    def without(self: WSGITransport, case: Any, **kwargs: Any) -> Any:
        return send(self, case, **{k: v for k, v in kwargs.items() if k not in SOCKET})

    monkeypatch.setattr(WSGITransport, "send", without)


@pytest.fixture(autouse=True)
def mark_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the problems whose reasons no schema can express a header."""
    answer_problem = errors.answer_problem

    def answer(body: dict[str, Any], headers: dict[str, str] | None = None) -> Response:
        reasons = list(_reasons(body["errors"]))
        beyond = bool(reasons) and all(isinstance(reason, errors.BeyondSchema) for reason in reasons)
        return answer_problem(body, (headers or {}) | ({BEYOND: "1"} if beyond else {}))

    monkeypatch.setattr(errors, "answer_problem", answer)


@pytest.fixture
def peers(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Admins of two workspaces that have some of everything, as the fuzzer signs them in."""
    # Signing in is counted elsewhere; here it would only hide what lies behind.
    monkeypatch.setattr(limits, "hit", lambda _pairs: None)
    entries = []
    for name in ("owner", "other"):
        with within(add_workspace(name).id):
            grow(3, name)
            person = add_person("admin", password=PASSWORD)
            entries.append(signing_in(name, person.email))
        db.session.commit()
    path = tmp_path / "peers.json"
    path.write_text(json.dumps({"auth": entries}))
    return path


def signing_in(name: str, email: str) -> dict[str, Any]:
    """How the fuzzer becomes someone."""
    login = {
        "endpoint": "/jwt/login",
        "verb": "POST",
        "contentType": "application/json",
        "payloadUserPwd": {
            "username": email, "password": PASSWORD, "usernameField": "email", "passwordField": "password",
        },
        "token": {
            "extractFrom": "body", "extractSelector": "/accessToken", "sendIn": "header", "sendName": "Authorization",
            "sendTemplate": "Bearer {token}",
        },
    }  # fmt: skip
    return {"name": name, "loginEndpointAuth": login}


def description(app: Flask, peers: Path, phase: str) -> Any:
    """Our description as the fuzzer reads it, set to one phase with every check there is."""
    its_phase = "coverage" if phase in MODES else phase
    phases: dict[str, Any] = {name: {"enabled": name == its_phase} for name in ITS_PHASES}
    if phase in MODES:
        phases["coverage"]["generation"] = {"mode": MODES[phase]}
    config = {
        "seed": SEED,
        "cache": {"enabled": False},
        "dictionaries": {"versions": {"values": ['"1"', '"2"', "*"]}},
        "parameters": {"header.If-Match": {"dictionary": "versions", "probability": 0.7}},
        "continue-on-failure": True,
        # A write without the version it is made on is refused by a status of its own, and so is one on another version.
        "checks": {
            "missing_required_header": {"expected-statuses": [400, 401, 403, 404, 406, 415, 422, 428]},
            "positive_data_acceptance": {"expected-statuses": ["2xx", "3xx", 401, 403, 404, 409, 412, 428, 429, "5xx"]},
            "negative_data_rejection": {
                "expected-statuses": [400, 401, 403, 404, 405, 406, 409, 412, 415, 422, 428, 429, "5xx"]
            },
        },
        "generation": {
            "deterministic": True,
            "database": "none",
            # One alone may end after a few calls: how it goes on depends on ids, which are new each time.
            "max-examples": repetitions(3, EXAMPLES) if phase == "stateful" else EXAMPLES,
            "no-shrink": True,
        },
        "phases": phases,
        "auth": {"wfc": {"path": str(peers), "peers": ["owner", "other"]}},
    }
    return openapi.from_wsgi("/api/v1/openapi.json", served(app), config=SchemathesisConfig.from_dict(config))


def is_in_part(label: str, phase: str, part: int) -> bool:
    """Whether an operation belongs to this part of a phase."""
    number, every = crc32(label.encode()), OPERATIONS.get(phase, 1)
    return number % every == 0 and number // every % PHASES[phase] == part


def run_schema(schema: Any) -> tuple[list[str], Counter[str]]:
    """What the fuzzer finds, how many requests got which status, and how often each check was made."""
    failures: list[str] = []
    seen: Counter[str] = Counter()
    for event in from_schema(schema).execute():
        if isinstance(event, events.ScenarioFinished):
            answers = (interaction.response for interaction in event.recorder.interactions.values())
            seen.update(str(answer.status_code) if answer else "none" for answer in answers)
            seen.update(check.name for checks in event.recorder.checks.values() for check in checks)
            failures += failures_of(event.recorder)
        elif isinstance(event, events.NonFatalError):
            failures.append(f"{event.label} {event.value!r}")
        elif isinstance(event, events.FatalError):
            raise event.exception
        elif isinstance(event, events.EngineFinished):
            failures += [str(failure) for failure in event.failures]
    return failures, seen


def failures_of(recorder: ScenarioRecorder) -> Iterator[str]:
    """The failed checks of a scenario but for the refusals that depend on what no schema can say."""
    for case_id, checks in recorder.checks.items():
        for check in checks:
            if check.failure_info is None:
                continue
            answer = recorder.interactions[check.failure_info.failure.case_id or case_id].response
            body = answer.content.decode(errors="replace") if answer else ""
            known = check.failure_info
            if check.name == "positive_data_acceptance" and answer and beyond_schemas(answer):
                continue
            if check.name == "negative_data_rejection" and answer and left_out(str(known.failure), answer.request):
                continue
            if (
                check.name == "allow_header_conformance"
                and answer
                and not is_served(recorder.label, answer.request.url)
            ):
                continue
            yield f"{recorder.label} [{check.name}] {known.failure}\n{known.code_sample}\n{body[:800]}"


def beyond_schemas(answer: Any) -> bool:
    """Return whether an answer refuses what no schema can express."""
    problem = json.loads(answer.content or b"{}")
    return BEYOND in answer.headers or problem.get("error") in SPECIFIED or problem.get("code") == "stale"


def is_served(label: str, url: str) -> bool:
    """Whether an address is one of an operation's: a number with a fraction names none of its rows, but may a page."""
    method, parts = label.partition(" ")[0], urlsplit(url)
    return bool(current_app.url_map.bind(parts.netloc).test(parts.path, method))


def left_out(failure: str, request: Any) -> bool:
    """Whether all that does not fit are empty values of a specified call, which mean the same as none."""
    parts = urlsplit(request.url)
    names = re.findall(r"Invalid component: (in body - [^:]+|.*? in query)", failure)
    empty = {
        f"parameter `{name}` in query" for name, value in parse_qsl(parts.query, keep_blank_values=True) if not value
    }
    empty |= {f"in body - {place}" for place in empty_places(request.body)}
    return (
        len(names) == failure.count("Invalid component:") > 0
        and empty.issuperset(names)
        and not parts.path.startswith("/api/v1/")
    )


def empty_places(body: bytes | str | None) -> Iterator[str]:
    """The places of empty texts in a JSON body, their keys joined by arrows."""
    try:
        document = json.loads(body or b"{}")
    except ValueError:
        return

    def walk(node: Any, place: tuple[str, ...]) -> Iterator[str]:
        if node == "":
            yield " -> ".join(place)
        elif isinstance(node, dict):
            for name, value in node.items():
                yield from walk(value, (*place, name))

    yield from walk(document, ())


def _reasons(errors: Any) -> Iterator[str]:
    """The sentences of a problem, however deep their fields lie."""
    if isinstance(errors, str):
        yield errors
    else:
        for error in errors.values() if isinstance(errors, dict) else errors:
            yield from _reasons(error)


@pytest.mark.parametrize(("phase", "part"), HERE)
def test_no_operation_breaks_its_own_description(app: Flask, peers: Path, phase: str, part: int) -> None:
    schema = description(app, peers, phase)
    failures, seen = run_schema(schema.include(lambda context: is_in_part(context.operation.label, phase, part)))
    answered = sum(count for name, count in seen.items() if name.isdigit())
    print(phase, answered, dict(seen))
    assert not failures, f"{len(failures)} failures\n\n" + "\n\n".join(failures)
    assert answered >= LEAST[phase] / PHASES[phase] / 3 and not any(name.startswith("5") for name in seen)
    assert phase != "refusals" or set(seen) >= CHECKS
