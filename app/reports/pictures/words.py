"""What drawn figures say: titles, heads and values, in the words of the interface."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from app.core.languages import catalogue, language_name
from app.reports.metrics.written import DASH, code_words, fill_text, value_text

WORDS = {
    "none": {
        "en": "Nothing to show in this range.", "hi": "इस अवधि में दिखाने को कुछ नहीं।",
        "ar": "لا شيء لعرضه في هذه المدة.",
    },
    "more": {
        "en": "{n} more rows are in the report.", "hi": "{n} और पंक्तियाँ रिपोर्ट में हैं।", "ar": "{n} صفًّا آخر في التقرير.",
    },
    "total": {"en": "Total", "hi": "कुल", "ar": "الإجمالي"},
    "formulas": {"en": "How figures are counted", "hi": "आँकड़े कैसे गिने जाते हैं", "ar": "كيف تُحسب الأرقام"},
    "page": {"en": "Page {n}", "hi": "पृष्ठ {n}", "ar": "صفحة {n}"},
    "excluded": {
        "en": "{n} test sessions are not counted.", "hi": "{n} परीक्षण सत्र नहीं गिने गए।",
        "ar": "لم تُحتسب {n} من جلسات الاختبار.",
    },
    "frozen": {
        "en": "Frozen on {time} {zone} by {by}.", "hi": "{by} ने {time} {zone} को स्थिर किया।",
        "ar": "ثبّتها {by} في {time} {zone}.",
    },
    "weekdays": {
        "en": "Mon Tue Wed Thu Fri Sat Sun", "hi": "सोम मंगल बुध गुरु शुक्र शनि रवि",
        "ar": "الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد",
    },
}  # fmt: skip
CATALOGUES = {"documents": "docreport", "speech": "speech"}
"""The catalogues of reports whose words are not with those of the others."""
_BY_KEY = {"channel": ("channel", ""), "outcome": ("reports", "o."), "metric": ("reports", "k.")}
"""The catalogue of what a column's values are called, and what their keys begin with."""
_OWN = ("dialled", "speaker", "recording")


def text(key: str, language: str, **values: object) -> str:
    """Return a text in a language."""
    return fill_text(WORDS, key, language, **values)


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes the values of a report's figures in a language."""

    report: str
    language: str
    currency: str
    step: str
    labels: Mapping[str, str] = field(default_factory=dict)
    """What steps of a funnel and intents are called, by id."""

    def title(self, figure_id: str) -> str:
        """Return what a figure is called."""
        name = self.report.split("/")[0]
        key = f"{name}.{figure_id}" if name in CATALOGUES else figure_id
        return self._word(CATALOGUES.get(name, name), key, figure_id)

    def head(self, column: Mapping[str, Any], place: int) -> str:
        """Return the head of a column: an hour, a number of times or of weeks is its own name."""
        name, of = str(column["id"]), column["of"]
        if of == "metric" and place:
            return self._word("reports", f"k.{name}", name)
        if of == "cause" and place:
            return self._word(self._heads, f"cause.{name}", name)
        if of == "step" and place:
            return self.labels.get(name, name)
        if of in ("hour", "times"):
            return name
        if of == "week":
            return self._word(self._heads, "c.w0", name) if place == 2 else f"+{place - 2}"
        return self._word(self._heads, f"c.{name}", name)

    def value(self, column: Mapping[str, Any], value: Any, own_unit: str = "") -> str:
        """Return a value as its column says, a number in a unit of its own where there is such."""
        unit, of = column["unit"], column["of"]
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            unit = own_unit or unit
            is_plain = unit in ("text", "date") or (unit == "ratio" and value % 1 == 0)
            return value_text(value, "count" if is_plain else unit, self.currency, self.language)
        if value is None or value == "":
            return "" if of == "place" else DASH
        if of == "stage":
            return self.stage_name(str(value), "channel" if column["id"] == "from" else "outcome")
        return self._text(str(value), unit, of)

    def stage_head(self, stage: str) -> str:
        """Return what a stage of a path is called."""
        return self._word("data", f"stage.{stage}", stage)

    def stage_name(self, value: str, of: str) -> str:
        """Return what a step of a path is called: a channel, an outcome, or a code of the bot between them."""
        if not value:
            return self._word("data", "nothing", DASH)
        if value == "*":
            return self._word("data", "other", value)
        name, prefix = _BY_KEY.get(of, ("", ""))
        code = self._text(value, "text", "intent")
        return self._word(name, prefix + value, code) if name else code

    def _text(self, value: str, unit: str, of: str) -> str:
        if unit == "date" and of != "day":
            return self._date(value)
        if of in _BY_KEY:
            name, prefix = _BY_KEY[of]
            return self._word(name, prefix + value, value)
        if of == "split":
            return self._word(self._heads, f"c.{value}", value)
        if of == "group":
            return self._word("reports", value, value)
        if of == "step":
            return self.labels.get(value, value)
        if of == "language":
            return language_name(value, self.language)
        if of == "intent" and value in self.labels:
            return self.labels[value]
        if of in ("code", "intent"):
            return code_words(value)
        if of == "weekday" and value.isdecimal():
            return text("weekdays", self.language).split()[int(value) % 7]
        if of in ("cause", "origin", "period"):
            return self._word(self._heads, f"{of}.{value}", value)
        if of in _OWN:
            return self._word(self._heads, f"{of}.{value}", value)
        if of.startswith("sources."):
            return self._word("sources", f"{of.partition('.')[2]}.{value}", value)
        return f"{value} ★" if of == "rating" else value

    def _date(self, value: str) -> str:
        """A step by its first date; an hour or a moment with its clock."""
        if "T" in value:
            return value[:16].replace("T", " ")
        return date.fromisoformat(value).strftime({"month": "%Y-%m", "year": "%Y"}.get(self.step, "%Y-%m-%d"))

    @property
    def _heads(self) -> str:
        return CATALOGUES.get(self.report, "figures")

    def _word(self, name: str, key: str, otherwise: str) -> str:
        word = catalogue(name, self.language).get(key, otherwise)
        return word if isinstance(word, str) else otherwise


def writer_of(
    report: str, document: Mapping[str, Any], language: str, labels: Mapping[str, str] | None = None
) -> Writer:
    """Return what writes the figures of a report's document, with more names for its steps and intents if given."""
    names = {name: title for figure in document["figures"] for name, title in figure.get("names", {}).items()}
    return Writer(report, language, document["currency"], document["filters"]["g"], names | dict(labels or {}))
