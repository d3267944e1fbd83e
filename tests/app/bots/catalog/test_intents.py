"""What intents are called wherever they are shown: by their titles in the reader's language, else in words."""

from collections.abc import Callable

from flask.testing import FlaskClient

from tests.factories.bots import BILINGUAL_FLOW

As = Callable[..., FlaskClient]


def test_a_sandbox_names_the_intents_of_its_bot_in_the_readers_language(as_: As) -> None:
    titled = {"goto": "menu", "title": {"en": "Book a service", "hi": ["सर्विस बुक करें", "बुकिंग"]}, "phrases": {}}
    flow = BILINGUAL_FLOW | {"intents": {"service.book": titled, "opening_hours": {"goto": "menu", "phrases": {}}}}
    admin = as_("admin")
    bot = admin.post("/api/v1/bots", json={"name": "Desk", "group": "service", "flow": flow}).json["id"]
    sandbox = admin.post("/api/v1/sandbox", json={"bot": bot}).json["id"]
    titles = {
        language: admin.get(f"/api/v1/sandbox/{sandbox}", headers={"Accept-Language": language}).json["titles"]
        for language in ("en", "hi")
    }
    assert titles["en"] == {"service.book": "Book a service", "opening_hours": "Opening hours"}
    assert titles["hi"] == {"service.book": "सर्विस बुक करें", "opening_hours": "Opening hours"}
