"""Rules of media libraries: what is taken in, where it is used, and the addresses by which channels show it."""

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from pathlib import PurePath
from typing import Any

from sqlalchemy import ColumnElement, Select, String, cast, delete, func, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import undefer

from app.bots.catalog.flows import check_editable, get_flow
from app.bots.catalog.models import Bot, BotFlow, BotVersion
from app.bots.catalog.service import bot_cloned
from app.bots.flow.validation import media_texts
from app.bots.media.files import FORMS, CheckedFile
from app.bots.media.models import NAME_LENGTH, ORIGINAL, BotMedium, MediumFile
from app.clients.erasing import LAST, EraseStep, erases
from app.clients.models import Client
from app.core.db.base import db, fetch, hold, write_rows
from app.core.db.ids import new_id
from app.core.db.tenancy import bound_workspace, within
from app.core.errors import Conflict, NotFound
from app.core.jobs import cancel_job, enqueue
from app.core.security.signatures import is_signed, sign

MOST, MOST_BYTES = 500, 200_000_000
"""Media of a bot, and the bytes of their files."""
JOB = "make_sizes"
PREFIX = "/media/bots"
SIGNATURE = 32
"""Digits of the signature in an address."""


def list_media(bot: Bot, *, q: str = "", kind: str = "") -> Select[BotMedium]:
    """Select the media of a bot by words of their name or alternative text, and by kind."""
    query = select(BotMedium).where(BotMedium.bot_id == bot.id)
    if kind:
        query = query.where(BotMedium.kind == kind)
    texts = cast(BotMedium.alt, String)
    for word in q.split():
        query = query.where(or_(
            BotMedium.name.icontains(word, autoescape=True), texts.icontains(word, autoescape=True)
        ))  # fmt: skip
    return query


def get_medium(bot: Bot, medium_id: int) -> BotMedium:
    """Return a medium of a bot's library, or raise NotFound."""
    return fetch(
        select(BotMedium).where(BotMedium.bot_id == bot.id, BotMedium.id == medium_id),
        "There is no such picture or file.",
    )


def totals(bot: Bot) -> dict[str, int]:
    """Return how many media a bot has, and the bytes of their files."""
    query = select(func.count(), func.sum(BotMedium.size)).where(BotMedium.bot_id == bot.id)
    count, size = db.session.execute(query).one()
    return {"media": count, "bytes": int(size or 0), "most_bytes": MOST_BYTES}


def create_medium(bot: Bot, file: CheckedFile, name: str, alt: Mapping[str, str]) -> BotMedium:
    """Add a file to a bot's library; one that it holds already is returned as it is."""
    hold(bot)
    check_editable(bot)
    digest = file.digest
    row = db.session.scalar(select(BotMedium).where(BotMedium.bot_id == bot.id, BotMedium.digest == digest))
    if row is not None:
        return row
    usage = totals(bot)
    if usage["media"] >= MOST:
        raise Conflict(f"A library has at most {MOST} pictures and files. Delete one first.", code="too_many")
    if usage["bytes"] + len(file.content) > MOST_BYTES:
        raise Conflict("The files of this library would be larger than 200 MB. Delete one first.", code="too_large")
    row = BotMedium(
        id=new_id(), bot_id=bot.id, digest=digest, name=name, kind=file.kind, media_type=file.media_type,
        size=len(file.content), width=file.width, height=file.height, pages=file.pages, alt=dict(alt), widths=[],
    )  # fmt: skip
    db.session.add(row)
    if find_file(digest, ORIGINAL) is None:
        keep_file(digest, ORIGINAL, file.media_type, file.content)
    db.session.flush()
    if row.kind == "image":
        row.progress = 0.0
        row.job_id = enqueue(JOB, {"medium_id": str(row.id), "bot_id": str(bot.id)}).id
        db.session.flush()
    return row


def name_of(file_name: str) -> str:
    """Return what an uploaded file is called in a library."""
    stem = PurePath(file_name.replace("\\", "/")).stem.replace("_", " ")
    return "".join(letter for letter in stem if letter.isprintable()).strip()[:NAME_LENGTH] or "File"


def find_file(digest: str, form: str) -> MediumFile | None:
    """Return a form of a medium's file."""
    return db.session.scalar(select(MediumFile).where(MediumFile.digest == digest, MediumFile.form == form))


def keep_file(digest: str, form: str, media_type: str, content: bytes) -> None:
    """Store a form of a medium's file, unless another library has done so meanwhile."""
    row = MediumFile(digest=digest, form=form, media_type=media_type, size=len(content), content=content)
    with suppress(IntegrityError), db.session.begin_nested():
        db.session.add(row)
        db.session.flush()


def change_medium(bot: Bot, row: BotMedium, values: Mapping[str, Any]) -> None:
    """Change the name or alternative texts; languages left out keep theirs, an empty text is taken out."""
    check_editable(bot)
    row.name = values.get("name", row.name)
    texts = dict(row.alt) | {language: text.strip() for language, text in values.get("alt", {}).items()}
    row.alt = {language: text for language, text in texts.items() if text}
    db.session.flush()


def delete_medium(bot: Bot, row: BotMedium) -> None:
    """Delete a medium that no flow and no version uses; its file goes with the last library that holds it."""
    check_editable(bot)
    hold(row)
    if is_used(row.digest):
        text = "This picture or file is used by a flow or a version. Take it out of the messages first."
        raise Conflict(text, code="in_use")
    cancel_job(row.job_id)
    db.session.delete(row)
    db.session.flush()
    _drop_unheld([row.digest])


