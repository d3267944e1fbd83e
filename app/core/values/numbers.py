"""Numbers and ratings in digits and in words of English, Hindi, Hinglish and Arabic, with multipliers and units."""

import re
from typing import NamedTuple

from app.core.text import fold_word, plain_digits, words
from app.core.values.reading import BEGIN, END, Reading, Value, any_of, by_word, reading_of

_UNITS = (
    "zero shunya sunya शून्य", "one ek एक", "two do दो", "three teen tin तीन", "four char chaar चार",
    "five paanch panch पांच पाँच", "six chhe chah che छह छः छे", "seven saat सात", "eight aath आठ", "nine nau नौ",
    "ten das दस", "eleven gyarah ग्यारह", "twelve barah baarah बारह", "thirteen terah तेरह", "fourteen chaudah चौदह",
    "fifteen pandrah पंद्रह पन्द्रह", "sixteen solah सोलह", "seventeen satrah सत्रह", "eighteen atharah अठारह",
    "nineteen unnis उन्नीस", "twenty bees bis बीस", "ikkis इक्कीस", "bais बाईस", "teis तेईस", "chaubis चौबीस",
    "pachees pachis पच्चीस", "chhabbis छब्बीस", "sattais सत्ताईस", "atthais अट्ठाईस", "untis उनतीस", "thirty tees tis तीस",
)  # fmt: skip
_TENS = {
    **dict.fromkeys("forty chalis चालीस".split(), 40), **dict.fromkeys("paintalis पैंतालीस".split(), 45),
    **dict.fromkeys("fifty pachas pachaas पचास".split(), 50), **dict.fromkeys("sixty saath साठ".split(), 60),
    **dict.fromkeys("seventy sattar सत्तर".split(), 70), **dict.fromkeys("pachhattar पचहत्तर".split(), 75),
    **dict.fromkeys("eighty assi अस्सी".split(), 80), **dict.fromkeys("ninety nabbe नब्बे".split(), 90),
}  # fmt: skip
_ARABIC = (
    "صفر", "واحد واحدة", "اثنان اثنين إثنين", "ثلاثة ثلاث", "أربعة أربع اربعة اربع", "خمسة خمس", "ستة ست", "سبعة سبع",
    "ثمانية ثماني ثمان", "تسعة تسع", "عشرة عشر",
)  # fmt: skip
_ARABIC_TENS = (
    "عشرون عشرين", "ثلاثون ثلاثين", "أربعون أربعين اربعون اربعين", "خمسون خمسين", "ستون ستين", "سبعون سبعين",
    "ثمانون ثمانين", "تسعون تسعين",
)  # fmt: skip
WORDS = by_word(
    {word: n for units in (_UNITS, _ARABIC) for n, names in enumerate(units) for word in names.split()}
    | {word: n * 10 for n, names in enumerate(_ARABIC_TENS, 2) for word in names.split()}
    | _TENS
)
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
_MULTIPLIERS = by_word(
    dict.fromkeys("hundred sau सौ مئة مائة مية".split(), 100)
    | dict.fromkeys("k thousand thousands hazaar hazar hajar hajaar हज़ार हजार ألف الف ألفا آلاف الاف".split(), 1_000)
    | dict.fromkeys("lakh lakhs lac lacs लाख".split(), 100_000)
    | dict.fromkeys("million mn مليون ملايين".split(), 1_000_000)
    | dict.fromkeys("crore crores cr karod करोड़ करोड".split(), 10_000_000)
)
_QUARTERS = {**dict.fromkeys(map(fold_word, "sava sawa सवा".split()), 0.25),
             **dict.fromkeys(map(fold_word, "sadhe saadhe साढ़े साढे".split()), 0.5),
             **dict.fromkeys(map(fold_word, "paune pone पौने".split()), -0.25)}  # fmt: skip
_HALVES = {**dict.fromkeys(map(fold_word, "dedh डेढ़ डेढ".split()), 1.5),
           **dict.fromkeys(map(fold_word, "dhai dhaai adhai ढाई".split()), 2.5)}  # fmt: skip
