"""The languages we speak, and which of them a reader gets."""

from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from flask import request

NAMES = {"en": "English", "hi": "हिन्दी", "ar": "العربية"}
"""Every language the interface speaks, under its own name."""
LANGUAGES = tuple(NAMES)
SPOKEN = ("en", "hi", "ar", "gu", "mr", "ta", "te", "kn", "bn")
"""Every language that bots and their clients may speak with people."""
_NAMES_IN = {
    "en": {"en": "English", "hi": "अंग्रेज़ी", "ar": "الإنجليزية"},
    "hi": {"en": "Hindi", "hi": "हिन्दी", "ar": "الهندية"},
    "ar": {"en": "Arabic", "hi": "अरबी", "ar": "العربية"},
    "gu": {"en": "Gujarati", "hi": "गुजराती", "ar": "الغوجاراتية"},
    "mr": {"en": "Marathi", "hi": "मराठी", "ar": "الماراثية"},
    "ta": {"en": "Tamil", "hi": "तमिल", "ar": "التاميلية"},
    "te": {"en": "Telugu", "hi": "तेलुगू", "ar": "التيلوغوية"},
    "kn": {"en": "Kannada", "hi": "कन्नड़", "ar": "الكانادا"},
    "bn": {"en": "Bengali", "hi": "बंगाली", "ar": "البنغالية"},
}
"""What spoken languages are called in each that the interface speaks, as browsers call them."""
RIGHT_TO_LEFT = frozenset({"ar"})


def negotiate(*wishes: str | None, accept: str = "", among: Collection[str] = LANGUAGES) -> str:
    """The first wish we speak, else the best of Accept-Language, else English; `among` is what is offered."""
    for wish in wishes:
        if wish in among:
            return str(wish)
    ranges = []
    for part in accept.split(",")[:20]:
        tag, _, parameters = part.strip().partition(";")
        language = tag.partition("-")[0].lower()
        if language in among:
            ranges.append((_quality(parameters), language))
    best = max(ranges, key=lambda pair: pair[0], default=(0.0, "en"))
    return best[1] if best[0] > 0 else "en"


def offered_languages(choices: Mapping[str, Any]) -> dict[str, str]:
    """The languages a workspace offers, with the names it gives them."""
    labels = {code: choices.get(code, {}) for code in LANGUAGES}
    return {code: its.get("name", NAMES[code]) for code, its in labels.items() if its.get("active", True)}


def reading_language(language: str = "") -> str:
    """The language to answer a call in: what it asks for, else what the client accepts, else English."""
    return negotiate(language, accept=request.headers.get("Accept-Language", ""))


def label_in(labels: Mapping[str, str], language: str, otherwise: str) -> str:
    """What something is called in a language, else in English, else by another name."""
    return labels.get(language) or labels.get("en") or otherwise


def comma_of(language: str) -> str:
    """What separates the items of a list."""
    return "، " if language == "ar" else ", "


def language_name(code: str, language: str) -> str:
    """What a language is called in another; its code where it is none that bots speak."""
    return label_in(_NAMES_IN.get(code, {}), language, code)


def find_language(text: str) -> str | None:
    """Return the spoken language that a code or one of its names means, if any."""
    key = text.strip().casefold()
    for code in SPOKEN:
        names = (code, NAMES.get(code, code), *_NAMES_IN[code].values())
        if key in map(str.casefold, names):
            return code
    return None


@cache
def catalogue(name: str, language: str) -> dict[str, str]:
    """The texts of one of the interface's catalogues, by key; in English where it does not speak the language."""
    code = language if language in LANGUAGES else "en"
    path = Path(__file__).parents[2] / "ui" / "i18n" / code / f"{name}.json"
    texts: dict[str, str] = orjson.loads(path.read_bytes())
    return texts


def _quality(parameters: str) -> float:
    """The `q` of one language range; nonsense counts as refused."""
    name, _, value = parameters.strip().partition("=")
    if not name:
        return 1.0
    try:
        return float(value) if name.strip() == "q" else 1.0
    except ValueError:
        return 0.0
