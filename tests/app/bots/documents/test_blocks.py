"""Files of each kind become blocks; hostile ones fail with a reason, in a process that may die."""

import zlib
from collections.abc import Callable
from itertools import pairwise

import pytest

from app.bots.documents.blocks import UnreadableFile, kind_of, read_blocks
from app.bots.documents.parsing import parse
from app.bots.documents.passages import WORDS, cut, sentences
from app.core import confined
from tests.factories.documents import SAMPLES, docx, paragraph, pdf, scan

OIL = "Replace the engine oil every 10,000 km or 12 months, whichever comes first."


def test_a_pdf_has_pages_and_headings() -> None:
    data = pdf([[("Engine oil", OIL)], [("Tyres", "Check the pressure every two weeks, the spare wheel included.")]])
    assert kind_of(data) == "pdf"
    content = parse(data, "pdf")
    assert [(block.page, block.heading) for block in content.blocks] == [(1, "Engine oil"), (2, "Tyres")]
    assert content.blocks[0].text == OIL and content.pages == 2


def test_a_word_file_has_headings_and_tables_in_order() -> None:
    table = "<w:tbl><w:tr><w:tc>{}</w:tc><w:tc>{}</w:tc></w:tr></w:tbl>".format(paragraph("Oil"), paragraph("₹2,850"))
    data = docx(paragraph("Prices", "Heading1") + paragraph("With taxes.") + table + paragraph("पिक-अप", "Heading2")
                + paragraph("शनिवार तक।"))  # fmt: skip
    assert kind_of(data) == "docx"
    blocks = [(block.heading, block.text) for block in parse(data, "docx").blocks]
    assert blocks == [("Prices", "With taxes.\nOil | ₹2,850"), ("पिक-अप", "शनिवार तक।")]


def test_a_page_is_read_without_scripts_menus_and_footers() -> None:
    content = read_blocks((SAMPLES / "warranty-terms.html").read_bytes(), "html")
    whole = " ".join(block.text for block in content.blocks)
    assert content.title == "Warranty terms" and "CNG kits" in [block.heading for block in content.blocks]
    assert not any(word in whole for word in ("track", "Models", "rights", "#123"))


def test_markdown_keeps_its_tables() -> None:
    blocks = read_blocks((SAMPLES / "price-list.md").read_bytes(), "markdown").blocks
    assert any("Engine oil and filter change | ₹2,450 | ₹2,850 | ₹3,900" in block.text for block in blocks)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_text_is_read_in_its_encoding(encoding: str) -> None:
    data = "सुबह नौ बजे।\n\nशाम छह बजे।".encode(encoding)
    assert kind_of(data) == "text"
    assert [block.text for block in read_blocks(data, "text").blocks] == ["सुबह नौ बजे।", "शाम छह बजे।"]


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\x00\x00", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"MZ\x00\x00"])
def test_other_kinds_are_refused_by_their_content(data: bytes) -> None:
    with pytest.raises(UnreadableFile, match="unsupported"):
        kind_of(data, "harmless.pdf")


def _bomb() -> bytes:
    return docx(paragraph("x"), more=bytes(120 * 2**20))


def _deep_page() -> bytes:
    return b"<html>" + b"<div>" * 200_000 + b"text that is said</div>"


HOSTILE: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "bomb": ("docx", _bomb, "too_large"),
    "no document inside": ("docx", lambda: b"PK\x03\x04" + bytes(40), "broken"),
    "broken pdf": ("pdf", lambda: b"%PDF-1.7\n" + bytes(range(256)) * 40, "broken"),
    "encrypted": ("pdf", lambda: pdf([[("Oil", OIL)]], password="secret"), "encrypted"),
    "scan": ("pdf", scan, "no_text"),
    "only a script": ("html", lambda: b"<html><script>while(1){}</script></html>", "no_text"),
    "entities": ("docx", lambda: docx("<!ENTITY a 'b'>"), "broken"),
    "too long": ("text", lambda: b"a word " * 700_000, "too_long"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_fails_with_a_reason(name: str) -> None:
    kind, make, reason = HOSTILE[name]
    with pytest.raises(UnreadableFile) as failed:
        parse(make(), kind)
    assert failed.value.reason == reason


def test_an_unclosed_page_is_still_read() -> None:
    assert parse(_deep_page(), "html").blocks[0].text == "text that is said"


def test_a_reader_that_dies_is_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confined.sys, "executable", "/bin/false")
    with pytest.raises(UnreadableFile, match="crashed"):
        parse(b"x", "text")


def test_the_caller_hears_that_reading_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confined, "BEAT", 0.01)
    beats: list[int] = []
    assert parse(OIL.encode(), "text", lambda: beats.append(1)).blocks[0].text == OIL
    assert beats


def test_a_compressed_stream_without_end_is_bounded() -> None:
    stream = zlib.compress(bytes(400 * 2**20), 9)
    data = (b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj "
            b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj 4 0 obj<</Filter/FlateDecode"
            b"/Length " + str(len(stream)).encode() + b">>stream\n" + stream + b"\nendstream endobj\n"
            b"trailer<</Root 1 0 R>>")  # fmt: skip
    with pytest.raises(UnreadableFile):
        parse(data, "pdf")


def test_passages_are_about_120_words_and_overlap_by_a_sentence() -> None:
    text = " ".join(f"Sentence number {number} says something about the car and its engine." for number in range(60))
    passages = cut(read_blocks(text.encode(), "text").blocks)
    assert all(passage.words <= WORDS + 12 for passage in passages) and len(passages) > 4
    for before, after in pairwise(passages):
        assert sentences(before.text)[-1] == sentences(after.text)[0]


@pytest.mark.parametrize(
    ("text", "count"),
    [("It costs Rs. 500. It is due now.", 2), ("सुबह नौ बजे। शाम छह बजे।", 2), ("At 1.5 bar. Done", 2), ("", 0)],
)  # fmt: skip
def test_sentences_end_where_they_end(text: str, count: int) -> None:
    assert len(sentences(text)) == count
