"""Documents stay within what one first TCP flight carries, critical styles and the drawings of the frame included."""

import json

import brotli

from tests.bench.pages import BUILD


def test_the_frame_of_every_page_has_its_drawings_in_the_document() -> None:
    """Each icon of the menu and the bar is among the drawings that documents come with."""
    table = json.loads((BUILD / "pages.json").read_text())
    assert len(brotli.compress(table["frame"].encode())) < 1700
    for name in ("star", "languages", "bell", "settings", "layout-dashboard", "messages-square", "calendar"):
        assert f'id="i-{name}"' in table["frame"]
