"""Numbers and ratings in digits and in words of English, Hindi and Hinglish."""

import re

from app.bots.engine.text import FILLERS, plain_digits, words
from app.bots.engine.values.found import Found

_NUMBER = re.compile(r"(?<![\w.,])-?\d{1,3}(?:,\d{2,3})+(?:\.\d+)?(?![\w])|(?<![\w.])-?\d+(?:\.\d+)?(?!\w)")
WORDS = {
    word: n
    for n, names in enumerate(
        (
            "zero shunya शून्य",
            "one ek एक",
            "two do दो",
            "three teen tin तीन",
            "four char chaar चार",
            "five paanch panch पांच पाँच",
            "six chhe chah छह छः छे",
            "seven saat सात",
            "eight aath आठ",
            "nine nau नौ",
            "ten das दस",
            "eleven gyarah ग्यारह",
            "twelve barah बारह",
        )
    )
    for word in names.split()
}
ORDINALS = {
    word: n
    for n, names in enumerate(
        (
            "first 1st pehla pehli pahla pahli पहला पहली पहले",
            "second 2nd dusra dusri doosra doosri दूसरा दूसरी दूसरे",
            "third 3rd teesra teesri tisra तीसरा तीसरी",
            "fourth 4th chautha chauthi चौथा चौथी",
            "fifth 5th paanchva panchva पांचवां पाँचवाँ",
            "sixth 6th chhatha छठा",
            "seventh 7th",
            "eighth 8th",
            "ninth 9th",
            "tenth 10th",
        ),
        1,
    )
    for word in names.split()
}


def find(text: str) -> list[Found]:
    """Return the numbers written in digits; `1,20,000` is one."""
    found = []
    for match in _NUMBER.finditer(plain_digits(text)):
        said = match[0].replace(",", "")
        if len(said) <= 16:
            value = float(said) if "." in said else int(said)
            found.append(Found(value, match[0], match.start(), match.end()))
    return found


def read(text: str) -> Found | None:
    """Return the one number that a text is, in digits or as a word, or None."""
    digits = find(text)
    if len(digits) == 1:
        return digits[0]
    said = [word for word in words(text) if word in WORDS]
    others = [word for word in words(text) if word not in WORDS and word not in FILLERS]
    # "do" is a number in Hinglish and a verb in English: it counts where nothing else is said.
    if len(said) == 1 and not others and not digits:
        return Found(WORDS[said[0]], text, 0, len(text))
    return None


def read_rating(text: str, scale: int) -> Found | None:
    """Return a rating from 1 (10: from 0) to the scale: `4`, `4/5`, `four stars`, or None."""
    digits = re.fullmatch(
        r"(\d{1,2})\s?(?:/\s?\d{1,2}|out of \d{1,2}|stars?|⭐|[.!*]{0,3})", plain_digits(text).strip()
    )
    if digits:
        value = int(digits[1])
    elif text.strip() and set(text.strip()) <= {"⭐", "★", "\ufe0f"}:
        value = sum(character in "⭐★" for character in text)
    else:
        word = read(text)
        if word is None and len(kept := [one for one in words(text) if one not in {"star", "stars"}]) == 1:
            word = read(kept[0])
        if word is None or not isinstance(word.value, int):
            return None
        value = word.value
    lowest = 0 if scale == 10 else 1
    return Found(value, text, 0, len(text)) if lowest <= value <= scale else None


def read_ordinal(text: str) -> int | None:
    """Return the place a text names, counted from 1: `2`, `2nd`, `the second one`, or None."""
    said = [
        word
        for word in words(plain_digits(text))
        if word not in {"the", "one", "option", "number", "no", "wala", "वाला"}
    ]
    if len(said) == 0 and words(text):
        said = [word for word in words(text) if word == "one"][:1]
    if len(said) != 1:
        return None
    word = said[0]
    if word.isascii() and word.isdecimal() and len(word) < 3:
        return int(word)
    return ORDINALS.get(word, WORDS.get(word))
