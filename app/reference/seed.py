"""The demonstration's code lists and text snippets."""

from app.accounts.workspaces.models import Workspace
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import within
from app.reference.models import Entry, Snippet
from app.reference.service import add_defaults

MODELS = {
    "vela": ("Vela", "वेला", "فيلا", ("1.2 LX", "1.2 VX", "1.5 VX")),
    "orin": ("Orin", "ओरिन", "أورين", ("1.5 Petrol", "1.5 Diesel")),
    "astra-ev": ("Astra EV", "एस्ट्रा ईवी", "أسترا الكهربائية", ("40 kWh", "55 kWh")),
}
HOLIDAYS = (
    ("01-26", "Republic Day", "गणतंत्र दिवस", "يوم الجمهورية"),
    ("08-15", "Independence Day", "स्वतंत्रता दिवस", "عيد الاستقلال"),
    ("10-02", "Gandhi Jayanti", "गांधी जयंती", "عيد ميلاد غاندي"),
)

SNIPPETS = {
    "greeting": ("Beginning of an answer", "Hello {{contact.first_name}}, thank you for writing to us.",
                 "नमस्ते {{contact.first_name}}, हमें लिखने के लिए धन्यवाद।",
                 "مرحبًا {{contact.first_name}}، شكرًا لمراسلتنا."),
    "opening_hours": ("", "We are open Monday to Saturday from 9 am to 7 pm.",
                      "हम सोमवार से शनिवार सुबह 9 से शाम 7 बजे तक खुले हैं।",
                      "نستقبلكم من الاثنين إلى السبت من التاسعة صباحًا حتى السابعة مساءً."),
    "pick_up": ("Service", "We can collect your car and bring it back. The pick-up is free within 10 km.",
                "हम आपकी कार ले जा सकते हैं और वापस पहुँचा सकते हैं। 10 किमी तक यह मुफ़्त है।",
                "يمكننا أخذ سيارتك وإعادتها. الاستلام مجاني ضمن مسافة 10 كم."),
}  # fmt: skip


def _labels(english: str, hindi: str, arabic: str) -> dict[str, str]:
    return {"en": english, "hi": hindi, "ar": arabic}


def seed(workspace: Workspace) -> None:
    """Add what a new workspace begins with, and a dealer's models, variants, holidays and texts. The caller commits."""
    with within(workspace.id):
        add_defaults()
        place = 0
        for at, (code, (english, hindi, arabic, variants)) in enumerate(MODELS.items(), 1):
            labels = _labels(english, hindi, arabic)
            db.session.add(Entry(list_name="vehicle-models", code=code, labels=labels, position=at))
            for name in variants:
                place += 1
                variant = f"{code}-{name.lower().replace(' ', '-')}"
                labels = {language: f"{label} {name}" for language, label in _labels(english, hindi, arabic).items()}
                db.session.add(
                    Entry(list_name="variants", code=variant, belongs_to=code, labels=labels, position=place)
                )
        year = clock.now().year
        for at, (ahead, (day, *names)) in enumerate([(n, holiday) for n in (0, 1) for holiday in HOLIDAYS], 1):
            entry = Entry(list_name="holidays", code=f"{year + ahead}-{day}", labels=_labels(*names), position=at)
            db.session.add(entry)
        for key, (note, *texts) in SNIPPETS.items():
            db.session.add(Snippet(key=key, note=note, texts=_labels(*texts)))
        db.session.flush()
