"""Rules of replays: which conversations, when one is asked for, and what publishing asks of it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Select, delete, func, select

from app.accounts.users.models import User
from app.bots.cases.service import prepare_run
from app.bots.catalog.flows import get_flow
from app.bots.catalog.models import Bot
from app.bots.catalog.service import get_bot
from app.bots.catalog.versions import WORKING, check_replay, runnable_document
from app.bots.flow.documents import checksum
from app.channels.replays import judging
from app.channels.replays.judging import ReplayedConversation, ReplayTurn
from app.channels.replays.models import BotReplay, BotReplayAcceptance, BotReplayItem
from app.channels.sessions.service import number_of
from app.conversations import vault
from app.conversations.models import Contact, ContactKey, Conversation, Message
from app.core import clock
from app.core.db.base import db, fetch, hold, without_lock, write_rows
from app.core.db.tenancy import Scope, current_scope
from app.core.errors import Conflict, Forbidden, Invalid
from app.core.jobs import enqueue, owners
from app.core.values.batches import batched

SESSIONS = 200
CONSIDERED = 2000
"""The newest conversations that a replay chooses from."""
TURNS = 40
"""Of one conversation."""
BATCH = 20
"""Conversations between two looks at whether the job is still wanted."""
KEPT = 5
"""Replays of a bot that are kept."""
ACCEPTABLE = ("worse", "changed")
UNDER_WAY = ("queued", "running")


def list_replays(bot: Bot) -> Select[BotReplay]:
    """Select a bot's replays."""
    return select(BotReplay).where(BotReplay.bot_id == bot.id)


def get_replay(bot: Bot, replay_id: int) -> BotReplay:
    """Return a replay of a bot, or raise NotFound."""
    return fetch(list_replays(bot).where(BotReplay.id == replay_id), "There is no such replay.")


def check_reader(bot: Bot) -> None:
    """Refuse readers of a part of a bot's conversations: a replay counts all of them."""
    scope: Scope = current_scope()
    if scope.outlets is not None or not scope.measures(bot.id):
        raise Forbidden(f"A replay counts all conversations of {bot.name}, and you have access to a part of them.",
                      code="out_of_scope")  # fmt: skip


def start_replay(bot: Bot, user_id: int, user_name: str) -> BotReplay:
    """Have the newest real conversations replayed on the working copy; Conflict while that is under way."""
    check_reader(bot)
    hold(bot)
    document = runnable_document(bot, WORKING)
    if db.session.scalar(list_replays(bot).where(BotReplay.state.in_(UNDER_WAY)).limit(1)) is not None:
        raise Conflict("A replay of this bot is under way.", code="under_way")
    if not choose(bot):
        raise Conflict("This bot has no ended conversations of real visitors yet.", code="no_conversations")
    replay = BotReplay(
        bot_id=bot.id, checksum=checksum(document), live_version=bot.live_version, user_id=user_id, user_name=user_name
    )
    db.session.add(replay)
    db.session.flush()
    replay.job_id = enqueue("replay_bot", {"bot_id": str(bot.id), "replay_id": str(replay.id)}).id
    db.session.flush()
    return replay


def choose(bot: Bot) -> list[int]:
    """Return the ids of the conversations to replay: real, ended, held by a version of the bot, not erased."""
    query = (
        select(Conversation.id, Conversation.intent, Conversation.outcome)
        .where(
            Conversation.bot_id == bot.id, Conversation.traffic == "real", Conversation.ended_at.is_not(None),
            Conversation.bot_session, Conversation.bot_version.is_not(None), Conversation.erased_days.is_(None),
        )
        .order_by(Conversation.started_at.desc(), Conversation.id.desc())
        .limit(CONSIDERED)
    )  # fmt: skip
    rows = [(row[0], row[1] or "", row[2] or "") for row in db.session.execute(query)]
    return judging.stratify(rows, SESSIONS)


def run_replay(replay: BotReplay, report: Any) -> None:
    """Replay conversations; `report` hears the share that is done and raises where the job is not wanted any more."""
    bot = get_bot(replay.bot_id)
    document = get_flow(bot).document
    if checksum(document) != replay.checksum:
        owners.fail(replay, "The working copy was changed before the replay began.")
        return
    ids = choose(bot)
    replayed: list[ReplayedConversation] = []
    for number, batch in enumerate(batched(ids, BATCH), 1):
        replayed += _replay_some(bot, document, batch)
        report(min(1.0, number * BATCH / len(ids)))
    _finish(replay, replayed)


