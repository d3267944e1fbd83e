"""What a call says besides the flow, and how any text becomes one that can be spoken."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

PROMPTS: dict[str, dict[str, str]] = {
    "no_input": {
        "en": "I did not hear you.", "hi": "मुझे सुनाई नहीं दिया।", "ar": "لم أسمعك.",
    },
    "goodbye": {
        "en": "Thank you for calling. Goodbye.", "hi": "फ़ोन करने के लिए धन्यवाद। नमस्ते।", "ar": "شكرًا لاتصالك. مع السلامة.",
    },
    "transfer": {
        "en": "I am connecting you. One moment.", "hi": "मैं आपको जोड़ रहा हूँ। एक पल।",
        "ar": "سأحوّل مكالمتك. لحظة من فضلك.",
    },
    "nobody": {
        "en": "Nobody can take your call now.", "hi": "अभी कोई आपकी कॉल नहीं ले सकता।",
        "ar": "لا يستطيع أحد الرد على مكالمتك الآن.",
    },
    "wait": {"en": "One moment, please.", "hi": "एक पल रुकिए।", "ar": "لحظة من فضلك."},
    "limit": {
        "en": "This call has reached its longest time. Goodbye.", "hi": "इस कॉल का समय पूरा हो गया। नमस्ते।",
        "ar": "بلغت هذه المكالمة أقصى مدتها. مع السلامة.",
    },
    "consent": {
        "en": "This call is recorded to improve our service.",
        "hi": "सेवा बेहतर करने के लिए यह कॉल रिकॉर्ड होती है।", "ar": "تُسجَّل هذه المكالمة لتحسين خدمتنا.",
    },
    "ask": {
        "en": "Say no if you do not want that.", "hi": "न चाहें तो “नहीं” बोलें।", "ar": "قل «لا» إذا كنت لا تريد ذلك.",
    },
    "closed": {
        "en": "This number is not in service.", "hi": "यह नंबर सेवा में नहीं है।", "ar": "هذا الرقم خارج الخدمة.",
    },
}  # fmt: skip
KEYS = {"en": "Press {key} for {label}.", "hi": "{label} के लिए {key} दबाएँ।", "ar": "اضغط {key} من أجل {label}."}
REFUSING = frozenset(
    {"no", "nope", "no thanks", "no thank you", "dont", "नहीं", "ना", "नही", "nahi", "nahin", "لا", "كلا"}
)
"""Answers that refuse a recording."""
OPTIONS = 9
"""Options that keys choose."""
_LINK = re.compile(r"\[([^\]\n]{1,300})\]\((?:https?|mailto|tel):[^)\s]{1,500}\)")
_ADDRESS = re.compile(r"https?://\S+|www\.\S+")
_MARKS = re.compile(r"(?<!\w)[*_~`]{1,3}(?=\S)|(?<=\S)[*_~`]{1,3}(?!\w)|^\s{0,3}(?:#{1,6}|>|[-*+]|\d{1,2}\.)\s+", re.M)
_STRAY = re.compile(r"(?<![\u0900-\u0dff])\u200d")
_INSIDE = "\\w\u0900-\u0dff"
_NUMBER = re.compile(r"\+?[\d\s()./-]+")


def to_speech(text: str, lexicon: Iterable[Mapping[str, str]] = ()) -> str:
    """Return a text as it is said: without links, marks of formatting and emoji, hard words as the lexicon has them."""
    text = _MARKS.sub("", _ADDRESS.sub("", _LINK.sub(r"\1", text)))
    text = _STRAY.sub("", "".join(" " if ord(char) < 32 else char for char in text if not _is_picture(char)))
    for entry in lexicon:
        word = rf"(?<![{_INSIDE}]){re.escape(entry['word'])}(?![{_INSIDE}])"
        text = re.sub(word, entry["say"].replace("\\", r"\\"), text, flags=re.I)
    return " ".join(text.split())


def _is_picture(char: str) -> bool:
    """Whether a character is an emoji, a part of one, or nothing that a file of XML may hold."""
    code = ord(char)
    if code in (0x200D, 0x20E3) or 0xFE00 <= code <= 0xFE0F or 0xE0000 <= code <= 0xE007F or 0x1F3FB <= code <= 0x1F3FF:
        return code != 0x200D  # A joiner belongs to letters of Devanagari too.
    return unicodedata.category(char) in ("So", "Cs", "Co", "Cn") or (unicodedata.category(char) == "Cc" and code >= 32)


def prompt(name: str, language: str, own: Mapping[str, Any] | None = None) -> str:
    """Return what a call says in a language, the bot's own words before ours."""
    texts: Mapping[str, str] = {**PROMPTS[name], **{key: text for key, text in (own or {}).items() if text}}
    return texts.get(language) or texts.get(language.partition("-")[0]) or texts["en"]


def keys_text(labels: Iterable[str], language: str) -> str:
    """Return how the options of a question are named with their keys."""
    pattern = KEYS.get(language.partition("-")[0], KEYS["en"])
    numbered = enumerate(list(labels)[:OPTIONS], 1)
    return " ".join(pattern.format(key=number, label=label.rstrip(".।؟?! ")) for number, label in numbered)


def words_of(text: str) -> list[str]:
    """Return the words of a text, in small letters."""
    text = unicodedata.normalize("NFC", text).casefold().replace("'", "").replace("’", "")
    return "".join(char if unicodedata.category(char)[0] in "LMN" else " " for char in text).split()


def refuses(text: str) -> bool:
    """Whether an answer to the notice of a recording refuses it."""
    return " ".join(words_of(text)) in REFUSING


def is_number(text: str) -> bool:
    """Whether a text is a telephone number as it is written."""
    digits = sum(char.isdigit() for char in text)
    return bool(_NUMBER.fullmatch(text)) and 4 <= digits <= 15


def hits_of(text: str, lists: Iterable[Mapping[str, Any]], speaker: str) -> list[str]:
    """Return the phrase lists of a speaker that a text has a phrase of."""
    line = f" {' '.join(words_of(text))} "
    return [
        entry["name"] for entry in lists
        if entry["by"] == speaker and any(f" {' '.join(words_of(phrase))} " in line for phrase in entry["phrases"])
    ]  # fmt: skip


def word_errors(hypothesis: str, reference: str) -> tuple[int, int]:
    """Return how many words were heard wrong, missed or added, and how many were meant."""
    wrong, right = words_of(hypothesis), words_of(reference)
    row = list(range(len(wrong) + 1))
    for number, word in enumerate(right, 1):
        before, row[0] = row[0], number
        for place, other in enumerate(wrong, 1):
            before, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, before + (word != other))
    return row[-1], len(right)
