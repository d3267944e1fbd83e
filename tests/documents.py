"""What documents say."""

import pypdfium2


def text_of_pages(document: bytes) -> list[str]:
    """Return the text of each page of a PDF."""
    return [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(document)]


def written(document: bytes) -> str:
    """Return the text of a PDF."""
    return "\n".join(text_of_pages(document))
