"""The job that replays conversations, and forgetting what came of it."""

from collections.abc import Sequence

from sqlalchemy import delete, select

from app.bots.catalog.models import Bot
from app.channels.replays import service
from app.channels.replays.models import BotReplay, BotReplayItem
from app.clients.erasing import LAST, EraseStep, erases
from app.clients.models import Client
from app.conversations.erasing import erases_contents
from app.core.db.base import db, write_rows
from app.core.jobs import Job, heartbeat, job
from app.core.jobs.owners import Owner, fail, message_of


def _fail(replay: BotReplay, error: str) -> None:
    fail(replay, message_of(error))


def _resume(replay: BotReplay) -> None:
    replay.state, replay.error, replay.progress = "queued", None, 0.0


REPLAY = Owner(BotReplay, "replay_id", fail=_fail, resume=_resume)


@job("replay_bot", owner=REPLAY, page="/admin/bots/{bot_id}/versions?replay={replay_id}")
def work(row: Job) -> None:
    """Replay conversations on the working copy; a second attempt begins again."""
    replay = REPLAY.get(row)
    if replay.state not in service.UNDER_WAY:
        return
    replay.state = "running"
    db.session.commit()

    def report(progress: float) -> None:
        replay.progress = progress
        heartbeat(row, progress)

    service.run_replay(replay, report)


@erases
def _forget_client(client: Client, step: EraseStep) -> None:
    """Remove the replays of a purged client's bots."""
    service.forget_replays(BotReplay.bot_id.in_(select(Bot.id).where(Bot.client_id == client.id)))
    step(LAST)


@erases_contents
def _forget_conversations(conversation_ids: Sequence[int]) -> None:
    """Remove what was replayed of conversations whose contents are erased; the counts stay."""
    condition = BotReplayItem.conversation_id.in_(conversation_ids)
    write_rows(delete(BotReplayItem).where(condition))
