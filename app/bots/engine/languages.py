"""What a text says about languages: the one it asks for, and the one its script gives away."""

import re

from app.core.text import normalise, words

NAMES = {
    "en": ("english", "angrezi", "inglish", "अंग्रेज़ी", "अंग्रेजी", "इंग्लिश", "الإنجليزية"),
    "hi": ("hindi", "हिंदी", "हिन्दी", "الهندية"),
    "ar": ("arabic", "العربية", "عربي", "अरबी"),
    "gu": ("gujarati", "ગુજરાતી", "गुजराती"),
    "mr": ("marathi", "मराठी"),
    "ta": ("tamil", "தமிழ்", "तमिल"),
    "te": ("telugu", "తెలుగు", "तेलुगु"),
    "kn": ("kannada", "ಕನ್ನಡ", "कन्नड़"),
    "bn": ("bengali", "bangla", "বাংলা", "बंगाली"),
}
_BY_NAME = {name: language for language, names in NAMES.items() for name in names}
_ASKING = frozenset(
    """speak talk reply write answer switch change can could you we i want to in into please language let's lets would
    like only prefer chat converse
    mein me main mai bolo boliye baat karo kariye kijiye karein kare chahiye bhasha
    में बोलो बोलिए बात करो करिए कीजिए करें चाहिए भाषा बदलो मुझसे mujhse
    تحدث بال باللغة اللغة من فضلك""".split()
)
_SCRIPTS = {
    "hi": re.compile("[\u0900-\u097f]"),
    "ar": re.compile("[\u0600-\u06ff]"),
    "bn": re.compile("[\u0980-\u09ff]"),
    "gu": re.compile("[\u0a80-\u0aff]"),
    "ta": re.compile("[\u0b80-\u0bff]"),
    "te": re.compile("[\u0c00-\u0c7f]"),
    "kn": re.compile("[\u0c80-\u0cff]"),
}


def read_request(text: str) -> str | None:
    """Return the language a text asks for and says nothing else, or None."""
    tokens = words(normalise(text))
    languages = [_BY_NAME[word] for word in tokens if word in _BY_NAME]
    if len(languages) != 1:
        return None
    others = [word for word in tokens if word not in _BY_NAME and word not in _ASKING]
    return languages[0] if not others and len(tokens) <= 8 else None


def detect_by_script(text: str) -> str | None:
    """Return the language whose script most letters of a text are in; None for Latin letters."""
    if text.isascii():
        return None
    letters = sum(character.isalpha() for character in text)
    for language, script in _SCRIPTS.items():
        if letters and len(script.findall(text)) * 2 > letters:
            return language
    return None
