"""Texts as they are compared: normalised, as words, and with what says nothing left out."""

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[^\s!-/:-@\[-`{-~।॥،؛؟…“”‘’–—«»·]+")
_LOOKS = dict.fromkeys((0xFE0E, 0xFE0F, 0x200D, *range(0x1F3FB, 0x1F400)))
"""How an emoji is drawn: the joiner, the variation and the tone of the skin."""
_SENTENCE = " .,!?;:…\"'()।॥؟،-"
_UNSAID = re.compile("[\u093c\u200b-\u200d\u2060\ufeff]")
_DIGITS = (
    {ord("०") + n: str(n) for n in range(10)}
    | {ord("٠") + n: str(n) for n in range(10)}
    | {ord("٬"): ",", ord("٫"): "."}
)

FILLERS = frozenset(
    """a an the on at by for to in of is it its it's be will would like want i i'd my me please pls plz ok okay yes yeah
    sure hi hello so then maybe around about is's come coming this next day date time number no. and can could let's
    make book booking need prefer best works good fine sir madam
    haan ha ji hai hain ko ke ka ki se par pe mein me mujhe mera meri chahiye kar karo kijiye do dena bhai theek thik
    हाँ हां जी है हैं को के का की से पर में मुझे मेरा मेरी चाहिए कर करो कीजिए दो देना ठीक तारीख दिन समय नंबर
    يوم في على من إلى الى هو هي أريد اريد نعم حسنا تمام فضلك لو سمحت تاريخ الساعة القادم القادمة
    المقبل المقبلة""".split()
)
"""Words that may stand beside a value without making the text say something else."""


@lru_cache(maxsize=4096)
def normalise(text: str) -> str:
    """Return a text in NFKC, case-folded, with single spaces and without punctuation at its ends.

    A text of nothing else, such as an emoji, is returned without what only changes its looks.
    """
    folded = " ".join(unicodedata.normalize("NFKC", text.translate(_LOOKS)).casefold().split())
    first, last = 0, len(folded)
    while first < last and _is_punctuation(folded[first]):
        first += 1
    while last > first and _is_punctuation(folded[last - 1]):
        last -= 1
    return folded[first:last].strip() or folded


def normalise_written(text: str) -> str:
    """Return a text case-folded with single spaces, without the marks of a sentence at its ends or looks of emoji.

    It tells apart what `normalise` does not: `C` and `C++`.
    """
    folded = " ".join(unicodedata.normalize("NFKC", text.translate(_LOOKS)).casefold().split())
    return folded.strip(_SENTENCE) or folded


def _is_punctuation(character: str) -> bool:
    """Whether a character is punctuation, a symbol or a blank."""
    return unicodedata.category(character)[0] in "PSZ"


def words(text: str) -> list[str]:
    """Return the words of a text, case-folded."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def spans(text: str) -> list[tuple[int, int]]:
    """Return where the words of a text stand in it."""
    return [match.span() for match in _WORD.finditer(text)]


def contains(text: list[str], part: list[str]) -> bool:
    """Whether the words of a part stand beside each other in a text's words."""
    size = len(part)
    return size > 0 and any(text[at : at + size] == part for at in range(len(text) - size + 1))


def plain_digits(text: str) -> str:
    """Return the text in lower case with Devanagari and Arabic digits and marks in ASCII; its length stays the same."""
    lowered = text.lower()
    return (lowered if len(lowered) == len(text) else text).translate(_DIGITS)


def fold_word(word: str) -> str:
    """Return a word without Devanagari dots and joiners, which people write or leave out."""
    return _UNSAID.sub("", unicodedata.normalize("NFKD", word)) if not word.isascii() else word


def fold_name(name: str) -> str:
    """Return a name as it is looked for: without case, and Latin letters without accents."""
    letters = ((letter, unicodedata.normalize("NFD", letter)[0]) for letter in unicodedata.normalize("NFC", name))
    return "".join(base if base.isascii() else letter for letter, base in letters).casefold()


def rest(text: str, start: int, end: int) -> list[str]:
    """Return the words of a text outside a span that say something."""
    return [word for word in words(f"{text[:start]} {text[end:]}") if word not in FILLERS]
