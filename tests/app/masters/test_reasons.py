"""Why rows do not fit: each reason has its words in every language, with the same parameters."""

import re
from pathlib import Path

import app.masters
from app.core.languages import LANGUAGES, catalogue
from app.masters.reasons import CATALOGUE, reason, reason_text

FOLDER = Path(app.masters.__file__).parent


def test_every_reason_is_reported_in_every_language_with_its_parameters() -> None:
    english = catalogue(CATALOGUE, "en")
    for language in LANGUAGES:
        words = catalogue(CATALOGUE, language)
        assert words.keys() == english.keys()
        for code, text in words.items():
            assert sorted(re.findall(r"{\w+}", text)) == sorted(re.findall(r"{\w+}", english[code])), (language, code)


def test_the_catalogue_has_what_the_code_says_and_no_more() -> None:
    codes = {code for file in FOLDER.rglob("*.py") for code in re.findall(r'reason\(\s*"(\w+)"', file.read_text())}
    assert codes == catalogue(CATALOGUE, "en").keys()


def test_a_reason_is_its_english_text_and_keeps_what_it_is_made_of() -> None:
    sentence = reason("vin_letter", letter="I", digit=1)
    assert sentence == "The letter I is not used in a VIN. Is it 1?"
    assert (sentence.code, sentence.params) == ("vin_letter", {"letter": "I", "digit": "1"})
    assert reason_text(sentence.code, sentence.params, "ar").startswith("لا يُستخدم الحرف I")
