"""What mails and files of reports say of key figures."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from app.core.languages import RIGHT_TO_LEFT, catalogue, comma_of
from app.reports.metrics.written import fill_text, metric_name, time_unit, value_text

WORDS = {
    "against": {"en": "against {range}", "hi": "{range} की तुलना में", "ar": "مقارنة بـ {range}"},
    "figure": {"en": "Figure", "hi": "आँकड़ा", "ar": "الرقم"},
    "value": {"en": "Value", "hi": "मान", "ar": "القيمة"},
    "before": {"en": "Before", "hi": "पहले", "ar": "سابقًا"},
    "change": {"en": "Change", "hi": "बदलाव", "ar": "التغيّر"},
    "version": {"en": "Version", "hi": "संस्करण", "ar": "الإصدار"},
    "unit": {"en": "Unit", "hi": "इकाई", "ar": "الوحدة"},
    "num": {"en": "Numerator", "hi": "अंश", "ar": "البسط"},
    "den": {"en": "Denominator", "hi": "हर", "ar": "المقام"},
    "target": {"en": "Target", "hi": "लक्ष्य", "ar": "الهدف"},
    "new": {"en": "new", "hi": "नया", "ar": "جديد"},
    "pp": {"en": "{n} pp", "hi": "{n} pp", "ar": "{n} نقطة"},
    "provisional": {
        "en": "Provisional figures (*) may still change for 72 hours.",
        "hi": "अस्थायी आँकड़े (*) 72 घंटे तक बदल सकते हैं।",
        "ar": "الأرقام المؤقتة (*) قد تتغيّر خلال 72 ساعة.",
    },
    "course": {
        "en": "{metric} over this time: lowest {low}, highest {high}, last {last}",
        "hi": "इस अवधि में {metric}: न्यूनतम {low}, अधिकतम {high}, अंतिम {last}",
        "ar": "{metric} خلال هذه المدة: الأدنى {low}، الأعلى {high}، الأخير {last}",
    },
    "frozen": {"en": "Open these figures", "hi": "ये आँकड़े खोलें", "ar": "افتح هذه الأرقام"},
    "live": {"en": "Live now", "hi": "अभी का हाल", "ar": "الآن مباشرة"},
    "by": {
        "en": "{owner} has this report sent to you.", "hi": "{owner} ने यह रिपोर्ट आपको भेजने को कहा है।",
        "ar": "طلب {owner} إرسال هذا التقرير إليك.",
    },
    "stop": {"en": "Unsubscribe", "hi": "ये मेल बंद करें", "ar": "إلغاء الاشتراك"},
}  # fmt: skip

MARK = "\u200e"
"""The mark after which text is written from left to right."""


def text(key: str, language: str, **values: object) -> str:
    """Return a text in a language."""
    return fill_text(WORDS, key, language, **values)


def period_text(filters: dict[str, Any], language: str) -> str:
    """Return the dates of a report, those it is compared with, and its zone."""
    parts = [_dates(filters, language)]
    if filters["compared"]:
        before = _dates(filters["compared"], language)
        parts.append(text("against", language, range=before))
    return f"{comma_of(language).join(parts)} · {filters['zone']}"


def _dates(span: dict[str, Any], language: str) -> str:
    return f"{left_to_right(span['from'], language)} – {left_to_right(span['to'], language)}"


def left_to_right(moment: str, language: str) -> str:
    """Return a date that keeps the order of its parts among words written from right to left."""
    return f"{MARK}{moment}{MARK}" if language in RIGHT_TO_LEFT else moment


def as_of_text(document: dict[str, Any], language: str) -> str:
    """Return how fresh the data of a report are."""
    zone = document["filters"]["zone"]
    return catalogue("reports", language)["dataAsOf"].format(
        time=moment_text(document["as_of"], zone, language), zone=zone
    )


def moment_text(moment: str, zone: str, language: str) -> str:
    """Return a moment by the clock of a zone."""
    local = datetime.fromisoformat(moment).astimezone(ZoneInfo(zone))
    return left_to_right(local.strftime("%Y-%m-%d %H:%M"), language)


def card_rows(document: dict[str, Any], language: str) -> list[tuple[str, str, str, str]]:
    """Return name, value, value before and change of each key figure."""
    currency = document["currency"]
    return [
        (
            metric_name(card["id"], language),
            value_text(card["value"], card["unit"], currency, language) + ("*" if card["provisional"] else ""),
            value_text(card["previous"], card["unit"], currency, language),
            change_text(card, language),
        )
        for card in document["cards"]
    ]


def change_text(card: dict[str, Any], language: str) -> str:
    """Return a change with its direction, or a dash where there is none to tell."""
    delta, unit = card["delta"], card["delta_unit"]
    if unit == "new":
        return text("new", language)
    if delta is None or unit in ("none", "unmeasured"):
        return "—"
    sign = "+" if delta > 0 else "−" if delta < 0 else ""
    size = f"{sign}{abs(delta):,.0f}" if unit == "count" else f"{sign}{abs(delta):,.1f}"
    if unit == "pp":
        return text("pp", language, n=left_to_right(size, language))
    return f"{size}%" if unit == "percent" else size


def unit_text(unit: str, currency: str, language: str) -> str:
    """Return what numbers without a sign of their own are of; nothing for counts."""
    signs = {"percent": "%", "money": currency, "duration": time_unit("ms", language), "new": text("new", language)}
    return text("pp", language, n="").strip() if unit == "pp" else signs.get(unit, "")


def course_text(document: dict[str, Any], language: str) -> str:
    """Return in words what the chart of the first key figure shows; empty where there is nothing to chart."""
    points = course_of(document)
    if not points:
        return ""
    card, currency = document["cards"][0], document["currency"]
    marks = (min(points), max(points), points[-1])
    low, high, last = (value_text(value, card["unit"], currency, language) for value in marks)
    return text("course", language, metric=metric_name(card["id"], language), low=low, high=high, last=last)


def course_of(document: dict[str, Any]) -> list[float]:
    """Return the points of the first key figure, where there are several."""
    points = [value for value in document["cards"][0]["spark"] if value is not None] if document["cards"] else []
    return points if len(points) > 1 else []
