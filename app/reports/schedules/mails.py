"""The mails of a delivery: the same figures for each recipient, in the language of whose address it is."""

import gzip
from email.message import EmailMessage
from html import escape
from typing import Any

import orjson

from app.accounts.users.models import User
from app.accounts.users.rights import abilities_of
from app.core.db.base import db
from app.core.jobs import Job
from app.core.mail.delivery import compose, settings
from app.core.mail.opt_outs import add_headers, opt_out_link
from app.core.security.abilities import can
from app.reports.card_words import card_rows, course_of, course_text, period_text, text
from app.reports.mailing import find_person, send_mails
from app.reports.schedules.deliveries import recipient_of
from app.reports.schedules.files import Attached, make_file
from app.reports.schedules.models import ReportSchedule, ScheduleDelivery
from app.reports.schedules.service import live_link
from app.reports.standard.service import report_of

STYLE = (
    "body{margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif;color:#211f1a;background:#fff}"
    "main{display:block;max-width:600px;margin:auto}h1{font-size:22px;margin:0}"
    "table{width:100%;border-collapse:collapse}"
    "th,td{padding:8px 4px;border-bottom:1px solid #e0ded9;text-align:start;font-weight:400}"
    "th+th,td{text-align:end;white-space:nowrap}td:nth-child(2){font-weight:700}.q{color:#5c5952;font-size:13px}"
    ".b{display:inline-block;padding:9px 16px;border-radius:6px;background:#005b78;color:#fff;text-decoration:none}"
    "@media(max-width:480px){body{padding:12px}td:nth-child(3),th:nth-child(3){display:none}}"
    "@media(prefers-color-scheme:dark){body{background:#171614;color:#efede8}th,td{border-color:#3a3833}"
    ".q{color:#aaa69d}.b{background:#2f9cc0;color:#06141a}a{color:#6cc4e4}}"
)