def _replay_some(bot: Bot, document: dict[str, Any], ids: Sequence[int]) -> list[ReplayedConversation]:
    """Replay some conversations; the engine runs outside any transaction."""
    conversations = list(db.session.scalars(select(Conversation).where(Conversation.id.in_(ids))))
    messages = messages_of(ids)
    clear = vault.clear_texts([message.id for some in messages.values() for message in some])
    transcripts = []
    for conversation in conversations:
        turns, stopped = judging.turns_of(messages[conversation.id], clear)
        transcripts.append((turns[:TURNS], stopped))
    contacts = _contacts(conversations)
    scripts = [
        judging.script_of(conversation, turns, contacts[conversation.id])
        for conversation, (turns, _) in zip(conversations, transcripts, strict=True)
    ]
    ready = prepare_run(bot, scripts, document, WORKING)
    with without_lock():
        results = ready()
    return [
        judging.judge(conversation, turns, stopped, result.turns)
        for conversation, (turns, stopped), result in zip(conversations, transcripts, results, strict=True)
    ]


def messages_of(conversation_ids: Iterable[int]) -> dict[int, list[Message]]:
    """Return the messages of conversations in order, all read at once."""
    query = select(Message).where(Message.conversation_id.in_(conversation_ids))
    messages: dict[int, list[Message]] = defaultdict(list)
    for message in db.session.scalars(query.order_by(Message.conversation_id, Message.position)):
        messages[message.conversation_id].append(message)
    return messages


def _contacts(conversations: Sequence[Conversation]) -> dict[int, dict[str, Any]]:
    """What the bot knew of each conversation's person, as channels give it."""
    ids = {conversation.contact_id for conversation in conversations}
    query = select(Contact.id, Contact.name).where(Contact.id.in_(ids))
    names = {contact_id: name for contact_id, name in db.session.execute(query)}
    keys = {
        (key.contact_id, key.channel): key.ext_user
        for key in db.session.scalars(select(ContactKey).where(ContactKey.contact_id.in_(ids)))
    }
    contacts: dict[int, dict[str, Any]] = {}
    for conversation in conversations:
        name, key = names.get(conversation.contact_id, ""), keys.get((conversation.contact_id, conversation.channel))
        name_fields = {"name": name, "first_name": name.partition(" ")[0]} if name else {}
        if number := number_of(conversation.channel, key or ""):
            name_fields["phone"] = number
        contacts[conversation.id] = name_fields | ({"id": key} if key else {})
    return contacts


def _finish(replay: BotReplay, replayed: Sequence[ReplayedConversation]) -> None:
    """Keep what came of it, and the conversations that went otherwise."""
    replay.sessions = len(replayed)
    replay.turns = judging.counts(turn["grade"] for result in replayed for turn in result.turns)
    replay.conversations = judging.counts(result.grade for result in replayed)
    replay.rates = {
        "fallback": judging.rate([pair for result in replayed for pair in result.misses]),
        "goal": judging.rate([result.goals for result in replayed if result.goals is not None]),
        "handoff": judging.rate([result.handoffs for result in replayed if result.handoffs is not None]),
    }
    replay.calls = {
        "recorded": sum(result.recorded for result in replayed),
        "unrecorded": sum(result.unrecorded for result in replayed)
    }  # fmt: skip
    for result in replayed:
        if result.grade not in ("same", ""):
            turn = next(turn for turn in result.turns if turn["grade"] == result.grade)
            db.session.add(
                BotReplayItem(
                    bot_id=replay.bot_id, replay_id=replay.id, conversation_id=result.conversation.id,
                    grade=result.grade, kind=turn["kind"], stopped=result.stopped, turns=result.turns,
                    **judging.cause_of(turn),
                )
            )  # fmt: skip
    replay.verdict = judging.verdict_of(replay.rates, replay.turns, replay.conversations["worse"])
    replay.state, replay.progress, replay.finished_at = "ready", 1.0, clock.now()
    db.session.flush()
    old = select(BotReplay.id).where(BotReplay.bot_id == replay.bot_id).order_by(BotReplay.id.desc()).offset(KEPT)
    forget_replays(BotReplay.id.in_(list(db.session.scalars(old))))


