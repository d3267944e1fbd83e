"""Our own description turned against us: every operation fuzzed by it, every check on, no failure tolerated.

The suite tries the description's examples, inputs at the edges of what its schemas allow, and calls that follow from
each other. `make endure` adds inputs made at random, `FUZZ_EXAMPLES` for each operation, and runs it on both databases.
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
from flask import Flask
from schemathesis import openapi
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema
from schemathesis.engine.recorder import ScenarioRecorder
from schemathesis.transport.wsgi import WSGITransport

from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.security.limits import limits
from tests.conftest import add_person, add_workspace
from tests.contract.rows import grow
from tests.endurance import ENDURE

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "120" if ENDURE else "4"))
SEED = int(os.environ.get("FUZZ_SEED", "20261121"))
PASSWORD = "a password for the fuzzer"
BEYOND_SCHEMAS = {
    "This key was used for another request": "a key is new or not by what came before",
    "This document does not fit the schema of flow documents": "flow documents have a schema of their own",
    "Give a text, a choice or what the agent does": "a schema does not say that it is one of three",
    "Give what is said, chosen, done by an agent": "a schema does not say that it is one of four",
    "Give a template or a flow": "a schema does not say that it is one of two",
    "There is no node": "a name is a node's or nobody's",
    "There is no such": "an id in a body is somebody's or nobody's",
    "The bot does not have this goal": "the same",
    "Nobody in this workspace has this name": "so is a name",
    "This contact belongs to another client": "the same",
    "Email or Password is Invalid": "a pair is right or wrong",
    "This password is on the list": "a list of passwords is too long for a schema",
    "This is not your current password": "a password is right or wrong",
    "This code is wrong": "so is a code",
    "This is not a domain": "several domains stand in one text",
    "Enter 1 to 20 domains": "the same",
    "There is no single sign-on for this address": "a domain is some workspace's or nobody's",
    "Must be an https:// address": "which hosts may do without is a setting",
    "Missing data for required field": "a secret may be left out once there is one",
    "The last day is before the first day": "two dates are compared",
    "This page of the list does not exist": "a cursor is opaque",
    "Numbers reach": "how deep a page lies depends on its size",
    "Must be client, viewer or a zone": "there are too many zones to list",
    "One of the dates does not exist": "a pattern does not know the calendar",
    "The end is before the start": "two dates are compared",
    "Must lie between": "dates are compared",
    "Choose at most 92 days": "two dates are compared",
    "This range allows": "steps are compared with the range",
    "This range does not need a background count": "what takes a job depends on range and zone",
    "Each row may stand here once": "a schema does not compare rows by one of their values",
    "Not in the list of the reference": "a code is an entry's or nobody's",
    "Must end in .jsonl": "the name of a file is no part of a schema",
    "The file is empty": "nor is its content",
    "Must be a JSON object of at most": "nor is its content",
    "Must not be in the future": "dates are compared with today",
    "Enter your current password to change": "whether it changes depends on what it is",
    "Must be a PNG": "what a file is stands in its bytes",
    "Must be 16 to 4096 pixels": "and so does how large it is",
    "Must not be after the end": "two dates are compared",
    "Must be 2000 or later": "two dates are compared",
    "This address is not a page of Parley": "an address is a page's or nobody's",
    "is not valid in this address": "each page has values of its own",
    "The file is not valid JSON": "the content of a file is no part of a schema",
    "The file has no list of bookmarks": "the same",
    "This is not an iCalendar file": "the same",
    "This is not a CSV file": "the same",
    "Must end in .csv": "the name of a file is no part of a schema",
    "Must be an email address": "which addresses can be written to is more than a pattern says",
    "The first row must name these columns": "the same",
    "Nobody was invited": "the same",
    "Nothing was imported": "the same",
    "Must be a day such as": "a pattern does not know the calendar",
    "Must be one of: service": "what an entry belongs to depends on its list",
    "There is no entry with this code": "the same",
    "Entries of this list belong to nothing": "the same",
    "Must not be before the first day": "two dates are compared",
    "This list already has this code": "a code is taken or free",
    "There is already a snippet": "a key is taken or free",
    "Choose at least one permission": "a field depends on another",
    "Write the text in at least one language": "one of several texts is enough",
    "A snippet cannot contain another": "a text of another shape is a good text",
    "Must name entries of this list": "an id in a body is somebody's or nobody's",
    "At least one of these does not exist": "an id in a body is somebody's or nobody's",
    "This user does not exist": "the same",
    "This user owns things": "who owns what is no part of a schema",
    "Choose another user who is active": "nor is who is active",
    "Single items can be checked for": "which subjects have single items is known to their areas",
    "Must be an ISO date or time": "a pattern does not know the calendar",
    "Must be greater than or equal to 1900": "dates are compared",
    "This address no longer exists": "an id in a body is somebody's or nobody's",
    "Choose or enter a client": "a name, or the name of a client whose details are taken",
    "Enter a description": "a line is empty or has a name",
    "Add at least one line": "empty lines are left out",
    "This is more than the amount due": "sums are compared",
    "Enter an amount greater than 0": "the same",
    "No earlier invoice has this client": "a name is a client's or nobody's",
    "Enter an email address such as": "an address is more than a pattern",
    "Enter at least one recipient": "at least one of three lines names somebody",
    "Not an email address": "an address is more than a pattern",
    "Write a message or attach a file": "a text, a subject or a file is enough",
    "Choose a file": "whose draft it is for is looked at first",
    "Choose a picture, PDF": "what a file is stands in its bytes",
    "Must be a .json": "the name of a file is no part of a schema",
    "This is not JSON": "nor is its content",
    "This is not YAML": "nor is its content",
    "This cannot be read": "nor is its content",
    "The bot has no such": "an id in a body is somebody's or nobody's",
    "Each variable needs a name": "a variable of a document is checked with the others",
    "From must be earlier": "two times are compared",
    "Give the hours of at least one day": "one of seven days is enough",
    "Must be a zone such as": "there are too many zones to list",
    "Must be in the future": "times are compared with now",
    "Give both times, or none": "a field depends on another",
    "Must not be the time they begin at": "two times are compared",
    "Give latitude and longitude, or neither": "a field depends on another",
    "White text on": "a contrast is computed",
    "Write the text in the client's first language": "a field depends on what is stored",
    "Must be a dealer group of the same client": "an id in a body is somebody's or nobody's",
    "The outlet is with this dealer group already": "an id is compared with what is stored",
    "Must be after": "dates are compared",
    "Must be within five years": "dates are compared",
    "Must be one of: en, hi, ar, gu": "a description of an object does not name its keys",
    "Must be a phone number": "what is one depends on the country",
    "Must be days such as": "a pattern does not know the calendar",
    "Choose a picture": "whose picture it is for is looked at first",
    "This client does not exist": "an id in a body is somebody's or nobody's",
    "This outlet does not exist": "the same",
    "Contains characters that cannot be stored": "a schema does not say what stands in the keys of an object",
    "Only web tokens have origins": "a field depends on another",
    "“": "the value that is wrong is quoted: an origin, a node",
    "Nested more than": "a schema does not say how deep it goes",
    "At most": "a text of origins is split first",
    "Write at least one phrase": "phrases may be the lines of a text",
    "A choice needs the id": "a field depends on another",
    "Must not be empty": "a text is needed for a text",
    "Number too large": "JSON knows no largest number",
}
"""Why a value that fits its schema may still be refused (422, or 400 for a wrong pair); the reason names the field."""
UNKNOWN = "does not exist."
"""How a reason ends where an id in a body is nobody's."""
SPECIFIED = ({"email": "Email or Password is Invalid"}, "Invalid refresh token")
"""The same in the exact answers that are specified."""
SOCKET = {"max_redirects", "verify", "cert", "proxies"}
PHASES = {"examples": 1, "coverage": 20, "fuzzing": 4, "stateful": 1}
"""In how many tests each phase divides the operations, for processes to share them."""
HERE = [
    pytest.param(phase, part, id=f"{phase}-{part}")
    for phase, parts in PHASES.items()
    if ENDURE or phase != "fuzzing"
    for part in range(parts)
]
LEAST = {"examples": 10, "coverage": 2_000, "fuzzing": 40 * EXAMPLES, "stateful": 60}
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
    """How the fuzzer becomes somebody."""
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
    config = {
        "seed": SEED,
        "cache": {"enabled": False},
        "dictionaries": {"versions": {"values": ['"1"', '"2"', "*"]}},
        "parameters": {"header.If-Match": {"dictionary": "versions", "probability": 0.7}},
        "continue-on-failure": True,
        # A write without the version it is made on is told so by a status of its own, and so is one on another version.
        "checks": {
            "missing_required_header": {"expected-statuses": [400, 401, 403, 404, 406, 415, 422, 428]},
            "positive_data_acceptance": {"expected-statuses": ["2xx", "3xx", 401, 403, 404, 409, 412, 428, 429, "5xx"]},
            "negative_data_rejection": {
                "expected-statuses": [400, 401, 403, 404, 405, 406, 409, 412, 415, 422, 428, 429, "5xx"]
            },
        },
        "generation": {"deterministic": True, "database": "none", "max-examples": EXAMPLES, "no-shrink": True},
        "phases": {one: {"enabled": one == phase} for one in PHASES},
        "auth": {"wfc": {"path": str(peers), "peers": ["owner", "other"]}},
    }
    return openapi.from_wsgi("/api/v1/openapi.json", served(app), config=SchemathesisConfig.from_dict(config))


