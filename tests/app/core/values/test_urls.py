"""Addresses that others give."""

import pytest

from app.core.http import outgoing
from app.core.values.urls import is_web_url, split_url


@pytest.mark.parametrize(
    "url",
    [
        "http://[x", "https://[::g]/", "https://a\u2100b.example/", "https://a\u0094b.example/", "https://a..example/",
        f"https://{'a' * 64}.example/", "https://a.example:65536/", "https://a.example:x/", "https://a.example:0/",
    ],
)  # fmt: skip
def test_what_no_host_can_have_has_no_part(url: str) -> None:
    assert split_url(url) == ("", "", "", "", "")
    assert not is_web_url(url) and not outgoing.check_address(url)


@pytest.mark.parametrize("url", ["https://dealer.example/a?b#c", "http://[2606:4700::1]:8080/", "https://ऑटो.example"])
def test_addresses_of_the_web_are_split(url: str) -> None:
    assert split_url(url).geturl() == url and is_web_url(url) and outgoing.check_address(url)


@pytest.mark.parametrize(
    "url", ["mailto:a@b.example", "ftp://a.example/", "//a.example/", "a.example", "https:///x", ""]
)
def test_others_are_not_of_the_web(url: str) -> None:
    assert not is_web_url(url)
