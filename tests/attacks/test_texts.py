"""Texts made to keep a process busy: what reads a text does so in time that grows as the text does (30)."""

import time
import timeit
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import quote
from zoneinfo import ZoneInfo

import pytest
from flask.testing import FlaskClient

from app.content.markdown import to_plain
from app.conversations.redaction import redact
from app.imports.mapping import MAX_TEXT
from app.office.calendar import ical
from app.office.calendar.exchange import MAX_BYTES
from app.office.email import addresses, cleaning
from app.office.email.service import TEXT_LENGTH
from app.web.query import read_query
from app.web.table import Access, Page, QueryKey

SignIn = Callable[..., FlaskClient]
STEP = 16
"""How much longer the next text is."""
MUCH = 6 * STEP
"""Linear work grows by the step, quadratic by its square; in between is room for what memory takes besides."""


def cost(call: Callable[[str], object], text: str) -> float:
    """The least processor time of a few tries: other work on the machine does not count."""
    return min(timeit.repeat(lambda: call(text), timer=time.thread_time, number=1, repeat=3))


def grows_as_the_text(call: Callable[[str], object], text_of: Callable[[int], str], longest: int) -> bool:
    """Whether the work grows no faster than the text, up to the longest there may be."""
    before = cost(call, text_of(longest // STEP**2))
    for length in (longest // STEP, longest):
        now = cost(call, text_of(length))
        if now > MUCH * before:
            return False
        before = now
    return True


def repeated(unit: str, end: str = "") -> Callable[[int], str]:
    """What makes a text of a length of the same again and again."""
    return lambda length: (unit * (length // len(unit) + 1))[: length - len(end)] + end


MARKS = [*"[>*<", "[a](", "[a](b", "```x\n", "## a\n", "> ## a\n", "> a\n", "- a\n", "**a ", "`a", "\n ", "]("]


@pytest.mark.parametrize("end", ["", " )"])
@pytest.mark.parametrize("unit", MARKS)
def test_attack_30_no_marks_keep_the_markup_busy(unit: str, end: str) -> None:
    assert grows_as_the_text(to_plain, repeated(unit, end), TEXT_LENGTH)


@pytest.mark.parametrize("unit", ["<", ">", '"', '"a" <', "<a", "a,", " ", "a <a>,"])
def test_attack_30_no_line_of_people_takes_long_to_read(unit: str) -> None:
    assert grows_as_the_text(addresses.read, repeated(unit), addresses.LONGEST)


def test_attack_30_blanks_before_an_address_take_no_time() -> None:
    assert grows_as_the_text(lambda text: addresses.read(f"a <{text}b"), repeated(" "), addresses.LONGEST - 4)


@pytest.mark.parametrize("unit", ["a", "+", "-", "a+", "/a", "+/"])
def test_attack_30_no_zone_in_an_address_takes_long_to_refuse(unit: str) -> None:
    page = Page("zones", "/zones", Access("public"), query=(QueryKey("tz", "zone"),))
    # What doubles with every character is seen in a short text; in a long one it would never end.
    for longest in (32, 2000):
        assert grows_as_the_text(lambda text: read_query(page, f"tz=a{quote(text)}!"), repeated(unit), longest)


@pytest.mark.parametrize("unit", [" a\r\n", "A:b\r\n", "\t\n", "BEGIN:A\n", ';A="b"', ";A=,", "\\n"])
def test_attack_30_no_calendar_file_takes_long_to_read(unit: str) -> None:
    def read(text: str) -> None:
        """Read it, whatever becomes of it."""
        with suppress(ValueError):
            ical.parse(f"BEGIN:VCALENDAR\r\nA{text}")

    assert grows_as_the_text(read, repeated(unit), MAX_BYTES // 16)


def test_attack_30_no_folded_line_takes_long_to_unfold() -> None:
    assert grows_as_the_text(ical.unfold_lines, repeated(" a\r\n"), MAX_BYTES)


def test_attack_30_no_name_of_a_zone_in_a_file_takes_long_to_look_up() -> None:
    def read(text: str) -> None:
        """The instant of a property with such a zone, of which there is none."""
        with pytest.raises(ValueError, match="is not known"):
            ical.moment(ical.Property("DTSTART", {"TZID": text}, "20260101T000000", 1), ZoneInfo("UTC"))

    assert grows_as_the_text(read, repeated("a/"), MAX_BYTES // 8)


@pytest.mark.parametrize("unit", ["a@", "a", "1 ", "1", "a.a", "+1", "A1"])
def test_attack_30_no_message_takes_long_to_redact(unit: str) -> None:
    assert grows_as_the_text(redact, repeated(unit), MAX_TEXT)


@pytest.mark.parametrize("unit", ["<img ", "<img alt='", "<p>", "<", "<td align='<img '>", "&lt;"])
def test_attack_30_no_html_takes_long_to_clean(unit: str) -> None:
    assert grows_as_the_text(lambda text: cleaning.text_of(cleaning.clean(text)[0]), repeated(unit), TEXT_LENGTH)


@pytest.mark.parametrize("text", [">" * 2000, "> " * 20_000, "## a\n" * 1500, "> ## a\n" * 1500, "[" * 40_000])
def test_attack_30_a_draft_of_nothing_but_marks_is_kept(as_: SignIn, text: str) -> None:
    answer = as_("client").post("/api/v1/mail/drafts", json={"text": text})
    assert answer.status_code == 201 and answer.json["text"] == text