def _drop_unheld(digests: Collection[str]) -> None:
    """Delete the files that no library of the workspace holds any more."""
    with within(bound_workspace()):
        used_digests = set(db.session.scalars(select(BotMedium.digest).where(BotMedium.digest.in_(digests))))
        write_rows(delete(MediumFile).where(MediumFile.digest.in_(set(digests) - used_digests)))


# ---- where media are used -----------------------------------------------------------------------------


def _holds(document: Any, digest: str) -> ColumnElement[bool]:
    return cast(document, String).contains(digest)


def is_used(digest: str) -> bool:
    """Whether a flow or a version of any bot of the workspace names a file, in whichever scope one asks."""
    with within(bound_workspace()):
        return any(
            db.session.scalar(select(document.class_.id).where(_holds(document, digest)).limit(1)) is not None
            for document in (BotFlow.document, BotFlow.backup, BotVersion.document)
        )


def versions_with(bot: Bot, row: BotMedium) -> Select[BotVersion]:
    """Select the versions of a bot that use a medium, with their documents."""
    query = select(BotVersion).where(BotVersion.bot_id == bot.id, _holds(BotVersion.document, row.digest))
    return query.options(undefer(BotVersion.document))


def nodes_with(document: Mapping[str, Any], digest: str) -> list[str]:
    """Return the nodes of a document that show a medium."""
    return [name for name, node in document["nodes"].items() if (node.get("media") or {}).get("file") == digest]


def count_nodes(bot: Bot, rows: Iterable[BotMedium]) -> dict[int, tuple[int, int]]:
    """Return how many nodes of the working copy, and of the live version, use each medium."""
    live = select(BotVersion.document).where(BotVersion.bot_id == bot.id, BotVersion.number == bot.live_version)
    documents = (get_flow(bot).document, db.session.scalar(live) or {"nodes": {}})
    return {row.id: (len(nodes_with(documents[0], row.digest)), len(nodes_with(documents[1], row.digest)))
            for row in rows}  # fmt: skip


@media_texts.provide
def texts_of(digests: Collection[str]) -> dict[str, dict[str, str]]:
    """Return the alternative texts of those files that a library of the workspace holds."""
    query = select(BotMedium.digest, BotMedium.alt).where(BotMedium.digest.in_(digests))
    texts: dict[str, dict[str, str]] = {}
    for digest, alt in db.session.execute(query):
        texts[digest] = alt | texts.get(digest, {})
    return texts


@bot_cloned.provide
def copy_library(bot: Bot, clone: Bot) -> None:
    """Give a clone the library of the bot it was made of; the files stay where they are."""
    names = ("digest", "name", "kind", "media_type", "size", "width", "height", "pages", "alt", "widths")
    for row in db.session.scalars(list_media(bot).order_by(BotMedium.id)):
        db.session.add(BotMedium(bot_id=clone.id, **{name: getattr(row, name) for name in names}))
    db.session.flush()


# ---- how media are shown ------------------------------------------------------------------------------


def _signed_text(workspace_id: int, digest: str) -> str:
    return f"medium:{workspace_id}:{digest}"


def address_of(digest: str, form: str = ORIGINAL) -> str:
    """Return the public address of a file, which no one can make up."""
    workspace_id = bound_workspace()
    return f"{PREFIX}/{workspace_id}/{digest}/{sign(_signed_text(workspace_id, digest), SIGNATURE)}/{form}"


def open_file(workspace_id: int, digest: str, signature: str, form: str) -> tuple[str, str, bytes]:
    """Return name, media type and content of a file by its public address; NotFound for any that was not given out."""
    if not is_signed(_signed_text(workspace_id, digest), signature, SIGNATURE):
        raise NotFound
    with within(workspace_id):
        file = find_file(digest, form)
        if file is None:
            raise NotFound
        name = db.session.scalar(select(BotMedium.name).where(BotMedium.digest == digest).limit(1))
        return name or "File", file.media_type, file.content


def visible_medium(medium: Mapping[str, Any] | None, bot_id: int = 0) -> dict[str, Any] | None:
    """Return a message's medium as channels show it, by the bot's own library first; None where it is in none.

    `url` is a path of ours; where it ends on `original`, each of `widths` with `.webp` and `.avif` is a smaller one.
    """
    if not medium or not medium.get("file"):
        return dict(medium) if medium else None
    own_first = (BotMedium.bot_id != bot_id, BotMedium.id)
    row = db.session.scalar(select(BotMedium).where(BotMedium.digest == medium["file"]).order_by(*own_first).limit(1))
    if row is None:
        return None
    own = {language: text if isinstance(text, str) else text[0] for language, text in medium.get("alt", {}).items()}
    names = ("name", "kind", "size", "width", "height", "widths")
    return {name: getattr(row, name) for name in names} | {
        "file": row.digest, "url": address_of(row.digest), "alt": row.alt | own,
    }  # fmt: skip


def alt_in(medium: Mapping[str, Any], language: str) -> str:
    """Return what a medium shows, in a language or in the first there is; empty where nobody has said it."""
    texts: Mapping[str, Any] = medium.get("alt") or {}
    text = texts.get(language) or texts.get(language.partition("-")[0]) or next(iter(texts.values()), "")
    return str(text if isinstance(text, str) else next(iter(text), ""))


def forms_of(width: int) -> list[str]:
    """Return the forms in which a picture is made of a width."""
    return [f"{width}.{ending}" for ending in FORMS]


@erases
def _erase_media(client: Client, step: EraseStep) -> None:
    """Delete the libraries of a purged client's bots."""
    bots = select(Bot.id).where(Bot.client_id == client.id)
    digests = set(db.session.scalars(select(BotMedium.digest).where(BotMedium.bot_id.in_(bots))))
    write_rows(delete(BotMedium).where(BotMedium.bot_id.in_(bots)))
    _drop_unheld(digests)
    step(LAST)