_MEASURES = frozenset(
    """km kms kilometer kilometers kilometre kilometres किमी rs inr rupees rupee rupaye रुपये रुपए year years yr yrs
    day days month months hour hours hrs minute minutes min mins kg people persons person log लोग times
    كم كيلو كيلومتر كيلومترا روبية درهم ريال سنة سنوات أيام أشهر نجوم نجمة""".split()
)
_UNCLEAR = frozenset({"l", "m", "b", "%"})
"""Letters that may be a unit or a multiplier, and another scale: what they are written after is not a plain number."""
_TOKEN = re.compile(
    rf"{BEGIN}(?<!\d[.,:/-])(?P<sign>(?<!\S)[-−])?(?:(?:rs\.?|inr|₹|\$|€)\s?)?(?P<digits>\d+(?:[.,'’]\d+)*)"
    rf"(?P<glued>%|[^\W\d]+[\u0900-\u0963]*)?{END}(?![.,:/-]\d)(?!-)"
    rf"|{BEGIN}(?P<word>(?:[^\W\d]|[\u0900-\u0963])+){END}"
)
_POINT = re.compile(r"\d+(?:\.\d+)?|\d{1,3}(?:[,'’]\d{3})+(?:\.\d+)?|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?")
_COMMA = re.compile(r"\d+(?:,\d+)?|\d{1,3}(?:[.'’]\d{3})+(?:,\d+)?")
_TWOFOLD = re.compile(r"[1-9]\d{0,2}\.\d{3}")
LONGEST = 16
"""Digits of the longest number that is read."""
_OUT_OF = re.compile(r"(?<!\S)(\S{1,40})\s?(?:/|out of|of|mein se|में से)\s?(\S{1,40})(?!\S)")
_STARS = "⭐★🌟"
_RATING_WORDS = frozenset(
    "star stars point points mark marks rate rating rated score give giving gave out i'd i'll dunga dungi deta deti "
    "स्टार तारे अंक".split()
)


class Decimals(NamedTuple):
    """What digits with marks are, by the mark of their decimals; None where they are no number that way."""

    point: float | int | None
    comma: float | int | None


def read_digits(digits: str) -> Decimals:
    """Return the number that digits are if their decimals begin with a point, and if they begin with a comma."""
    if len(re.sub(r"\D", "", digits)) > LONGEST:
        return Decimals(None, None)
    point = _number(re.sub(r"[,'’]", "", digits)) if _POINT.fullmatch(digits) else None
    comma = _number(re.sub(r"[.'’]", "", digits).replace(",", ".")) if _COMMA.fullmatch(digits) else None
    return Decimals(point, comma)


def _number(text: str) -> float | int:
    return float(text) if "." in text else int(text)


def _possible(digits: str) -> tuple[float | int, ...]:
    """The numbers that digits mean to people who write decimals with a point unless they show that they do not."""
    point, comma = read_digits(digits)
    if point is not None:
        # "45.000" is forty-five to some and forty-five thousand to others.
        return (point, comma) if _TWOFOLD.fullmatch(digits) and comma is not None else (point,)
    is_clear = comma is not None and re.fullmatch(r"\d{4,},\d+|\d{1,3}(?:\.\d{3})+,\d+", digits) is not None
    return (comma,) if is_clear and comma is not None else ()


class _Term(NamedTuple):
    """A number of a sum: what it may be, and whether a multiplier was said with it."""

    numbers: tuple[float | int, ...]
    start: int
    end: int
    multiplier: int
    is_digits: bool


def _terms(text: str) -> list[_Term]:
    """The numbers of a text with their multipliers, before those of one sum are added."""
    tokens, terms, at = list(_TOKEN.finditer(text)), list[_Term](), 0
    while at < len(tokens):
        first, at = tokens[at], at + 1
        quarter = _QUARTERS.get(fold_word(first["word"] or ""))
        if quarter is not None and at < len(tokens):
            second, at = tokens[at], at + 1
        else:
            second, quarter = first, None
        numbers, is_digits = _parse_token(second)
        if not numbers:
            at -= quarter is not None
            continue
        end, unit, multiplier = second.end(), fold_word(second["glued"] or ""), 1
        if (second["word"] and numbers[0] in range(20, 100, 10) and at < len(tokens) and tokens[at]["word"]
                and WORDS.get(fold_word(tokens[at]["word"]), 0) in range(1, 10)
                and text[end : tokens[at].start()] in (" ", "-")):  # fmt: skip
            numbers, end, at = (numbers[0] + WORDS[fold_word(tokens[at]["word"])],), tokens[at].end(), at + 1
        elif second["word"] and numbers[0] in range(1, 10) and at < len(tokens) and (tens := _tens_after(tokens[at])):
            numbers, end, at = (numbers[0] + tens,), tokens[at].end(), at + 1
        if quarter is not None:
            numbers = tuple(number + quarter for number in numbers)
        if unit in _MULTIPLIERS:
            multiplier = _MULTIPLIERS[unit]
        elif unit and (unit in _UNCLEAR or unit not in _MEASURES):
            continue
        while not unit and at < len(tokens) and fold_word(tokens[at]["word"] or "") in _MULTIPLIERS:
            multiplier, end = multiplier * _MULTIPLIERS[fold_word(tokens[at]["word"])], tokens[at].end()
            at += 1
        if at < len(tokens) and fold_word(tokens[at]["word"] or "") in _UNCLEAR:
            continue
        if re.match(r"\s?%", text[end:]):
            continue
        if quarter is not None and multiplier == 1:
            continue  # "half past three" is a time.
        sign = -1 if second["sign"] else 1
        numbers = tuple(_plain(sign * number * multiplier) for number in numbers)
        terms.append(_Term(numbers, first.start(), end, multiplier, is_digits))
    return terms


