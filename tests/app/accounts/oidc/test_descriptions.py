"""What is read of a provider and when: at its set-up and by a job, checked, and never by an anonymous request."""

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from app.accounts.oidc import jobs, protocol, service
from app.accounts.oidc.models import IdentityProvider
from app.accounts.oidc.protocol import Caller, ProviderFailed
from app.accounts.workspaces.models import Workspace
from app.core.clock import now
from app.core.db.base import db
from app.core.db.tenancy import everywhere, within
from app.core.http import outgoing
from app.core.http.concurrency import SIGN_ONS
from tests.app.accounts.oidc.conftest import ENTRY, SignIn, Trust, offer
from tests.factories.mail import do_jobs
from tests.factories.openid import OpenIdProvider, add_member, problem_of
from tests.factories.turns import use_up_turns

ISSUER = "https://login.example.com"
KEY = {"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}
GOOD = {
    "issuer": ISSUER,
    "authorization_endpoint": f"{ISSUER}/authorize",
    "token_endpoint": f"{ISSUER}/token",
    "userinfo_endpoint": f"{ISSUER}/people",
    "jwks_uri": f"{ISSUER}/keys",
}
INSIDE = [
    "http://login.example.com/a", "https://127.0.0.1/a", "https://2130706433/", "https://[::1]/", "https://localhost/",
    "https://[64:ff9b::a9fe:a9fe]/", "https://[2002:7f00:1::]/", "https://[fec0::1]/", "https://10.0.0.1:8443/x",
    "https://user@login.example.com/", "https://login.example.com/a\r\nX: y", "https://[bad/", "javascript:alert(1)",
]  # fmt: skip


def count_calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows by the address of each outgoing call."""
    calls, send = list[str](), outgoing.send

    def counted(method: str, url: str, **more: Any) -> outgoing.HttpResponse:
        calls.append(url)
        return send(method, url, **more)

    monkeypatch.setattr(outgoing, "send", counted)
    return calls


def answering(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> Caller:
    """A caller to whom a provider answers with a description that differs from a good one."""
    description = GOOD | changes
    monkeypatch.setattr(
        Caller, "get", lambda _self, url: {"keys": [KEY]} if url == description["jwks_uri"] else description
    )
    return Caller(())


def test_a_good_description_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    metadata = protocol.describe(ISSUER, answering(monkeypatch))
    assert (metadata.token, metadata.keys) == (f"{ISSUER}/token", [KEY])


@pytest.mark.parametrize("url", [*INSIDE, 7])
@pytest.mark.parametrize("name", ["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"])
def test_an_endpoint_on_the_inside_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, url: object) -> None:
    with pytest.raises(ProviderFailed, match="insecure"):
        protocol.describe(ISSUER, answering(monkeypatch, **{name: url}))


@pytest.mark.parametrize("url", INSIDE)
def test_an_issuer_on_the_inside_is_refused(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    with pytest.raises(ProviderFailed, match="insecure"):
        protocol.describe(url, answering(monkeypatch, issuer=url))


def test_all_calls_of_an_operation_share_one_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "PATIENCE", 0.0)
    calls = count_calls(monkeypatch)
    with pytest.raises(ProviderFailed, match="timeout"):
        Caller(()).get(f"{ISSUER}/keys")
    assert calls == []


def test_an_anonymous_start_calls_no_provider(
    client: FlaskClient, trust: Trust, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    trust()
    there = offer(client, workspace)
    calls = count_calls(monkeypatch)
    for _ in range(3):
        assert "code_challenge" in client.get(f"{ENTRY}/{there}").headers["Location"]
    with everywhere():
        db.session.execute(update(IdentityProvider).values(description=None))
    db.session.commit()
    assert problem_of(client.get(f"{ENTRY}/{there}")) == "unreachable"
    assert calls == []


def test_a_job_reads_descriptions_again_and_a_failure_leaves_the_last_one(
    app: Flask, trust: Trust, sign_in: SignIn, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_member("asha")
    trust()
    calls = count_calls(monkeypatch)

    def look() -> int:
        """Have what is due done; the number of calls made."""
        calls.clear()
        with everywhere():
            jobs.refresh()
        do_jobs(app)
        return len(calls)

    def age(by: timedelta) -> None:
        with within(workspace.id):
            db.session.execute(update(IdentityProvider).values(described_at=now() - by, revision=7))
            db.session.commit()

    assert look() == 0
    age(timedelta(hours=2))
    assert look() == 2
    age(timedelta(hours=2))
    with monkeypatch.context() as patch:
        patch.setattr(outgoing, "send", lambda *_args, **_more: outgoing.HttpResponse(None, b"", "timeout", 0))
        look()
    row = service.provider_here()
    assert row is not None and row.described_at is not None and now() - row.described_at < timedelta(minutes=1)
    assert row.revision == 7
    assert sign_in("asha").headers["Location"] == "/reports/usage"


def test_a_sign_in_without_a_place_is_refused_and_its_answer_stays_good(
    client: FlaskClient, trust: Trust, workspace: Workspace, provider: OpenIdProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_member("asha")
    trust()
    answer = provider.sign_in(client.get(f"{ENTRY}/{offer(client, workspace)}").headers["Location"], "asha")
    calls = count_calls(monkeypatch)
    with use_up_turns(SIGN_ONS):
        refused = client.get(answer)
    assert (refused.status_code, refused.headers["Retry-After"], calls) == (429, "1", [])
    assert client.get(answer).headers["Location"] == "/"
