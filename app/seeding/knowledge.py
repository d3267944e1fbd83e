"""The demonstration's documents, and what its visitors asked them."""

import random
from collections.abc import Sequence
from contextlib import nullcontext
from datetime import timedelta
from pathlib import Path

from flask import current_app
from sqlalchemy import select

from app.bots.catalog.models import Bot
from app.bots.catalog.service import bot_by_name
from app.bots.documents.jobs import read_now
from app.bots.documents.library import Library
from app.bots.documents.service import create_document, find_library, today_of
from app.bots.handlers.service import set_handler
from app.bots.understanding.client import Inside
from app.channels.questions.models import BotQuestion
from app.channels.questions.noting import note_rating, note_search
from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import commit_later, db
from app.core.db.ids import new_id
from app.core.jobs import cancel_job
from app.seeding.size import Computing

FILES = Path(__file__).with_name("documents")
BOT = "Service Desk"
DOCUMENTS = (
    ("owners-manual.md", "Vela owner's manual 2026", "Manuals", 310),
    ("price-list.md", "Service price list", "Prices", -4),
    ("warranty-terms.html", "Warranty terms", "Terms", 180),
    ("pick-up-hi.md", "गाड़ी लाने और पहुँचाने के नियम", "Service", 90),
)
"""File, title, folder, and in how many days it is to be reviewed."""
ASKED = (
    ("how often should i change engine oil", 9), ("engine oil change interval", 5), ("what is the tyre pressure", 7),
    ("cost of wheel alignment", 8), ("price of oil change for vela 1.5 petrol", 9), ("how much is a foam wash", 4),
    ("does a cng kit end the warranty", 6), ("how long is the standard warranty", 7), ("is towing free", 3),
    ("can i transfer the extended warranty to the next owner", 3), ("battery light stays on while driving", 4),
    ("which brake fluid do i need", 3), ("when is the first free service", 6), ("can i pay by upi", 4),
    ("मानसून जाँच में क्या होता है", 3), ("क्या रविवार को सुविधा मिलती है", 4), ("बुकिंग रद्द करने पर कितने पैसे लगेंगे", 3),
    ("how do i charge the kestrel at home", 5), ("charging the kestrel at home", 4), ("fastag is not working", 4),
    ("my fastag is not working", 3), ("change the colour of a booked car", 3), ("when do i get the number plates", 5),
)  # fmt: skip
"""Questions, and how often each is asked in proportion."""
SHARE = 0.7
"""The part of the bot's conversations of 28 days in which its documents were asked."""

RATED, USUALLY = 0.6, 0.85
"""The part of answers that visitors rate, and of those the helpful ones."""
HELPFUL = {"Warranty terms": 0.3}
"""The same of a document that needs a review."""


def make_documents() -> None:
    """Upload the documents and read them, and have the bot ask them where its flow has no answer."""
    bot = bot_by_name(BOT)
    set_handler(bot, {"kind": "flow", "fallback": ["knowledge"]})
    understanding = Inside(current_app.config["SETTINGS"].model_files)
    for name, title, folder, days in DOCUMENTS:
        data, file_name = (FILES / name).read_bytes(), name
        if name == "owners-manual.md":
            data, file_name = _as_pdf(data.decode()), "vela-owners-manual-2026.pdf"
        values = {"title": title, "folder": folder, "review_by": today_of(bot) + timedelta(days=days)}
        document = create_document(bot, values, (file_name, data))
        cancel_job(document.job_id)
        with commit_later():
            read_now(document, lambda _part: None, understanding)
    db.session.flush()


def _as_pdf(source: str) -> bytes:
    """A text with headings as a PDF."""
    from fpdf import FPDF

    document = FPDF()
    document.add_page()
    for part in source.split("\n# "):
        heading, _, text = part.removeprefix("# ").partition("\n")
        document.set_font("helvetica", style="B", size=16)
        document.multi_cell(0, 12, heading, new_x="LMARGIN", new_y="NEXT")
        document.set_font("helvetica", size=11)
        document.multi_cell(0, 6, text.strip(), new_x="LMARGIN", new_y="NEXT")
        document.ln(4)
    return bytes(document.output())


def ask_documents(chance: random.Random, computing: Computing = nullcontext) -> None:
    """Note questions to the documents in conversations of four weeks, each answered by what is found."""
    bot = bot_by_name(BOT)
    if db.session.scalar(select(BotQuestion.id).limit(1)) is not None:
        return
    with computing():
        bot_library = find_library(bot)
        if not isinstance(bot_library, Library):
            return
        library = Library(bot_library.shelf, Inside(current_app.config["SETTINGS"].model_files))
        answers = {text: library.find(text) for text, _ in ASKED}
    texts, weights = zip(*ASKED, strict=True)
    opinions = random.Random("ratings of answers")  # noqa: S311 - sample data
    for session in _recent(bot):
        if chance.random() >= SHARE:
            continue
        (text,) = chance.choices(texts, weights)
        read = answers[text]
        answer, hits = read["answer"], read["hits"]
        search = {
            "query": text, "by": "documents", "hits": hits, "citations": answer["citations"] if answer else [],
            "score": hits[0]["score"] if hits else None, "ms": chance.randrange(60, 420),
        }  # fmt: skip
        at = session.started_at + timedelta(seconds=chance.randrange(5, 60))
        key = new_id()
        note_search(bot.id, session.id, search, at, session.language, key)
        if answer is not None and opinions.random() < RATED:
            helpful = opinions.random() < HELPFUL.get(answer["citations"][0]["title"], USUALLY)
            note_rating(key, helpful)
    db.session.flush()


def _recent(bot: Bot) -> Sequence[Conversation]:
    """The bot's conversations of four weeks, the oldest first."""
    since = clock.now() - timedelta(days=29)
    query = select(Conversation).where(Conversation.bot_id == bot.id, Conversation.started_at > since)
    return db.session.scalars(query.order_by(Conversation.started_at)).all()
