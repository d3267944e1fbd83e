"""Sentences that imported bots say where the file has none."""

_SENTENCES = {
    "en": {
        "question": "Please answer.",
        "placeholder": "“{what}” is still to be filled in here.",
        "go_on": "Go on",
        "again": "Shall we go on?",
        "help": "How can I help?",
        "yes": "Yes",
        "no": "No",
    },
    "hi": {
        "question": "कृपया जवाब दें।",
        "placeholder": "“{what}” यहाँ अभी भरना बाकी है।",
        "go_on": "आगे बढ़ें",
        "again": "क्या हम आगे बढ़ें?",
        "help": "मैं कैसे मदद करूँ?",
        "yes": "हाँ",
        "no": "नहीं",
    },
    "ar": {
        "question": "يرجى الإجابة.",
        "placeholder": "“{what}” لم يُملأ هنا بعد.",
        "go_on": "متابعة",
        "again": "هل نتابع؟",
        "help": "كيف يمكنني المساعدة؟",
        "yes": "نعم",
        "no": "لا",
    },
}


def sentence(key: str, language: str, **values: str) -> str:
    """Return a sentence in a language, in English where it is not written in it."""
    wording = _SENTENCES.get(language, _SENTENCES["en"])[key]
    for name, value in values.items():
        wording = wording.replace(f"{{{name}}}", value)
    return wording
