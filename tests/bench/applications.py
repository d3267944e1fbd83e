"""The applications beside the dashboard: pages a second, and the bytes of each first load within its budget."""

import brotli

from tests.bench.figures import Figure, at_most, beside
from tests.bench.installation import installation
from tests.bench.pages import SCRIPT_KB, fetch, load, scripts, sign_in

PATHS = {
    "todo": "/apps/todo", "calendar": "/apps/calendar", "user-list": "/apps/user/list",
    "invoices": "/apps/invoice/list", "shop": "/apps/ecommerce/shop", "email": "/apps/email", "chat": "/apps/chat",
    "datatables": "/datatables", "analytics": "/dashboard/analytics", "ecommerce": "/dashboard/ecommerce",
}  # fmt: skip


def measure() -> list[Figure]:
    """Each application's entry page as the demonstration's administrator gets it."""
    figures: list[Figure] = []
    with installation() as site:
        cookie = sign_in(site)
        headers = {"Accept": "text/html", "Cookie": cookie, "Accept-Encoding": "gzip, deflate, br, zstd"}
        for name, path in PATHS.items():
            document = len(brotli.compress(fetch(site, path, cookie)[1], quality=11)) / 1024
            rate = load(port=site.port, path=path, headers=headers)["per_second"]
            figures += [
                beside(f"{name}: pages/s", rate),
                beside(f"{name}: document with its state, KB br", document),
                at_most(f"{name}: JavaScript of the first load, KB br", scripts(name), SCRIPT_KB),
            ]
    return figures
