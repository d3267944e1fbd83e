"""Rules of a working copy's texts: how far each language is, changes by path, and the same as a file."""

import io
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.accounts.users.models import User
from app.accounts.users.rights import abilities_of
from app.bots.catalog.flows import MISFIT, check_editable, get_flow, set_flow
from app.bots.catalog.models import Bot, BotFlow
from app.bots.catalog.version_themes import restore_theme, working_theme
from app.bots.catalog.versions import get_version
from app.bots.flow import xliff
from app.bots.flow.schema import LONGEST_WORDING, MOST_WORDINGS
from app.bots.flow.texts import TextEntry, lagging, places, text_languages, with_texts, without_texts
from app.bots.flow.validation import has_text
from app.core.errors import BeyondSchema, Forbidden, Invalid
from app.core.http.csv_files import RowError, UnreadableTable, table_rows, unreadable
from app.core.http.csv_lines import lines, plain
from app.core.security.abilities import can
from app.core.values.placeholders import VARIABLE

MOST_BYTES = 2**20
KEY = "key"
"""The column that says where a text is; the others are languages."""
BETWEEN = "\n---\n"
"""What separates several wordings in a cell."""
GONE = "There is no text here. It may have been moved or deleted since."
SEPARATED = "Lines of three hyphens separate several wordings; the bot says one of them."


@dataclass(frozen=True, slots=True)
class SkippedUnit:
    """A unit that is not taken in: unknown, in conflict or refused, and why."""

    key: str
    state: str
    message: str
    source: str = ""
    target: str = ""


@dataclass(slots=True)
class TextImport:
    """What a file holds: its rows, the texts it changes by path and language, what is wrong, and what is left out."""

    rows: int = 0
    texts: dict[str, dict[str, Any]] = field(default_factory=dict)
    errors: list[RowError] = field(default_factory=list)
    skipped: list[SkippedUnit] = field(default_factory=list)
    new: int = 0
    """How many texts their languages lacked until now."""

    @property
    def changes(self) -> int:
        """How many texts would be changed."""
        return sum(map(len, self.texts.values()))

    def take(self, place: TextEntry, language: str, wordings: str | list[str]) -> None:
        """Note a text to be changed."""
        self.texts.setdefault(place.path, {})[language] = wordings
        self.new += not has_text(place.texts.get(language))


def progress(bot: Bot) -> list[dict[str, Any]]:
    """Return how far each language is: texts there, texts needed, and paths that lag behind the live version."""
    document = get_flow(bot).document
    required_places = [place for place in places(document).values() if place.needed]
    before = get_version(bot, bot.live_version).document if bot.live_version is not None else None
    lag = lagging(document, before) if before else {}
    return [
        {
            "language": language,
            "done": sum(has_text(place.texts.get(language)) for place in required_places),
            "of": len(required_places),
            "stale": lag.get(language, []),
        }
        for language in text_languages(document)
    ]


def change_texts(bot: Bot, rows: list[Mapping[str, Any]], user_id: int | None) -> BotFlow:
    """Change texts of the working copy; Invalid names the row whose path holds no text."""
    document = get_flow(bot).document
    text_places, languages = places(document), text_languages(document)
    errors = {f"texts.{at}.path": [GONE] for at, row in enumerate(rows) if row["path"] not in text_places}
    for at, row in enumerate(rows):
        if not isinstance(row["text"], Mapping):
            errors[f"texts.{at}.text"] = ["Must be texts by language."]
            continue
        for language, wordings in row["text"].items():
            if language not in languages:
                errors[f"texts.{at}.text.{language}"] = [BeyondSchema("The bot has no such language.")]
            elif not _is_wording(wordings):
                errors[f"texts.{at}.text.{language}"] = ["Must be a text, or a list of texts."]
    if errors:
        raise Invalid(errors, MISFIT)
    changes = {row["path"]: {name: _compact(wordings) for name, wordings in row["text"].items()} for row in rows}
    return _store_texts(bot, changes, user_id)


def check_only_texts(before: dict[str, Any], after: dict[str, Any], user: User) -> None:
    """Refuse a change of more than texts and knowledge by a person who may change no more of a bot."""
    if not can(abilities_of(user), "update", "Bot") and without_texts(before) != without_texts(after):
        raise Forbidden("You can change this bot's texts and knowledge only.")


