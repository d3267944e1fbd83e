"""Numbers of reports as texts of mails and documents."""

from collections.abc import Mapping

from app.core.languages import label_in
from app.reports.metrics.definitions import BY_ID

DASH = "—"
_SIGNS = {"INR": "₹", "EUR": "€", "USD": "$"}


WrittenTexts = Mapping[str, Mapping[str, str]]
"""Texts by key and language."""


def fill_text(words: WrittenTexts, key: str, language: str, **values: object) -> str:
    """Return a text in a language, in English where it has none, with values in their places."""
    return label_in(words[key], language, words[key]["en"]).format(**values)


def value_text(value: float | None, unit: str, currency: str = "") -> str:
    """A value with its unit; a dash where there is none."""
    if value is None:
        return DASH
    if unit == "percent":
        return f"{value:,.1f}%"
    if unit == "money":
        return f"{_SIGNS.get(currency, f'{currency} ')}{value:,.2f}"
    if unit == "duration":
        return _duration(value)
    return f"{value:,.2f}" if unit in ("ratio", "score") else f"{value:,.0f}"


def _duration(milliseconds: float) -> str:
    if milliseconds < 60_000:
        return f"{milliseconds / 1000:,.1f} s"
    minutes, seconds = divmod(round(milliseconds / 1000), 60)
    return f"{minutes} min {seconds} s"


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
