"""Answers as texts, whatever file they are."""

import io
import zipfile

from werkzeug.test import TestResponse

WORKBOOK = "spreadsheetml"


def text_of(answer: TestResponse) -> str:
    """The text of an answer; of a workbook the texts of its sheets, of a PDF or picture what is not compressed."""
    if answer.content_type in ("application/pdf", "image/png"):
        return answer.data.decode("latin-1")
    if WORKBOOK not in answer.content_type:
        return answer.text
    with zipfile.ZipFile(io.BytesIO(answer.data)) as book:
        return "\n".join(book.read(name).decode() for name in book.namelist())
