"""Words as the pieces that MiniLM knows by number."""

import gzip
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

VOCABULARY = Path(__file__).with_name("wordpiece.txt.gz")
UNKNOWN, FIRST, LAST = 100, 101, 102
LONGEST_WORD = 100
_CONTROLS = ("Cc", "Cf", "Co")
MOST = 128
"""Pieces of a text; what comes after them is not read."""


@cache
def _vocabulary() -> dict[str, int]:
    """The number of each piece."""
    pieces = gzip.decompress(VOCABULARY.read_bytes()).decode().split("\n")
    return {piece: number for number, piece in enumerate(pieces)}


def numbers(text: str) -> list[int]:
    """Return the numbers of a text's pieces, between those that begin and end it."""
    ids: list[int] = []
    for word in _words(text):
        ids += _pieces(word)
        if len(ids) >= MOST - 2:
            break
    return [FIRST, *ids[: MOST - 2], LAST]


def _words(text: str) -> Iterator[str]:
    """Words in lower case without accents; punctuation and Chinese characters are words of their own."""
    word: list[str] = []
    for character in unicodedata.normalize("NFD", _normalise_spaces(text).lower()):
        kind = unicodedata.category(character)
        if kind == "Mn":
            continue
        alone = _is_punctuation(character, kind) or _is_chinese(ord(character))
        if (alone or character.isspace()) and word:
            yield "".join(word)
            word = []
        if alone:
            yield character
        elif not character.isspace():
            word.append(character)
    if word:
        yield "".join(word)


def _normalise_spaces(text: str) -> str:
    """The text without control characters; line ends and tabs are blanks."""
    return "".join(
        " " if character in "\t\n\r" else character
        for character in text
        if character in "\t\n\r"
        or (character != "\ufffd" and unicodedata.category(character) not in ("Cc", "Cf", "Co"))
    )


def _is_punctuation(character: str, kind: str) -> bool:
    """Whether a character is punctuation, any symbol of ASCII included."""
    return kind[0] == "P" or (character.isascii() and kind[0] == "S")


def _is_chinese(number: int) -> bool:
    """Whether a character is one of those that are words in Chinese."""
    return number >= 0x3400 and (
        0x4E00 <= number <= 0x9FFF
        or number <= 0x4DBF
        or 0x20000 <= number <= 0x2A6DF
        or 0x2A700 <= number <= 0x2CEAF
        or 0xF900 <= number <= 0xFAFF
        or 0x2F800 <= number <= 0x2FA1F
    )


@lru_cache(maxsize=20_000)
def _pieces(word: str) -> tuple[int, ...]:
    """The longest pieces that a word begins with, one after the other; unknown where that fails."""
    if len(word) > LONGEST_WORD:
        return (UNKNOWN,)
    vocabulary, ids, start = _vocabulary(), list[int](), 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = word[start:end] if start == 0 else f"##{word[start:end]}"
            number = vocabulary.get(piece)
            if number is not None:
                ids.append(number)
                start = end
                break
        else:
            return (UNKNOWN,)
    return tuple(ids)
