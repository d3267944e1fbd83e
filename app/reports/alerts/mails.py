"""The mails of a firing: each goes out once, whatever ends the process in between."""

from datetime import UTC, datetime
from email.message import EmailMessage
from html import escape

from app.core.db.base import db
from app.core.jobs import Job
from app.core.mail.delivery import compose, settings
from app.reports.alerts.models import Alert, AlertFiring
from app.reports.alerts.service import PAGE, metric_of
from app.reports.filters.words import conditions_of_questions, conditions_text
from app.reports.mailing import find_person, send_mails
from app.reports.metrics.written import fill_text, metric_name, value_text
from app.reports.questions import read_question

WORDS = {
    "above": {"en": "{metric} is above {limit}", "hi": "{metric} {limit} से ऊपर है", "ar": "{metric} أعلى من {limit}"},
    "below": {"en": "{metric} is below {limit}", "hi": "{metric} {limit} से नीचे है", "ar": "{metric} أقل من {limit}"},
    "rises": {
        "en": "{metric} has risen by {limit} or more", "hi": "{metric} {limit} या अधिक बढ़ा",
        "ar": "ارتفع {metric} بمقدار {limit} أو أكثر",
    },
    "falls": {
        "en": "{metric} has fallen by {limit} or more", "hi": "{metric} {limit} या अधिक घटा",
        "ar": "انخفض {metric} بمقدار {limit} أو أكثر",
    },
    "anomaly": {"en": "{metric} is unusual", "hi": "{metric} असामान्य है", "ar": "{metric} غير معتاد"},
    "before": {"en": "Before: {before}", "hi": "पहले: {before}", "ar": "سابقًا: {before}"},
    "usual": {"en": "Usual: {before}", "hi": "सामान्य: {before}", "ar": "المعتاد: {before}"},
    "of": {"en": "Counted: {n}", "hi": "गिने गए: {n}", "ar": "المحسوب: {n}"},
    "provisional": {
        "en": "Provisional: it may still change for 72 hours.", "hi": "अस्थायी: 72 घंटे तक बदल सकता है।",
        "ar": "مؤقت: قد يتغيّر خلال 72 ساعة.",
    },
    "frozen": {"en": "Frozen report: {link}", "hi": "फ़्रीज़ रिपोर्ट: {link}", "ar": "التقرير المجمّد: {link}"},
    "live": {"en": "Alert: {link}", "hi": "अलर्ट: {link}", "ar": "التنبيه: {link}"},
}  # fmt: skip
"""The texts of an alert's mail."""


def send_firing(firing_id: int, row: Job) -> None:
    """Send what of a firing has not been attempted."""

    def compose_one(firing: AlertFiring, to: str, place: int) -> EmailMessage:
        return compose_mail(db.session.get_one(Alert, firing.alert_id), firing, to, place)

    send_mails(AlertFiring, firing_id, row, compose_one)


def compose_mail(alert: Alert, firing: AlertFiring, to: str, place: int) -> EmailMessage:
    """Write the mail of a firing to one address, in the language of whose it is."""
    person = find_person(to)
    language = (person.locale if person is not None else None) or "en"
    metric, currency = metric_of(alert), (alert.last or {}).get("currency", "")

    def text(key: str, **values: object) -> str:
        return fill_text(WORDS, key, language, **values)

    unit = metric.unit if alert.op in ("above", "below") else "percent"
    limit = value_text(alert.threshold, unit, currency, language)
    value = value_text(firing.value, metric.unit, currency, language)
    before = value_text(firing.before, metric.unit, currency, language)
    headline = text(alert.op, metric=metric_name(alert.metric, language), limit=limit)
    base = settings().base_url
    zone = datetime.fromisoformat(alert.last["start"]).tzinfo if alert.last else UTC
    start, end = (moment.astimezone(zone) for moment in (firing.start, firing.end))
    (conditions,) = conditions_of_questions([read_question(alert.query)], language)
    lines = [
        f"{headline}: {value}",
        *([conditions_text(conditions)] if conditions else []),
        f"{start:%Y-%m-%d %H:%M} – {end:%Y-%m-%d %H:%M} (UTC{start:%z})",
        text("usual" if alert.op == "anomaly" else "before", before=before),
        text("of", n=f"{firing.n:,}"),
        *([text("provisional")] if firing.provisional else []),
    ]
    links = [("frozen", f"{base}{firing.link}"), ("live", f"{base}{PAGE}/{alert.id}")]
    plain = "\n".join([*lines, "", *(text(key, link=link) for key, link in links), ""])
    direction = "rtl" if language == "ar" else "ltr"
    anchors = "".join(
        f'<p>{escape(text(key, link="")).strip()} <a href="{escape(link)}">{escape(link)}</a></p>'
        for key, link in links
    )
    html = (
        f'<html lang="{language}" dir="{direction}"><body><h1 style="font-size:18px">{escape(alert.name)}</h1>'
        + "".join(f"<p>{escape(line)}</p>" for line in lines) + anchors + "</body></html>"
    )  # fmt: skip
    return compose(
        to, f"{alert.name}: {value}", plain, html=html, message_id=f"alert-{firing.id}-{place}",
        name=person.full_name if person is not None else "",
    )  # fmt: skip
