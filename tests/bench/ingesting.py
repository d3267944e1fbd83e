"""Messages taken in: one a transaction as they come from a channel, and whole dialogues in batches; a line of JSON."""

import json
import sys
import time
from datetime import datetime, timedelta

from sqlalchemy import select

from app import create_app
from app.accounts.workspaces.models import Workspace
from app.bots.catalog.models import Bot
from app.config import load_settings
from app.conversations.events import ConversationEvent, Dialogue, Marks
from app.core import clock
from app.core.db.base import begin_as, db
from app.core.db.tenancy import everywhere, within
from app.ingest import dialogues as ingest
from app.ingest import live_events
from tests.bench.figures import amount

SECONDS, BATCH, MESSAGES = amount(5.0, 0.3), amount(100, 10), 10


def event(number: int, speaker: str, at: datetime) -> ConversationEvent:
    """A plain message."""
    marks: Marks = {"intent": "service.hours", "confidence": 0.9} if speaker == "user" else {}
    text = "When are you open on Sunday?" if speaker == "user" else "From nine to six."
    return ConversationEvent(event_id=f"bench:{number}", speaker=speaker, text=text, sent_at=at, marks=marks)


def singles(bot: Bot) -> float:
    """Messages a second, each in a transaction of its own, of 200 people who talk at once."""
    begun, count = time.perf_counter(), 0
    while time.perf_counter() - begun < SECONDS:
        speaker = "user" if count // 200 % 2 == 0 else "bot"
        live_events.take_event(event(count, speaker, clock.now()), bot=bot, channel="web", ext_user=f"p{count % 200}")
        db.session.commit()
        count += 1
    return count / (time.perf_counter() - begun)


def batches(bot: Bot) -> float:
    """Messages a second in batches of a hundred dialogues of ten messages."""
    begun, count, base = time.perf_counter(), 0, clock.now() - timedelta(days=20)
    while time.perf_counter() - begun < SECONDS:
        dialogues = []
        for number in range(BATCH):
            at = base + timedelta(seconds=count / 20 + number)
            events = [
                event(10**9 + count + number * MESSAGES + n, ("user", "bot")[n % 2], at + timedelta(seconds=3 * n))
                for n in range(MESSAGES)
            ]
            dialogues.append(
                Dialogue(
                    source_id=f"b{count}-{number}", events=events, ext_user=f"q{(count // MESSAGES + number) % 5000}"
                )
            )
        ingest.store_dialogues(dialogues, bot=bot, source="bench")
        db.session.commit()
        count += BATCH * MESSAGES
    return count / (time.perf_counter() - begun)


def main() -> None:
    """Measure both on the installation of the environment."""
    app = create_app(load_settings())
    with app.app_context():
        begin_as("IMMEDIATE")
        with everywhere():
            workspace = db.session.scalars(select(Workspace)).first()
        assert workspace is not None
        with within(workspace.id):
            bot = db.session.scalars(select(Bot).order_by(Bot.id)).first()
            assert bot is not None
            timings = {"single": singles(bot), "batched": batches(bot)}
    sys.stdout.write(json.dumps(timings) + "\n")


if __name__ == "__main__":
    main()