def is_in_part(label: str, phase: str, part: int) -> bool:
    """Whether an operation belongs to this part of a phase."""
    return crc32(label.encode()) % PHASES[phase] == part


def found(schema: Any) -> tuple[list[str], Counter[str]]:
    """What the fuzzer finds, how many requests got which status, and how often each check was made."""
    failures: list[str] = []
    seen: Counter[str] = Counter()
    for event in from_schema(schema).execute():
        if isinstance(event, events.ScenarioFinished):
            answers = (one.response for one in event.recorder.interactions.values())
            seen.update(str(answer.status_code) if answer else "none" for answer in answers)
            seen.update(check.name for checks in event.recorder.checks.values() for check in checks)
            failures += told(event.recorder)
        elif isinstance(event, events.NonFatalError):
            failures.append(f"{event.label} {event.value!r}")
        elif isinstance(event, events.FatalError):
            raise event.exception
        elif isinstance(event, events.EngineFinished):
            failures += [str(one) for one in event.failures]
    return failures, seen


def told(recorder: ScenarioRecorder) -> Iterator[str]:
    """The failed checks of a scenario but for the refusals that depend on what no schema can say."""
    for case_id, checks in recorder.checks.items():
        for check in checks:
            if check.failure_info is None:
                continue
            answer = recorder.interactions[check.failure_info.failure.case_id or case_id].response
            body = answer.content.decode(errors="replace") if answer else ""
            known = check.failure_info
            if check.name == "positive_data_acceptance" and beyond_schemas(body):
                continue
            if check.name == "negative_data_rejection" and answer and left_out(str(known.failure), answer.request.url):
                continue
            yield f"{recorder.label} [{check.name}] {known.failure}\n{known.code_sample}\n{body[:800]}"


