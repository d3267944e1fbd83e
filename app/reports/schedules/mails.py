"""The mails of a delivery: the same figures for each recipient, in the language of whose address it is."""

import base64
import gzip
from email.message import EmailMessage
from html import escape
from typing import Any

import orjson

from app.accounts.users.models import User
from app.accounts.users.rights import abilities_of
from app.core.db.base import db
from app.core.errors import Conflict
from app.core.jobs import Job
from app.core.mail.delivery import compose, settings
from app.core.mail.opt_outs import add_headers, opt_out_link
from app.core.security.abilities import can
from app.reports.filters.words import conditions_in, conditions_text
from app.reports.mailing import find_person, send_mails
from app.reports.metrics.card_words import card_rows, course_of, course_text, period_text, text
from app.reports.schedules.deliveries import make_contents, recipient_of
from app.reports.schedules.files import Attachment, Picture, make_file, make_pictures
from app.reports.schedules.models import ReportSchedule, ScheduleDelivery
from app.reports.schedules.service import live_link
from app.reports.standard.service import PNG, report_of

STYLE = (
    "body{margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif;color:#211f1a;background:#fff}"
    "main{display:block;max-width:600px;margin:auto}h1{font-size:22px;margin:0}"
    "table{width:100%;border-collapse:collapse}"
    "th,td{padding:8px 4px;border-bottom:1px solid #e0ded9;text-align:start;font-weight:400}"
    "th+th,td{text-align:end;white-space:nowrap}td:nth-child(2){font-weight:700}.q{color:#5c5952;font-size:13px}"
    "img{max-width:100%;height:auto;border-radius:6px}"
    ".b{display:inline-block;padding:9px 16px;border-radius:6px;background:#005b78;color:#fff;text-decoration:none}"
    "@media(max-width:480px){body{padding:12px}td:nth-child(3),th:nth-child(3){display:none}}"
    "@media(prefers-color-scheme:dark){body{background:#171614;color:#efede8}th,td{border-color:#3a3833}"
    ".q{color:#aaa69d}.b{background:#2f9cc0;color:#06141a}a{color:#6cc4e4}}"
)


Addresses = list[tuple[str, str]]
"""What pictures show, and where a document has them from."""


class Writer:
    """Writes the mails of one delivery; files and pictures are made once for each language."""

    def __init__(self, schedule: ReportSchedule, document: dict[str, Any]) -> None:
        """Read what the mails are made of."""
        self.schedule, self.document = schedule, document
        self.owner = db.session.get_one(User, self.schedule.owner_id)
        self.files: dict[tuple[str, str], Attachment] = {}
        self.pictures: dict[str, list[Picture]] = {}

    def compose(self, delivery: ScheduleDelivery, to: str, place: int) -> EmailMessage | str:
        """Write the mail to one address; or the reason why it gets none any more."""
        schedule, document = self.schedule, self.document
        recipient = recipient_of(schedule.id, to)
        if schedule.deleted_at is not None:
            return "deleted"
        if recipient.stopped_at is not None:
            return "opted_out"
        person = find_person(to)
        language = self._language(person)
        rows = card_rows(document, language)
        subject = ": ".join([schedule.name, *(f"{name} {value}" for name, value, *_ in rows[:1])])
        links, pictures = self._links(delivery, recipient.code), self._pictures(language)
        html = self._html(rows, links, language, _by_id(pictures)) if "html" in schedule.formats else ""
        message = compose(
            to, subject, self._plain(rows, links, language), html=html,
            message_id=f"schedule-{delivery.id}-{place}", name=person.full_name if person is not None else "",
        )  # fmt: skip
        _embed(message, pictures)
        add_headers(message, recipient.code)
        for kind in self._file_kinds():
            self._attach(message, kind, language)
        return message

    def preview(self) -> tuple[str, str]:
        """Return the mail that its first recipient would get now, and its type; nobody can be opted out by its link."""
        language = self._language(find_person(self.schedule.recipients[0]))
        rows, live = card_rows(self.document, language), f"{settings().base_url}{live_link(self.schedule)}"
        links = [("frozen", live), ("live", live), ("stop", "#")]
        if "html" not in self.schedule.formats:
            return self._plain(rows, links, language), "text/plain"
        return self._html(rows, links, language, _as_data(self._pictures(language))), "text/html"

    def _language(self, person: User | None) -> str:
        """The language of a recipient: their own, or the owner's where they are nobody here."""
        return (person.locale if person is not None else self.owner.locale) or "en"

    def _pictures(self, language: str) -> list[Picture]:
        """The pictures of the mail, if its owner wants them and may still export the report."""
        if "html" not in self.schedule.formats or "png" not in self._exports():
            return []
        if language not in self.pictures:
            self.pictures[language] = make_pictures(self.schedule.report, self.document, language)
        return self.pictures[language]

    def _exports(self) -> list[str]:
        """Return the kinds of files and pictures that the owner may still have made of the report."""
        is_allowed = can(abilities_of(self.owner), "export", report_of(self.schedule.report).subject)
        return [kind for kind in self.schedule.formats if kind != "html" and is_allowed]

    def _file_kinds(self) -> list[str]:
        return [kind for kind in self._exports() if kind != "png"]

    def _links(self, delivery: ScheduleDelivery, code: str) -> list[tuple[str, str]]:
        base = settings().base_url
        frozen = [("frozen", f"{base}{delivery.link}")] if delivery.link else []
        return [*frozen, ("live", f"{base}{live_link(self.schedule)}"), ("stop", opt_out_link(code))]

    def _notes(self, language: str) -> list[str]:
        """What is said below the figures."""
        notes = [course_text(self.document, language)]
        notes += [text("provisional", language)] if any(card["provisional"] for card in self.document["cards"]) else []
        return [note for note in notes if note]

    def _about(self, language: str) -> list[str]:
        """The dates of the figures, and what they are narrowed to."""
        conditions = conditions_text(conditions_in(self.document, language))
        return [period_text(self.document["filters"], language), *([conditions] if conditions else [])]

    def _plain(self, rows: list[tuple[str, str, str, str]], links: list[tuple[str, str]], language: str) -> str:
        lines = [self.schedule.name, *self._about(language), ""]
        lines += [f"{name}: {value} ({text('before', language)}: {before}, {change})"
                  for name, value, before, change in rows]  # fmt: skip
        lines += ["", *self._notes(language), ""]
        lines += [f"{text(key, language)}: {link}" for key, link in links]
        return "\n".join([*lines, "", text("by", language, owner=self.owner.full_name), ""])

    def _html(
        self, rows: list[tuple[str, str, str, str]], links: list[tuple[str, str]], language: str, pictures: Addresses
    ) -> str:
        document = self.document
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
        about = "".join(f'<p class="q">{escape(line)}</p>' for line in self._about(language))
        direction = "rtl" if language == "ar" else "ltr"
        return (
            f'<html lang="{language}" dir="{direction}"><head><meta name="color-scheme" content="light dark">'
            f"<style>{STYLE}</style></head><body><main><h1>{escape(self.schedule.name)}</h1>"
            f"{about}"
            f"<table><tr>{heads}</tr>{body}</table>{_chart(course_of(document))}{notes}{_images(pictures)}"
            f"<p>{buttons}</p>"
            f'<p class="q">{escape(text("by", language, owner=self.owner.full_name))} {stop}</p></main></body></html>'
        )

    def _attach(self, message: EmailMessage, kind: str, language: str) -> None:
        key = kind, "" if kind == "csv" else language
        if key not in self.files:
            name = self.schedule.report
            self.files[key] = make_file(kind, name, self.document, self.schedule.name, language)
        file = self.files[key]
        main, _, sub = file.kind.partition("/")
        message.add_attachment(file.content, maintype=main, subtype=sub, filename=file.name)


