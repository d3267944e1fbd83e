"""Pages that run from one to the next, mirrored for languages that are written from right to left."""

from collections.abc import Sequence
from unicodedata import bidirectional

from app.core.languages import RIGHT_TO_LEFT
from app.core.pdf.sheets import INK, MARGIN, QUIET, WIDTH, Colour, Sheet
from app.reports.pictures.words import text as text_in

TOP, BOTTOM = 16.0, 278.0
SMALLEST = 5.5
"""The smallest size of letters in points; what does not fit at it is cut."""
_OTHER_SIDE = {"L": "R", "R": "L", "C": "C"}


class ReportSheet(Sheet):
    """The pages of a report; `y` is where the next thing goes."""

    def __init__(self, language: str, *, height: float = 0.0) -> None:
        """Start at the top of an A4 page, or of one page of a height."""
        super().__init__(language)
        self.mirrored = language in RIGHT_TO_LEFT
        self.end = height - MARGIN if height else BOTTOM
        if height:
            del self.pages[1]
            self.page = 0
            self.add_page(format=(self.w, height))
        self.at = TOP

    def left(self, x: float, width: float) -> float:
        """Return the left edge on the page of what is so wide at a place of the writing direction."""
        return self.w - x - width if self.mirrored else x

    def line_at(
        self, x: float, text: str, *, width: float, size: float = 9, bold: bool = False, colour: Colour = INK,
        align: str = "L", y: float | None = None,
    ) -> None:  # fmt: skip
        """Write one line that begins at a place of the writing direction; what is too long is cut."""
        # Shaping takes most of the time, and most cells are numbers.
        self._shape(text)
        side = _OTHER_SIDE[align] if self.mirrored else align
        self.set_font(self.family, "B" if bold else "", SMALLEST)
        if self.get_string_width(text) > width:
            while text and self.get_string_width(f"{text}…") > width:
                text = text[:-1]
            text = f"{text}…"
        self.text_at(self.left(x, width), self.at if y is None else y, text,
                     size=size, bold=bold, colour=colour, width=width, align=side)  # fmt: skip

    def paragraph(self, text: str, *, size: float = 8, colour: Colour = QUIET) -> None:
        """Write a text in as many lines as it takes."""
        words, line = text.split(), ""
        self._shape(text)
        self.set_font(self.family, "", size)
        for word in words:
            longer = f"{line} {word}".strip()
            if line and self.get_string_width(longer) > WIDTH:
                self._write_line(line, size, colour)
                line = word
            else:
                line = longer
        self._write_line(line, size, colour)

    def _shape(self, text: str) -> None:
        """Shape what is no plain number: a line with words of a language from right to left begins there, even with a
        date; names of other scripts and numbers keep their own direction.
        """
        runs_left = self.mirrored and any(bidirectional(letter) == "AL" for letter in text)
        self.set_text_shaping(not text.isascii(), direction="rtl" if runs_left else None)

    def _write_line(self, line: str, size: float, colour: Colour) -> None:
        self.room(size * 0.6)
        self.line_at(MARGIN, line, width=WIDTH, size=size, colour=colour)
        self.at += size * 0.5
        self.set_font(self.family, "", size)

    def footer(self) -> None:
        """Number the pages of a report of several; a picture is one."""
        if self.end == BOTTOM:
            self.line_at(MARGIN, text_in("page", self.language, n=self.page), width=WIDTH, size=7, colour=QUIET,
                         align="R", y=BOTTOM + 6)  # fmt: skip

    def room(self, height: float) -> bool:
        """Go on to a new page where there is not so much room left; return whether that is so."""
        if self.at + height <= self.end:
            return False
        self.add_page()
        self.at = TOP
        return True

    def bar(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        """Fill a rectangle at a place of the writing direction."""
        self.set_fill_color(*colour)
        self.rect(self.left(x, width), y, width, height, style="F")

    def edges(self, widths: Sequence[float]) -> list[float]:
        """Return where columns of some widths begin."""
        return [MARGIN + sum(widths[:place]) for place in range(len(widths))]