class Writer:
    """Writes the mails of one delivery; files are made once for each language."""

    def __init__(self, delivery: ScheduleDelivery) -> None:
        """Read what the mails are made of."""
        self.schedule = db.session.get_one(ReportSchedule, delivery.schedule_id)
        self.contents: dict[str, Any] = orjson.loads(gzip.decompress(delivery.content))
        self.owner = db.session.get_one(User, self.schedule.owner_id)
        self.files: dict[tuple[str, str], Attached] = {}

    def compose(self, delivery: ScheduleDelivery, to: str, place: int) -> EmailMessage | str:
        """Write the mail to one address; or the reason why it gets none any more."""
        schedule, document = self.schedule, self.contents["document"]
        recipient = recipient_of(schedule.id, to)
        if schedule.deleted_at is not None:
            return "deleted"
        if recipient.stopped_at is not None:
            return "opted_out"
        person = find_person(to)
        language = (person.locale if person is not None else self.owner.locale) or "en"
        rows = card_rows(document, language)
        subject = ": ".join([schedule.name, *(f"{name} {value}" for name, value, *_ in rows[:1])])
        links = self._links(delivery, recipient.code)
        html = self._html(rows, links, language) if "html" in schedule.formats else ""
        message = compose(
            to, subject, self._plain(rows, links, language), html=html,
            message_id=f"schedule-{delivery.id}-{place}", name=person.full_name if person is not None else "",
        )  # fmt: skip
        add_headers(message, recipient.code)
        for kind in self._file_kinds():
            self._attach(message, kind, language)
        return message

    def _file_kinds(self) -> list[str]:
        """Return the kinds of files that the owner may still have made of the report."""
        subject = report_of(self.schedule.report).subject
        return [
            kind
            for kind in self.schedule.formats
            if kind != "html" and can(abilities_of(self.owner), "export", subject)
        ]

    def _links(self, delivery: ScheduleDelivery, code: str) -> list[tuple[str, str]]:
        base = settings().base_url
        frozen = [("frozen", f"{base}{delivery.link}")] if delivery.link else []
        return [*frozen, ("live", f"{base}{live_link(self.schedule)}"), ("stop", opt_out_link(code))]

    def _notes(self, language: str) -> list[str]:
        """What is said below the figures."""
        document = self.contents["document"]
        notes = [course_text(document, language)]
        notes += [text("provisional", language)] if any(card["provisional"] for card in document["cards"]) else []
        return [note for note in notes if note]

    def _plain(self, rows: list[tuple[str, str, str, str]], links: list[tuple[str, str]], language: str) -> str:
        lines = [self.schedule.name, period_text(self.contents["document"]["filters"], language), ""]
        lines += [f"{name}: {value} ({text('before', language)}: {before}, {change})"
                  for name, value, before, change in rows]  # fmt: skip
        lines += ["", *self._notes(language), ""]
        lines += [f"{text(key, language)}: {link}" for key, link in links]
        return "\n".join([*lines, "", text("by", language, owner=self.owner.full_name), ""])

    def _html(self, rows: list[tuple[str, str, str, str]], links: list[tuple[str, str]], language: str) -> str:
        document = self.contents["document"]
        heads = "".join(f"<th>{escape(text(key, language))}</th>" for key in ("figure", "value", "before", "change"))
        body = "".join(
            f"<tr><th>{escape(name)}</th>{''.join(f'<td><bdi>{escape(cell)}</bdi></td>' for cell in cells)}</tr>"
            for name, *cells in rows
        )
        notes = "".join(f'<p class="q">{escape(note)}</p>' for note in self._notes(language))
        buttons = " ".join(
            f'<a{" class=" + chr(34) + "b" + chr(34) if at == 0 else ""} href="{escape(link)}">'
            f"{escape(text(key, language))}</a>"
            for at, (key, link) in enumerate(links[:-1])
        )
        stop = f'<a href="{escape(links[-1][1])}">{escape(text("stop", language))}</a>'
        direction = "rtl" if language == "ar" else "ltr"
        return (
            f'<html lang="{language}" dir="{direction}"><head><meta name="color-scheme" content="light dark">'
            f"<style>{STYLE}</style></head><body><main><h1>{escape(self.schedule.name)}</h1>"
            f'<p class="q">{escape(period_text(document["filters"], language))}</p>'
            f"<table><tr>{heads}</tr>{body}</table>{_chart(course_of(document))}{notes}<p>{buttons}</p>"
            f'<p class="q">{escape(text("by", language, owner=self.owner.full_name))} {stop}</p></main></body></html>'
        )

    def _attach(self, message: EmailMessage, kind: str, language: str) -> None:
        key = kind, language if kind == "pdf" else ""
        if key not in self.files:
            name = self.schedule.report
            self.files[key] = make_file(kind, name, self.contents, self.schedule.name, language)
        file = self.files[key]
        main, _, sub = file.kind.partition("/")
        message.add_attachment(file.content, maintype=main, subtype=sub, filename=file.name)


def _chart(points: list[float]) -> str:
    """The points as bars; who draws no SVG has the words below."""
    if not points or max(points) <= 0:
        return ""
    step = 600 / len(points)
    bars = "".join(
        f'<rect x="{at * step:.1f}" y="{80 - 80 * max(point, 0) / max(points):.1f}" width="{step * 0.75:.1f}" '
        f'height="{80 * max(point, 0) / max(points):.1f}"/>'
        for at, point in enumerate(points)
    )
    return f'<svg viewBox="0 0 600 80" width="100%" height="80" fill="#0b6e8f" aria-hidden="true">{bars}</svg>'


def send_delivery(delivery_id: int, job: Job) -> None:
    """Send what of a delivery has not been attempted, then let go of what the mails were made of."""
    delivery = db.session.get(ScheduleDelivery, delivery_id)
    if delivery is None or not delivery.content:
        return
    writer = Writer(delivery)
    send_mails(ScheduleDelivery, delivery_id, job, writer.compose)
    delivery = db.session.get(ScheduleDelivery, delivery_id)
    if delivery is not None:
        delivery.content = b""
        db.session.commit()
