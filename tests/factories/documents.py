"""Files of each kind that bots' documents are made of, good and hostile ones."""

import io
import zipfile
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from fpdf import FPDF
from fpdf.enums import EncryptionMethod
from sqlalchemy import select
from werkzeug.test import TestResponse

from app import areas
from app.bots.documents.models import BotDocument, BotPassage
from app.bots.documents.service import JOB
from app.channels.questions.models import QuestionGroup
from app.channels.questions.noting import note_search
from app.core import jobs
from app.core.clock import now
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.db.tenancy import everywhere
from app.core.jobs import Job

SAMPLES = Path(__file__).parents[2] / "app" / "seeding" / "documents"
_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def pdf(pages: list[list[tuple[str, str]]], *, password: str = "") -> bytes:
    """A PDF with headings and paragraphs on each page."""
    document = FPDF()
    if password:
        document.set_encryption(
            "owner-of-it", password, encryption_method=EncryptionMethod.RC4
        )  # fmt: skip
    for parts in pages:
        document.add_page()
        for heading, text in parts:
            document.set_font("helvetica", size=18)
            document.multi_cell(0, 10, heading, new_x="LMARGIN", new_y="NEXT")
            document.set_font("helvetica", size=11)
            document.multi_cell(0, 6, text, new_x="LMARGIN", new_y="NEXT")
    return bytes(document.output())


def scan() -> bytes:
    """A PDF with a picture and no text."""
    document = FPDF()
    document.add_page()
    document.rect(10, 10, 100, 100, style="F")
    return bytes(document.output())


def docx(body: str, *, more: bytes = b"") -> bytes:
    """A Word file with a body of WordprocessingML."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", f"<w:document {_W}><w:body>{body}</w:body></w:document>")
        if more:
            archive.writestr("word/media/big.bin", more)
    return packed.getvalue()


def paragraph(text: str, style: str = "") -> str:
    """A paragraph of a Word file."""
    kind = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{kind}<w:r><w:t>{text}</w:t></w:r></w:p>"


def work() -> None:
    """Read the documents that wait for it, as the runner does."""
    areas.modules("jobs")
    with everywhere():
        waiting = select(Job.id).where(Job.kind == JOB, Job.state == "ready").order_by(Job.id)
        ids = list(db.session.scalars(waiting))
        db.session.rollback()
    for job_id in ids:
        if (row := jobs.take("tests", only=job_id)) is not None:
            jobs.perform(row)


def upload(client: FlaskClient, bot: str, name: str, data: bytes, **more: Any) -> TestResponse:
    """Upload a file for a bot."""
    return client.post(f"/api/v1/bots/{bot}/documents", data={"file": (io.BytesIO(data), name)} | more)


def upload_sample(client: FlaskClient, bot: str, name: str) -> str:
    """Upload one of the demonstration's documents and have it read; return its id."""
    response = upload(client, bot, name, (SAMPLES / name).read_bytes())
    assert response.status_code == 201, response.text
    work()
    return str(response.json["id"])


def add_document(bot_id: int, conversation_id: int) -> dict[str, int]:
    """Add a document and a question without an answer to a bot; return their ids."""
    row = BotDocument(id=new_id(), bot_id=bot_id, title="Prices", source="file", kind="text", state="live")
    passage = BotPassage(
        id=new_id(), bot_id=bot_id, document_id=row.id, number=1, text="From 12 lakh", words=3, digest=""
    )
    db.session.add_all([row, passage])
    db.session.flush()
    note_search(bot_id, conversation_id, {"query": "anything about ghosts"}, now(), "en")
    group = db.session.scalars(select(QuestionGroup.id).where(QuestionGroup.bot_id == bot_id)).first()
    return {"bot_document_id": row.id, "passage_id": passage.id, "question_group_id": group or 0}
