"""A4 pages in English, Hindi or Arabic, drawn with the fonts beside this file."""

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from app.core.pdf.fonts import FAMILIES, FOLDER

LANGUAGES = ("en", "hi")
"""The languages that invoices and quotes are written in; reports, and texts of people, can be in Arabic as well."""
INK, QUIET, LINE = (33, 31, 26), (92, 89, 82), (224, 222, 217)
MARGIN, WIDTH = 18.0, 174.0
Colour = tuple[int, int, int]


class Sheet(FPDF):
    """A page in fonts of which each has what the others lack."""

    def __init__(self, language: str) -> None:
        super().__init__(format="A4")
        self.language = language
        for family, file in FAMILIES.items():
            for style, name in (("", "Regular"), ("B", "Bold")):
                self.add_font(family, style, FOLDER / f"{file}-{name}.ttf")
        self.family = {"hi": "devanagari", "ar": "arabic"}.get(language, "latin")
        self.set_fallback_fonts([family for family in FAMILIES if family != self.family], exact_match=False)
        self.set_text_shaping(True)
        self.set_margin(MARGIN)
        self.set_auto_page_break(False)
        self.add_page()

    def text_at(
        self, x: float, y: float, text: str, *, size: float = 9, bold: bool = False, colour: Colour = INK,
        width: float = 0.0, align: str = "L",
    ) -> None:  # fmt: skip
        """Write one line; a text that is wider than its room is made smaller."""
        self.set_font(self.family, "B" if bold else "", size)
        room = width or self.w - MARGIN - x
        while size > 5 and self.get_string_width(text) > room:
            size -= 0.5
            self.set_font_size(size)
        self.set_text_color(*colour)
        self.set_xy(x, y)
        self.cell(room, size * 0.5, text, align=align, new_x=XPos.RIGHT, new_y=YPos.TOP)

    def rule(self, y: float, x: float = MARGIN, width: float = WIDTH) -> None:
        """Draw a hairline."""
        self.set_draw_color(*LINE)
        self.set_line_width(0.2)
        self.line(x, y, x + width, y)