def beyond_schemas(body: str) -> bool:
    """Whether a problem gives nothing but reasons of the list above."""
    problem = json.loads(body or "{}")
    if problem.get("error") in SPECIFIED or problem.get("code") == "stale":
        return True
    reasons = list(_reasons(problem.get("errors", {})))
    return bool(reasons) and all(
        reason.startswith(tuple(BEYOND_SCHEMAS)) or reason.endswith(UNKNOWN) for reason in reasons
    )


def left_out(failure: str, url: str) -> bool:
    """Whether all that does not fit are empty values in the query of a specified call, which mean the same as none."""
    parts, components = urlsplit(url), re.findall(r"Invalid component: (.*)", failure)
    empty = {
        f"parameter `{name}` in query" for name, value in parse_qsl(parts.query, keep_blank_values=True) if not value
    }
    said = [component.partition(" - ")[0] for component in components]
    return bool(said) and empty.issuperset(said) and not parts.path.startswith("/api/v1/")


def _reasons(errors: Any) -> Iterator[str]:
    """The sentences of a problem, however deep their fields lie."""
    if isinstance(errors, str):
        yield errors
    else:
        for one in errors.values() if isinstance(errors, dict) else errors:
            yield from _reasons(one)


@pytest.mark.parametrize(("phase", "part"), HERE)
def test_no_operation_breaks_its_own_description(app: Flask, peers: Path, phase: str, part: int) -> None:
    schema = description(app, peers, phase)
    failures, seen = found(schema.include(lambda context: is_in_part(context.operation.label, phase, part)))
    answered = sum(count for name, count in seen.items() if name.isdigit())
    print(phase, answered, dict(seen))
    assert not failures, f"{len(failures)} failures\n\n" + "\n\n".join(failures)
    assert answered >= LEAST[phase] / PHASES[phase] / 3 and not any(name.startswith("5") for name in seen)
    assert phase != "coverage" or set(seen) >= CHECKS
