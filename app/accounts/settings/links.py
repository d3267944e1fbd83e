"""Where people are found elsewhere: what a link of each service looks like, and the link a bare name represents."""

from typing import NamedTuple

SERVICES = ("twitter", "google", "facebook", "github")
"""What an account can be noted of."""


class Network(NamedTuple):
    """How a service writes its addresses, and its names of people."""

    address: str
    name: str
    prefix: str

    @property
    def pattern(self) -> str:
        """What is taken: nothing, an address of the service, or a name there."""
        return f"^(?:https://{self.address}/?|@?{self.name})?$"

    def link(self, entry: str) -> str:
        """The address that an entry represents."""
        return entry if not entry or entry.startswith("https://") else self.prefix + entry.removeprefix("@")


_NAME = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,59}"
NETWORKS = {
    "twitter": Network(r"(?:www\.)?(?:twitter|x)\.com/[A-Za-z0-9_]{1,30}", "[A-Za-z0-9_]{1,30}", "https://x.com/"),
    "facebook": Network(rf"(?:www\.|m\.)?facebook\.com/{_NAME}", _NAME, "https://www.facebook.com/"),
    "google": Network(rf"(?:[a-z]{{1,20}}\.google\.com|g\.dev)/{_NAME}(?:/{_NAME}){{0,3}}", _NAME, "https://g.dev/"),
    "linkedIn": Network(
        rf"(?:[a-z]{{2,3}}\.)?linkedin\.com/(?:in|company)/{_NAME}", _NAME, "https://www.linkedin.com/in/"
    ),
    "instagram": Network(
        r"(?:www\.)?instagram\.com/[A-Za-z0-9_.]{1,30}", "[A-Za-z0-9_.]{1,30}", "https://www.instagram.com/"
    ),
    "quora": Network(rf"(?:[a-z]{{2,3}}\.)?quora\.com/profile/{_NAME}", _NAME, "https://www.quora.com/profile/"),
}
