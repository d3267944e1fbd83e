"""The frame around every page: its bytes, what rendering it costs, and what a reader feels of it."""

import json
from pathlib import Path

from tests.bench.figures import Figure, amount, at_most, beside, output, skipped
from tests.bench.installation import BIN, Installation, has_chromium, installation
from tests.bench.pages import BUILD, compressed, render_loop, render_request, sign_in

BARE = "/misc/error"
"""A page of almost nothing but the frame."""
FELT = ("/", "/reports/dashboard", "/reports/conversations", "/admin/bots")[: amount(4, 1)]


def measure() -> list[Figure]:
    """Bytes by the build's own table, renders a second in a loop, and Chromium's own observations."""
    with installation() as site:
        cookie = sign_in(site)
        return [
            *_bytes(),
            beside("renderToString of the frame, /s", render_loop(site, render_request(site, cookie, BARE))),
            *_felt(site, cookie),
        ]


def _bytes() -> list[Figure]:
    """Compressed scripts and styles of the smallest signed-in page, and the words it speaks."""
    page = next(page for page in json.loads((BUILD / "pages.json").read_text())["pages"] if page["path"] == BARE)
    icons = next(BUILD.glob("icons-*.svg.br"))
    return [
        beside("JavaScript of the frame, KB br", compressed(page["modules"])),
        beside("words of the frame, KB br", compressed(page["messages"]["en"])),
        beside("styles of the frame, KB br", compressed(page["styles"])),
        beside("icons, once for all pages, KB br", icons.stat().st_size / 1024),
    ]


def _felt(site: Installation, cookie: str) -> list[Figure]:
    """Layout shift, interaction delay and a prefetched navigation."""
    if not has_chromium():
        return skipped("what a reader feels", "there is no Chromium")
    words = {"base": f"http://127.0.0.1:{site.port}", "cookie": cookie, "paths": FELT}
    command = [str(BIN / "node"), str(Path(__file__).with_name("felt.mjs")), json.dumps(words)]
    felt = json.loads(output(command))
    return [
        at_most(f"largest layout shift of a page ({felt['shifted'] or 'none'})", felt["shift"], 0),
        at_most("longest interaction, ms to the next picture", felt["delay"], 200),
        at_most("a prefetched navigation, ms", felt["navigation"], 100),
    ]