def _store_texts(
    bot: Bot, changes: Mapping[str, Mapping[str, Any]], user_id: int | None, *, keeps: bool = False
) -> BotFlow:
    """The working copy with its texts changed."""
    check_editable(bot)
    return set_flow(bot, with_texts(get_flow(bot).document, changes), user_id, keeps=keeps)


def _is_wording(content: Any) -> bool:
    """Whether something is a text, wordings of one, or nothing."""
    return (
        content is None
        or isinstance(content, str)
        or (isinstance(content, list) and all(isinstance(text, str) for text in content))
    )


def _compact(content: str | list[str] | None) -> str | list[str]:
    """A text without what is empty: one wording is plain, none is an empty text."""
    wordings = [text for text in ([content] if isinstance(content, str) else content or []) if text.strip()]
    return wordings if len(wordings) > 1 else (wordings or [""])[0]


def as_csv(bot: Bot) -> str:
    """Return the texts of the working copy as CSV: a row for each, a column for each language."""
    document = get_flow(bot).document
    languages = text_languages(document)
    rows = (
        [place.path, *(_cell(place.texts.get(language)) for language in languages)]
        for place in places(document).values()
    )
    return "".join(lines((KEY, *languages), rows))


def as_xliff(bot: Bot, language: str) -> str:
    """Return the texts of the working copy as XLIFF, from the bot's first language into another one of its own."""
    document = get_flow(bot).document
    first, *others = text_languages(document)
    if language not in others:
        raise Invalid({"language": [BeyondSchema("The bot has no such translation.")]})
    stale = next(set(row["stale"]) for row in progress(bot) if row["language"] == language)
    units = (_unit(place, first, language, place.path in stale) for place in places(document).values())
    return xliff.write(f"bot-{bot.id}", first, language, (unit for unit in units if unit.source))


def _unit(place: TextEntry, first: str, language: str, is_stale: bool) -> xliff.Unit:
    """A text with its translation."""
    source, target = place.texts.get(first), _cell(place.texts.get(language))
    is_several = isinstance(source, list) and len(source) > 1
    # Several wordings in one have no limit together.
    limit, note = (None, SEPARATED) if is_several else (place.limit, None)
    return xliff.Unit(place.path, _cell(source), target or None, is_stale, limit, note)


def _cell(content: Any) -> str:
    return BETWEEN.join(content) if isinstance(content, list) else content or ""


def _as_read(content: Any) -> str:
    """A stored text as it comes back from its file."""
    return _cell(content).replace("\r\n", "\n")


def read(bot: Bot, raw: bytes, conflicts: Collection[str] = ()) -> TextImport:
    """Read and check a file, CSV or XLIFF, against the working copy; Invalid when it is no list of texts at all.

    Of an XLIFF file those `conflicts` are taken in that are named.
    """
    if len(raw) > MOST_BYTES:
        raise unreadable("The file is larger than 1 MB.")
    if raw.lstrip(b"\xef\xbb\xbf\xfe\xff\x00 \t\r\n").startswith(b"<"):
        return _read_xliff(get_flow(bot).document, raw, conflicts)
    return _read_csv(get_flow(bot).document, raw)


def _read_xliff(document: Mapping[str, Any], raw: bytes, conflicts: Collection[str]) -> TextImport:
    """Read a translation: what fits is taken in, and what does not is left out with its reason."""
    try:
        translation = xliff.read(raw)
    except xliff.UnreadableTranslation as error:
        raise unreadable(str(error)) from None
    first, *others = text_languages(document)
    language = _own_language(translation.target, others)
    if _own_language(translation.source, [first]) is None or language is None:
        raise unreadable(
            f"The file translates from {translation.source or 'no language'} into {translation.target or 'none'}; "
            f"the bot's texts are translated from {first} into: {', '.join(others) or 'none'}."
        )
    text_places, reading, seen = places(document), TextImport(rows=len(translation.units)), set[str]()
    for unit in translation.units:
        place, is_known = text_places.get(unit.key), unit.key in seen
        seen.add(unit.key)
        wordings = _compact([text.strip() for text in (unit.target or "").split(BETWEEN)])
        if place is not None and (not wordings or unit.target == _restore_text(place.texts.get(language))):
            continue
        state, message = _unfit(place, unit, first, wordings, is_known)
        if place is not None and (not state or (state == "conflict" and unit.key in conflicts)):
            reading.take(place, language, wordings)
        else:
            source = _restore_text(place.texts.get(first)) if place is not None else unit.source
            reading.skipped.append(SkippedUnit(unit.key, state, message, source, unit.target or ""))
    return reading


