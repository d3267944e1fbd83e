"""What proxies say of a visitor: believed when the connection comes from a proxy we list, and from nobody else."""

from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

_SAID = ("FOR", "PROTO", "PROTOCOL", "SSL", "HOST", "PORT", "PREFIX", "SERVER")
_FORWARDED = ("HTTP_FORWARDED", "HTTP_X_REAL_IP", *(f"HTTP_X_FORWARDED_{name}" for name in _SAID))
PASSED_ON = "parley.passed_on"
"""Set in a request that says it came through a proxy, whether or not that is believed."""
MOST_HOPS = 32


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """An address, with or without a port; None when the text is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        ip = ip_address(text)
    except ValueError:
        return None
    return (isinstance(ip, IPv6Address) and ip.ipv4_mapped) or ip


class Proxies:
    """An application around another: gives it the visitor's address and scheme, and no header that claims others."""

    def __init__(self, application: Callable[..., Any], addresses: Iterable[str]) -> None:
        """Wrap an application; `addresses` are those of proxies, or of their networks."""
        self.application = application
        self.networks = [ip_network(address) for address in addresses]

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        """Answer as the application does."""
        values = {name: environ.pop(name) for name in _FORWARDED if name in environ}
        peer = _address(environ.get("REMOTE_ADDR") or "")
        if values:
            environ[PASSED_ON] = True
        if peer is not None:
            environ["REMOTE_ADDR"] = str(peer)
        if peer is not None and self._lists(peer):
            hops = values.get("HTTP_X_FORWARDED_FOR", "").split(",")[-MOST_HOPS:]
            environ["REMOTE_ADDR"] = str(self._visitor(peer, reversed(hops)))
            # The last one is what our own proxy has seen, whatever came before it.
            scheme = values.get("HTTP_X_FORWARDED_PROTO", "").rpartition(",")[2].strip().lower()
            if scheme in {"http", "https"}:
                environ["wsgi.url_scheme"] = scheme
        return self.application(environ, start_response)

    def _lists(self, address: IPv4Address | IPv6Address) -> bool:
        """Whether an address is a listed proxy's."""
        return any(address in network for network in self.networks)

    def _visitor(self, peer: IPv4Address | IPv6Address, hops: Iterable[str]) -> IPv4Address | IPv6Address:
        """The first address from the right that is no proxy of ours; each is believed from the one to its right."""
        for hop in hops:
            before = _address(hop)
            if before is None or not self._lists(peer):
                break
            peer = before
        return peer
