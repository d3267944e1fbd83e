"""Actions that a search offers beside things: each leads to where it is begun, or is done by the browser."""

from collections.abc import Sequence
from typing import NamedTuple

from app.accounts.auth.preferences import preferences
from app.core.security.visitor import can, current_ability
from app.search.hits import Candidate, SearchResults, fitting
from app.search.matching import terms_of
from app.web.navigation import may_open
from app.web.site import site


class Action(NamedTuple):
    """Something a reader can do: its name by language, where it begins, and who may."""

    id: str
    icon: str
    url: str
    titles: dict[str, str]
    ability: tuple[str, str] | None = None

    def is_offered(self) -> bool:
        """Whether this reader may do it, on a page that exists."""
        match = site().table.match(self.url.split("?")[0].split("#")[0])
        if match is None or not may_open(match.page, current_ability()):
            return False
        return self.ability is None or can(*self.ability)


ACTIONS: Sequence[Action] = (
    Action("new-bot", "plus", "/admin/bots/new",
           {"en": "New bot", "hi": "नया बॉट", "ar": "بوت جديد"}, ("create", "Bot")),
    Action("import", "upload", "/admin/import",
           {"en": "Import conversations", "hi": "बातचीत आयात करें", "ar": "استيراد محادثات"}, ("create", "Import")),
    Action("new-mail", "mail", "/apps/email/compose", {"en": "Write an email", "hi": "ईमेल लिखें", "ar": "كتابة بريد"}),
    Action("new-task", "list-todo", "/apps/todo?new=1",
           {"en": "New task", "hi": "नया कार्य", "ar": "مهمة جديدة"}, ("create", "Office")),
    Action("new-event", "calendar", "/apps/calendar?new=1",
           {"en": "New event", "hi": "नया कार्यक्रम", "ar": "حدث جديد"}, ("create", "Office")),
    Action("new-invoice", "receipt", "/apps/invoice/add",
           {"en": "New invoice", "hi": "नया चालान", "ar": "فاتورة جديدة"}, ("create", "Office")),
    Action("add-user", "users", "/apps/user/list?do=new",
           {"en": "Add user", "hi": "उपयोगकर्ता जोड़ें", "ar": "إضافة مستخدم"}, ("create", "User")),
    Action("skin-dark", "moon", "/pages/layout",
           {"en": "Switch to dark", "hi": "गहरी थीम चुनें", "ar": "التبديل إلى الداكن"}),
    Action("skin-light", "sun", "/pages/layout",
           {"en": "Switch to light", "hi": "हल्की थीम चुनें", "ar": "التبديل إلى الفاتح"}),
)  # fmt: skip
"""In the order in which they are listed to who has typed nothing yet."""


def find(q: str, language: str) -> SearchResults:
    """The actions whose names fit; with nothing typed, all that the reader may do."""
    skin = preferences().get("skin")
    candidates = [
        Candidate(action.id, action.url, action.titles.get(language, action.titles["en"]), icon=action.icon)
        for action in ACTIONS
        if action.is_offered() and action.id != f"skin-{skin}"
    ]
    return fitting(terms_of(q), candidates) if terms_of(q) else every(candidates)


def every(candidates: Sequence[Candidate]) -> SearchResults:
    """All of some named things, in their own order."""
    return SearchResults(len(candidates), lambda start, end: [action.hit() for action in candidates[start:end]])