def forget_replays(condition: Any) -> None:
    """Remove replays with their conversations."""
    ids = select(BotReplay.id).where(condition)
    for kind in (BotReplayItem, BotReplayAcceptance):
        write_rows(delete(kind).where(kind.replay_id.in_(ids)))
    write_rows(delete(BotReplay).where(condition))


@check_replay.provide
def check(bot: Bot, document: dict[str, Any], *, override: str | None) -> bool:
    """Ask for the newest replay of this document where the bot wants one, without worse groups that nobody accepted.

    One in which nothing could be compared does not count. Conflict unless a reason overrides it.
    """
    if not bot.replay_required or bot.live_version is None:
        return False
    newest = list_replays(bot).where(BotReplay.state == "ready", BotReplay.checksum == checksum(document))
    replay = db.session.scalar(newest.order_by(BotReplay.id.desc()).limit(1))
    unaccepted = count_open([replay])[replay.id] if replay is not None else 0
    if replay is not None and replay.verdict not in ("red", "none") and not unaccepted:
        return False
    if override is not None:
        return True
    if replay is None:
        raise Conflict(
            "Replay real conversations on this working copy first.", code="replay_missing",
            extra={"link": f"/admin/bots/{bot.id}/versions#replay"},
        )  # fmt: skip
    facts = {"replay": str(replay.id), "link": f"/admin/bots/{bot.id}/versions?replay={replay.id}"}
    if replay.verdict == "none":
        raise Conflict(
            "Nothing could be compared in the replay. Replay newer conversations, or publish with a reason.",
            code="replay_empty", extra=facts,
        )  # fmt: skip
    if replay.verdict != "red":
        raise Conflict(
            f"Groups of conversations that went worse and nobody has accepted: {unaccepted}.", code="replay_open",
            extra=facts | {"open": unaccepted},
        )  # fmt: skip
    raise Conflict(
        "In the replay the bot understood less than before. Change it, or publish with a reason.",
        code="replay_red",
        extra=facts | {"deltas": deltas_of(replay)},
    )


def deltas_of(replay: BotReplay) -> dict[str, float | None]:
    """Return by how many percentage points rates would change."""
    return {name: replay.rates.get(name, {}).get("delta") for name in ("fallback", "goal")}


def count_open(replays: Sequence[BotReplay]) -> dict[int, int]:
    """Count the groups of each replay that went worse and that nobody has accepted."""
    is_accepted = (
        select(BotReplayAcceptance.id)
        .where(
            BotReplayAcceptance.replay_id == BotReplayItem.replay_id, BotReplayAcceptance.group == BotReplayItem.group
        )
        .exists()
    )  # fmt: skip
    query = (
        select(BotReplayItem.replay_id, func.count(BotReplayItem.group.distinct()))
        .where(BotReplayItem.replay_id.in_([replay.id for replay in replays]))
        .where(BotReplayItem.grade == "worse", ~is_accepted)
        .group_by(BotReplayItem.replay_id)
    )
    counts = {replay_id: number for replay_id, number in db.session.execute(query)}
    return {replay.id: counts.get(replay.id, 0) for replay in replays}


def accept_group(bot: Bot, replay: BotReplay, group: str, reason: str, user: User) -> None:
    """Take what went otherwise in a group as intended; it is not counted by the gate any more."""
    _hold_ready(bot, replay)
    _check_group(replay, group)
    if group in _acceptances(replay):
        raise Conflict("This group has been accepted.", code="already_accepted")
    db.session.add(
        BotReplayAcceptance(
            bot_id=bot.id, replay_id=replay.id, group=group, reason=reason, user_id=user.id, user_name=user.full_name
        )
    )  # fmt: skip
    db.session.flush()
    _judge_again(replay)