def _images(pictures: Addresses) -> str:
    return "".join(f'<p><img src="{address}" alt="{escape(title)}"></p>' for title, address in pictures)


def _by_id(pictures: list[Picture]) -> Addresses:
    """Pictures as a mail refers to its own parts."""
    return [(picture.title, f"cid:{_id_of(picture)}") for picture in pictures]


def _as_data(pictures: list[Picture]) -> Addresses:
    """Pictures within the document itself."""
    return [(picture.title, f"data:{PNG};base64,{base64.b64encode(picture.content).decode()}") for picture in pictures]


def _id_of(picture: Picture) -> str:
    return f"{picture.figure}@figures.invalid"


def _embed(message: EmailMessage, pictures: list[Picture]) -> None:
    """Put pictures beside the HTML that shows them."""
    body = message.get_body(("html",))
    if pictures and isinstance(body, EmailMessage):
        for picture in pictures:
            body.add_related(picture.content, "image", "png", cid=f"<{_id_of(picture)}>",
                             disposition="inline", filename=f"{picture.figure}.png")  # fmt: skip


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


def preview_mail(schedule: ReportSchedule) -> tuple[str, str]:
    """Return the mail that a schedule would send now, and its type; Conflict where it would send none."""
    schedule_id, contents = schedule.id, make_contents(schedule)
    if isinstance(contents, str):
        raise Conflict("There is no mail: the report cannot be read as this schedule asks for it.", code=contents)
    # Reading the report ended the transaction in which the schedule was read.
    return Writer(db.session.get_one(ReportSchedule, schedule_id), contents.document).preview()


def send_delivery(delivery_id: int, job: Job) -> None:
    """Send what of a delivery has not been attempted, then let go of what the mails were made of."""
    delivery = db.session.get(ScheduleDelivery, delivery_id)
    if delivery is None or not delivery.content:
        return
    schedule = db.session.get_one(ReportSchedule, delivery.schedule_id)
    writer = Writer(schedule, orjson.loads(gzip.decompress(delivery.content)))
    send_mails(ScheduleDelivery, delivery_id, job, writer.compose)
    delivery = db.session.get(ScheduleDelivery, delivery_id)
    if delivery is not None:
        delivery.content = b""
        db.session.commit()