def _parse_token(token: re.Match[str]) -> tuple[tuple[float | int, ...], bool]:
    """The numbers that a token may be, and whether it is written in digits."""
    if token["digits"]:
        return _possible(token["digits"]), True
    word = fold_word(token["word"])
    half = _HALVES.get(word)
    number = half if half is not None else WORDS.get(word)
    return (() if number is None else (number,)), False


def _tens_after(token: re.Match[str]) -> int:
    """The tens that Arabic says after the ones, "five-and-forty"; 0 where a word is no such."""
    word = token["word"] or ""
    tens = WORDS.get(fold_word(word[1:]), 0) if word.startswith("و") else 0
    return tens if tens in range(20, 100, 10) else 0


def _plain(number: float) -> float | int:
    rounded = round(number, 6)
    return int(rounded) if isinstance(number, float) and rounded.is_integer() and abs(number) >= 1_000 else rounded


def _sums(text: str) -> list[tuple[Value, bool, bool]]:
    """The numbers of a text – "1 lakh 20 thousand" is one – and whether each is in digits, and has a multiplier."""
    sums: list[tuple[_Term, ...]] = []
    for term in _terms(text):
        last = sums[-1][-1] if sums else None
        if last is not None and 1 < last.multiplier > term.multiplier and not text[last.end : term.start].strip():
            sums[-1] = (*sums[-1], term)
        else:
            sums.append((term,))
    results = []
    for parts in sums:
        start, end = parts[0].start, parts[-1].end
        totals: list[float | int] = [0]
        for part in parts:
            totals = [total + number for total in totals for number in part.numbers]
        is_digits, has_multiplier = any(part.is_digits for part in parts), parts[0].multiplier > 1
        results += [(Value(total, text[start:end], start, end), is_digits, has_multiplier) for total in totals]
    return results


def find(text: str) -> list[Value]:
    """Return the numbers written in digits; `1,20,000` is one, and so is `1.5 lakh`."""
    return [value for value, is_digits, _ in _sums(plain_digits(text)) if is_digits]


def read(text: str) -> Reading:
    """Return the number that a text is, in digits or as a word."""
    sums = _sums(plain_digits(text))
    values = [value for value, is_digits, has_multiplier in sums if is_digits or has_multiplier]
    if not values:
        # "do" is a number in Hinglish and a verb in English: it counts where nothing else is said.
        values = [value for value, _, _ in sums]
        reading = reading_of(text, values, known=_MEASURES)
        return reading if not reading.rest else Reading((), reading.rest)
    return reading_of(text, values, known=_MEASURES)


def read_rating(text: str, scale: int) -> Reading:
    """Return a rating from 1 (10: from 0) to the scale: `4`, `4/5`, `four stars`; one of another scale is none."""
    plain = plain_digits(text).strip().rstrip("!*. ")
    stars = re.sub(r"[\s\ufe0f]", "", plain)
    if stars and set(stars) <= set(_STARS):
        reading = Reading((Value(len(stars), text, 0, len(text)),))
    else:
        if "/" in plain and not _OUT_OF.search(plain):
            return Reading((), tuple(words(text)))
        out_of = _OUT_OF.search(plain)
        if out_of is not None:
            numbers = [read(part).whole for part in out_of.groups()]
            if numbers[1] is None or numbers[1].value != scale:
                return Reading((), tuple(words(text)))
            plain = f"{plain[: out_of.start()]} {out_of[1]} {plain[out_of.end() :]}"
        plain = " ".join(word for word in plain.replace("⭐", " ").split() if word.strip(",.!") not in _RATING_WORDS)
        reading = read(plain)
        if reading.rest:
            return Reading((), reading.rest)
    lowest = 0 if scale == 10 else 1
    values = tuple(
        Value(value.value, text, 0, len(text))
        for value in reading.values
        if isinstance(value.value, int) and lowest <= value.value <= scale
    )
    return Reading(values if len(values) == len(reading.values) else (), reading.rest)


def read_ordinal(text: str) -> int | None:
    """Return the place a text names, counted from 1: `2`, `2nd`, `the second one`, or None."""
    ordinals = [
        word
        for word in words(plain_digits(text))
        if word not in {"the", "one", "option", "number", "no", "wala", "वाला"}
    ]
    if len(ordinals) == 0 and words(text):
        ordinals = [word for word in words(text) if word == "one"][:1]
    if len(ordinals) != 1:
        return None
    word = ordinals[0]
    if word.isascii() and word.isdecimal() and len(word) < 3:
        return int(word)
    return ORDINALS.get(word, WORDS.get(fold_word(word)))


def number_word() -> str:
    """Return a pattern for the number words of hours."""
    return any_of(word for word, number in WORDS.items() if 1 <= number <= 12)