def reopen_group(bot: Bot, replay: BotReplay, group: str) -> None:
    """Count a group that was accepted again."""
    _hold_ready(bot, replay)
    acceptance = _acceptances(replay).get(group)
    if acceptance is None:
        raise Conflict("This group has not been accepted.", code="not_accepted")
    db.session.delete(acceptance)
    db.session.flush()
    _judge_again(replay)


def _hold_ready(bot: Bot, replay: BotReplay) -> None:
    check_reader(bot)
    hold(bot)
    if replay.state != "ready":
        raise Conflict("This replay has no results.", code="invalid_transition")


def _check_group(replay: BotReplay, group: str) -> None:
    """Invalid where a replay has no group of that id that went worse or differently."""
    conditions = (BotReplayItem.replay_id == replay.id, BotReplayItem.group == group)
    grade = db.session.scalar(select(BotReplayItem.grade).where(*conditions).limit(1))
    if grade not in ACCEPTABLE:
        raise Invalid({"group": ["Choose a group that went worse or differently."]})


def _acceptances(replay: BotReplay) -> dict[str, BotReplayAcceptance]:
    query = select(BotReplayAcceptance).where(BotReplayAcceptance.replay_id == replay.id)
    return {acceptance.group: acceptance for acceptance in db.session.scalars(query)}


def _judge_again(replay: BotReplay) -> None:
    """Judge a replay without what has been accepted."""
    accepted = _acceptances(replay)
    items = db.session.scalars(
        select(BotReplayItem).where(BotReplayItem.replay_id == replay.id, BotReplayItem.group.in_(accepted))
    )
    misses = sum(judging.misses_in(item.turns) for item in items)
    replay.verdict = judging.verdict_of(replay.rates, replay.turns, count_open([replay])[replay.id], misses)
    db.session.flush()


def groups_of(replay: BotReplay) -> list[dict[str, Any]]:
    """Return the conversations that went otherwise by cause, the worst first, with who accepted what and why."""
    query = select(BotReplayItem).where(BotReplayItem.replay_id == replay.id).order_by(BotReplayItem.id)
    groups: dict[str, list[BotReplayItem]] = defaultdict(list)
    for item in db.session.scalars(query):
        groups[item.group].append(item)
    accepted = _acceptances(replay)
    rows = sorted(
        groups.values(), key=lambda items: (judging.WORST.index(items[0].grade), -len(items), items[0].id)
    )  # fmt: skip
    return [
        {
            "id": items[0].group, "grade": items[0].grade, "kind": items[0].kind, "node": items[0].node,
            "intent": items[0].intent or None, "conversations": len(items), "accepted": accepted.get(items[0].group),
        }
        for items in rows
    ]  # fmt: skip


def items_of(replay: BotReplay) -> list[dict[str, Any]]:
    """Return the conversations that went otherwise, the worst first, with what was said in them, redacted."""
    rows = list(
        db.session.scalars(select(BotReplayItem).where(BotReplayItem.replay_id == replay.id).order_by(BotReplayItem.id))
    )
    originals = {
        str(turn.message.id): turn
        for messages in messages_of([row.conversation_id for row in rows]).values()
        for turn in judging.turns_of(messages, {})[0]
    }
    conversations = {
        conversation.id: conversation
        for conversation in db.session.scalars(
            select(Conversation).where(Conversation.id.in_([row.conversation_id for row in rows]))
        )
    }
    rows.sort(key=lambda row: (judging.WORST.index(row.grade), row.kind, row.node, row.id))
    return [
        {
            "conversation": row.conversation_id, "link": f"/reports/conversations/{row.conversation_id}",
            "started_at": conversation.started_at, "channel": conversation.channel, "outcome": conversation.outcome,
            "grade": row.grade, "kind": row.kind, "node": row.node, "stopped": row.stopped, "group": row.group,
            "turns": [_beside(turn, originals.get(turn["message"])) for turn in row.turns],
        }
        for row in rows
        if (conversation := conversations.get(row.conversation_id)) is not None
    ]  # fmt: skip


def _beside(turn: dict[str, Any], original: ReplayTurn | None) -> dict[str, Any]:
    """A turn with what was said and answered then; both empty where it is the same, or where its content was erased."""
    if original is None or turn["grade"] == "same":
        return turn | {"input": "", "before": []}
    return turn | {"input": original.message.text or original.message.payload or "", "before": original.replies}
