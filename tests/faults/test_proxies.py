"""What a visitor's connection claims of itself, over real sockets from several addresses of this machine."""

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.conftest import new_folder
from tests.faults.installation import Installation, copy, running

HERE, PROXY, STRANGER = "127.0.0.1", "127.0.0.2", "127.0.0.3"
LISTED = f"{PROXY},10.9.0.0/16"
VISITOR = "203.0.113.9"


@pytest.fixture(scope="module", params=["", LISTED], ids=["none", "listed"])
def site(template: Path, request: pytest.FixtureRequest) -> Iterator[Installation]:
    """An installation that lists proxies, and one that lists none."""
    with new_folder() as folder:
        proxies = {"TRUSTED_PROXIES": request.param, "SSR_WORKERS": "0", "WEB_CONCURRENCY": "1"}
        with running(copy(template, folder), **proxies) as server:
            yield server


def seen(site: Installation, source: str, **headers: str) -> str:
    """The address the audit log has of a write."""
    answer = site.api("/api/v1/bots", "POST", {"name": uuid.uuid4().hex, "group": "sales"}, source=source, **headers)
    assert answer.status == 201
    return str(site.api("/api/v1/audit").json["items"][0]["address"])


@pytest.mark.parametrize("source", [HERE, PROXY, STRANGER])
@pytest.mark.parametrize(
    ("address", "meant"),
    [
        (VISITOR, VISITOR),
        (f"198.51.100.1, {VISITOR}", VISITOR),
        (f"198.51.100.1,{VISITOR},10.9.8.7, {PROXY}", VISITOR),
        (f"10.9.1.1, 10.9.8.7,{PROXY}", "10.9.1.1"),
        (f"{VISITOR}, nonsense, 10.9.8.7", "10.9.8.7"),
        (f"{VISITOR}:4711, [10.9.8.7]:80", VISITOR),
        ("[2001:db8::7]:443", "2001:db8::7"),
        (f"::ffff:{VISITOR}", VISITOR),
        ("127.0.0.1", "127.0.0.1"),
        ("unknown", PROXY),
        ("", PROXY),
    ],
)
def test_a_visitors_address_is_believed_from_listed_proxies_only(
    site: Installation, source: str, address: str, meant: str
) -> None:
    is_believed = source == PROXY and bool(site.env["TRUSTED_PROXIES"])
    others = {"X_Real_IP": "198.51.100.3", "Forwarded": "for=198.51.100.2", "X_Forwarded_Host": "evil.example"}
    assert seen(site, source, X_Forwarded_For=address, **others) == (meant if is_believed else source)


@pytest.mark.parametrize("source", [HERE, PROXY, STRANGER])
@pytest.mark.parametrize(
    ("name", "value", "meant"),
    [
        ("X_Forwarded_Proto", "https", "https"),
        ("X_Forwarded_Proto", "http, https", "https"),
        ("X_Forwarded_Proto", "https, http", "http"),
        ("X_Forwarded_Proto", "gopher", "http"),
        ("X_Forwarded_Protocol", "ssl", "http"),
        ("X_Forwarded_Ssl", "on", "http"),
        ("Forwarded", "proto=https;host=evil.example", "http"),
        ("X_Forwarded_Host", "evil.example", "http"),
        ("X_Forwarded_Port", "4711", "http"),
        ("X_Forwarded_Prefix", "/evil", "http"),
    ],
)
def test_a_scheme_is_believed_from_listed_proxies_only(
    site: Installation, source: str, name: str, value: str, meant: str
) -> None:
    is_believed = source == PROXY and bool(site.env["TRUSTED_PROXIES"])
    robots = site.ask("/robots.txt", source=source, Host="parley.example", **{name: value}).body.decode()
    assert f"Sitemap: {meant if is_believed else 'http'}://parley.example/sitemap.xml" in robots


@pytest.mark.parametrize("address", ["", HERE, "::1", VISITOR])
def test_figures_are_for_this_machine_and_not_for_what_a_proxy_passes_on(site: Installation, address: str) -> None:
    headers = {"X_Forwarded_For": address} if address else {}
    for source in (HERE, PROXY, STRANGER):
        mine = source == HERE and not address
        assert site.ask("/metrics", source=source, **headers).status == (200 if mine else 403), source
        checks = site.ask("/readyz", source=source, **headers).json.get("checks", {})
        assert mine == any("detail" in check for check in checks.values()), source


def test_nobody_gets_a_new_limit_by_claiming_another_address(site: Installation) -> None:
    def fail(number: int, source: str) -> int:
        pair = {"email": f"nobody{number}@{source}.example", "password": "wrong"}
        return site.ask("/jwt/login", "POST", data=pair, source=source, X_Forwarded_For=f"203.0.113.{number}").status

    assert [fail(number, STRANGER) for number in range(11)] == [400] * 10 + [429]
    last = 400 if site.env["TRUSTED_PROXIES"] else 429
    assert [fail(number, PROXY) for number in range(11)] == [400] * 10 + [last]
