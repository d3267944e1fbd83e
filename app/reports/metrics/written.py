"""Numbers of reports as texts of mails and documents."""

from collections.abc import Mapping

from app.core.languages import label_in
from app.reports.metrics.definitions import BY_ID

DASH = "—"
_TIMES = {
    "ms": {"en": "{n} ms", "hi": "{n} मि॰से॰", "ar": "{n} ملي ث"},
    "s": {"en": "{n} s", "hi": "{n} से॰", "ar": "{n} ث"},
    "min": {"en": "{n} min", "hi": "{n} मि॰", "ar": "{n} د"},
    "h": {"en": "{n} h", "hi": "{n} घं॰", "ar": "{n} س"},
}
_SIGNS = {"INR": "₹", "EUR": "€", "USD": "$"}


WrittenTexts = Mapping[str, Mapping[str, str]]
"""Texts by key and language."""


def fill_text(words: WrittenTexts, key: str, language: str, **values: object) -> str:
    """Return a text in a language, in English where it has none, with values in their places."""
    return label_in(words[key], language, words[key]["en"]).format(**values)


def code_words(code: str) -> str:
    """Write a code that nothing names as words, as the pages do."""
    return code.replace("_", " ").replace(".", " ").strip().capitalize() or code


def value_text(value: float | None, unit: str, currency: str = "", language: str = "en") -> str:
    """A value with its unit; a dash where there is none."""
    if value is None:
        return DASH
    if unit == "percent":
        return f"{value:,.1f}%"
    if unit == "money":
        return f"{_SIGNS.get(currency, f'{currency} ')}{value:,.2f}"
    if unit == "duration":
        return _duration(value, language)
    return f"{value:,.2f}" if unit in ("ratio", "score") else f"{value:,.0f}"


def _duration(milliseconds: float, language: str) -> str:
    """A length of time in its one or two largest units."""
    if milliseconds < 1000:
        return fill_text(_TIMES, "ms", language, n=round(milliseconds))
    if milliseconds < 59_950:
        return fill_text(_TIMES, "s", language, n=f"{milliseconds / 1000:.1f}")
    seconds = round(milliseconds / 1000)
    minutes = round(seconds / 60)
    names, number = (("h", "min"), minutes) if seconds >= 3600 else (("min", "s"), seconds)
    parts = zip(names, divmod(number, 60), strict=True)
    return " ".join(fill_text(_TIMES, name, language, n=n) for name, n in parts if n)


def time_unit(name: str, language: str) -> str:
    """Return what a unit of time is called."""
    return fill_text(_TIMES, name, language, n="").strip()


def metric_name(metric_id: str, language: str) -> str:
    """What a metric is called in a language."""
    return BY_ID[metric_id].words(language)["name"]


def report_name(report: str, language: str) -> str:
    """What a report is called in a language."""
    return label_in(REPORT_NAMES[report.rpartition("/")[2]], language, report)


REPORT_NAMES = {
    "dashboard": {"en": "Dashboard", "hi": "डैशबोर्ड", "ar": "لوحة المعلومات"},
    "usage": {"en": "Usage", "hi": "उपयोग", "ar": "الاستخدام"},
    "engagement": {"en": "Engagement", "hi": "सहभागिता", "ar": "التفاعل"},
    "journey": {"en": "Customer journey", "hi": "ग्राहक यात्रा", "ar": "رحلة العميل"},
    "overall": {"en": "Overall", "hi": "कुल मिलाकर", "ar": "الإجمالي"},
    "service": {"en": "Service", "hi": "सर्विस", "ar": "الخدمة"},
    "sales": {"en": "Sales", "hi": "सेल्स", "ar": "المبيعات"},
    "psf": {"en": "PSF", "hi": "PSF", "ar": "PSF"},
    "speech": {"en": "Speech Analytics", "hi": "वाणी विश्लेषण", "ar": "تحليلات الكلام"},
    "documents": {"en": "Document Analytics", "hi": "दस्तावेज़ विश्लेषण", "ar": "تحليلات المستندات"},
}