def _own_language(name: str, languages: Sequence[str]) -> str | None:
    """Which of some languages a file means; programs add a region to a language, such as `hi-IN`."""
    by_name = {language.casefold(): language for language in languages}
    whole, _, _region = name.casefold().replace("_", "-").partition("-")
    return by_name.get(name.casefold().replace("_", "-")) or by_name.get(whole)


def _unfit(
    place: TextEntry | None, unit: xliff.Unit, first: str, wordings: str | list[str], is_known: bool
) -> tuple[str, str]:
    """Why a translation is not simply taken in: its state and the reason, both empty where it is."""
    if place is None:
        return "unknown", GONE
    if is_known:
        return "refused", "The file has this text twice."
    source = _restore_text(place.texts.get(first))
    names = set(VARIABLE.findall(unit.target or ""))
    missing_names = [name for name in dict.fromkeys(VARIABLE.findall(source)) if name not in names]
    if missing_names:
        return "refused", f"The translation lacks {', '.join(f'{{{{{name}}}}}' for name in missing_names)}."
    texts = [wordings] if isinstance(wordings, str) else wordings
    if len(texts) > MOST_WORDINGS or max(map(len, texts)) > LONGEST_WORDING:
        return "refused", f"A text has {MOST_WORDINGS} wordings of {LONGEST_WORDING} characters at most."
    if unit.source != source:
        return "conflict", "The text in the first language has changed since the file was made."
    return "", ""


def _restore_text(content: Any) -> str:
    """A stored text as it comes back from an XLIFF file."""
    return xliff.writable(_cell(content))


def _read_csv(document: Mapping[str, Any], raw: bytes) -> TextImport:
    """Read rows of texts in all languages."""
    text_places, languages = places(document), text_languages(document)
    reading = TextImport()
    for number, row in _rows(raw, languages):
        reading.rows += 1
        place = text_places.get(row[KEY].strip())
        if place is None:
            reading.errors.append(RowError(number, KEY, GONE))
            continue
        for language in languages:
            if language not in row or row[language] == _as_read(place.texts.get(language)):
                continue
            wordings = _compact([text.strip() for text in row[language].split(BETWEEN)])
            # An empty cell is a text nobody has translated yet: it deletes none.
            if wordings:
                reading.take(place, language, wordings)
    return reading


def _rows(raw: bytes, languages: list[str]) -> list[tuple[int, dict[str, str]]]:
    """The rows of a file with their numbers, as spreadsheets count; Invalid when it cannot be read."""
    try:
        rows = [[plain(cell).replace("\r\n", "\n") for cell in line] for line in table_rows(io.BytesIO(raw))]
    except UnreadableTable as error:
        raise unreadable(str(error)) from None
    head = [name.strip() for name in rows[0]] if rows else []
    if KEY not in head or len(set(head)) != len(head) or not set(head) <= {KEY, *languages}:
        raise unreadable(f"The first row must name the column {KEY} and may name: {', '.join(languages)}.")
    return [
        (at, dict(zip(head, line, strict=False))) for at, line in enumerate(rows[1:], 2) if any(map(str.strip, line))
    ]


def take_in(bot: Bot, reading: TextImport, user_id: int | None) -> BotFlow:
    """Change all texts of a file, or none: Invalid with what is wrong. What they replace becomes the backup."""
    if reading.errors:
        texts = [f"Row {error.row}, {error.field}: {error.message}" for error in reading.errors[:20]]
        raise Invalid({"file": texts}, "Nothing was changed: some rows are not valid.")
    check_editable(bot)
    if not reading.texts:
        return get_flow(bot)
    flow = _store_texts(bot, reading.texts, user_id, keeps=True)
    restore_theme(bot, working_theme(bot))
    return flow
