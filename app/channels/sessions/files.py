"""Files that visitors send on channels, and what they are answered."""

from typing import Any, NamedTuple

from app.core.languages import label_in

ANSWERS = {
    "received": {
        "en": "Thank you, the file has arrived. A person will look at it.",
        "hi": "धन्यवाद, फ़ाइल मिल गई है। कोई व्यक्ति उसे देखेगा।",
        "ar": "شكرًا، وصل الملف. سيطّلع عليه أحد الموظفين.",
    },
    "trial": {
        "en": "The file has arrived. This is a test, so it is not kept.",
        "hi": "फ़ाइल मिल गई है। यह एक परीक्षण है, इसलिए वह रखी नहीं जाती।",
        "ar": "وصل الملف. هذه تجربة، لذلك لا يُحفظ.",
    },
    "refused": {
        "en": "I cannot take this file. Please send a photo or a PDF of at most 10 MB.",
        "hi": "मैं यह फ़ाइल नहीं ले सकता। कृपया अधिकतम 10 MB की फ़ोटो या PDF भेजें।",
        "ar": "لا يمكنني قبول هذا الملف. يرجى إرسال صورة أو ملف PDF لا يزيد على 10 ميغابايت.",
    },
    "missing": {
        "en": "The file did not reach me. Please send it again.",
        "hi": "फ़ाइल मुझ तक नहीं पहुँची। कृपया उसे फिर से भेजें।",
        "ar": "لم يصلني الملف. يرجى إرساله مرة أخرى.",
    },
}
NAMES = {
    "photo": {"en": "Photo", "hi": "फ़ोटो", "ar": "صورة"},
    "pdf": {"en": "PDF file", "hi": "PDF फ़ाइल", "ar": "ملف PDF"},
    "file": {"en": "File", "hi": "फ़ाइल", "ar": "ملف"},
}


class SentFile(NamedTuple):
    """A file as it was checked, or `refused` or `missing` as the reason why it is not taken."""

    kind: str = "file"
    checked: Any = None
    problem: str = ""


def text_in(language: str, texts: dict[str, str]) -> str:
    """Return a text in a language, or in English."""
    return label_in(texts, language.partition("-")[0], "")
