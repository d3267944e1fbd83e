"""Why a value does not fit: a code with its parameters, in English for programs and in a reader's language."""

from app.core.languages import catalogue

CATALOGUE = "rows"
"""The interface's catalogue of reasons: what a page says of a row is what a file of rows says."""


class Reason(str):
    """A reason in English, which keeps its code and its parameters."""

    code: str
    params: dict[str, str]


def reason(code: str, **params: object) -> Reason:
    """A reason by its code."""
    texts = {name: str(value) for name, value in params.items()}
    worded_reason = Reason(reason_text(code, texts))
    worded_reason.code, worded_reason.params = code, texts
    return worded_reason


def reason_text(code: str, params: dict[str, str], language: str = "en") -> str:
    """A reason in a language of the interface."""
    text = catalogue(CATALOGUE, language)[code]
    for name, value in params.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def code_of(text: str) -> str:
    """The code of a reason without parameters that is kept in English; empty for any other text."""
    return next((code for code, worded_text in catalogue(CATALOGUE, "en").items() if worded_text == text), "")
