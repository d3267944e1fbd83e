"""E-mail addresses as they are stored, wherever they come from."""

import re
import unicodedata

LONGEST = 254
_ATOM = r"[\w!#$%&'*+/=?^`{|}~-]+"
_ADDRESS = re.compile(
    rf"(?=.{{1,64}}@){_ATOM}(?:\.{_ATOM})*@(?:(?!-)[\w-]{{1,63}}(?<!-)\.)+[^\W\d_][\w-]{{0,61}}[^\W_]"
)


def normalise_email_text(text: str) -> str:
    """Return a text in NFKC, without blanks around it and characters that are not seen."""
    visible = (character for character in text if unicodedata.category(character) not in ("Cf", "Cc"))
    return unicodedata.normalize("NFKC", "".join(visible)).strip()


def normal_email(text: str) -> str | None:
    """Return the address that a text is, in lower case and without unseen characters; None where it is none."""
    address = normalise_email_text(text.replace("’", "'")).lower()
    return address if len(address) <= LONGEST and _ADDRESS.fullmatch(address) else None
