"""Words that close a conversation: after its end they are answered once, and begin no other."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from app.bots.engine.flow import RATING_ID
from app.core.text import normalise_written, words
from app.core.values import read_value

LONGEST = 8
"""Words of the longest text that only closes."""
RATINGS = ("1", "2", "3", "4", "5")
_ANY = datetime(2000, 1, 1, tzinfo=UTC)
"""A rating is read alike at any time."""
_CLOSING = frozenset(
    """thanks thank thx thnx thanx ty tnx bye goodbye ok okay okey k kk great cool nice perfect done welcome cheers
    dhanyavad dhanyavaad dhanyawad shukriya alvida theek thik accha acha badhiya
    धन्यवाद शुक्रिया थैंक्स थैंक्यू बाय अलविदा ठीक अच्छा ओके बढ़िया شكرا شكرًا وداعا تمام حسنا 👍 🙏 😊 🙂 😀 😃 ❤ 👌 👋 🎉""".split()
)
_BESIDE = frozenset(
    """you u so much very a lot again for your the help that's thats that is it all good night day have see later nice
    sir madam ji hai h bahut aapka apka ka bhai and then got जी है बहुत आपका का के लिए और सर मैडम جزيلا لك""".split()
)


def is_closing(text: str) -> bool:
    """Whether a text thanks, agrees or takes leave, and says nothing else."""
    tokens = words(" ".join(normalise_written(text).replace("🙏", " 🙏 ").split()))
    closing_words = [word for word in tokens if word in _CLOSING or set(word) <= _CLOSING]
    return (
        0 < len(tokens) <= LONGEST
        and bool(closing_words)
        and all(word in _BESIDE or word in closing_words for word in tokens)
    )


def is_over_for(state: Mapping[str, Any], event: Mapping[str, Any]) -> bool:
    """Whether an event finds the conversation ended and begins another one: all that people say but closing words.

    One with a person is over but for its rating.
    """
    if event["type"] not in ("text", "choice") or not (state["ended"] or state["open"] == RATING_ID):
        return False
    if not state["ended"] and _is_rating(event):
        return False
    return event["type"] != "text" or not is_closing(event["text"])


def _is_rating(event: Mapping[str, Any]) -> bool:
    """Whether an event answers how a conversation was."""
    if event["type"] == "choice":
        return str(event["option"]) in RATINGS
    return bool(read_value(event["text"], "rating", _ANY, "UTC", scale=len(RATINGS)).values)
