"""Dates as people read them, in every language a bot may speak: `Fri 27 November`."""

from datetime import date, datetime
from typing import Final

_WEEKDAYS: Final = {
    "en": "Mon Tue Wed Thu Fri Sat Sun",
    "hi": "सोम मंगल बुध गुरु शुक्र शनि रवि",
    "ar": "الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد",
    "gu": "સોમ મંગળ બુધ ગુરુ શુક્ર શનિ રવિ",
    "mr": "सोम मंगळ बुध गुरु शुक्र शनि रवि",
    "ta": "திங்கள் செவ்வாய் புதன் வியாழன் வெள்ளி சனி ஞாயிறு",
    "te": "సోమ మంగళ బుధ గురు శుక్ర శని ఆది",
    "kn": "ಸೋಮ ಮಂಗಳ ಬುಧ ಗುರು ಶುಕ್ರ ಶನಿ ಭಾನು",
    "bn": "সোম মঙ্গল বুধ বৃহস্পতি শুক্র শনি রবি",
}
_MONTHS: Final = {
    "en": "January February March April May June July August September October November December",
    "hi": "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्तूबर नवंबर दिसंबर",
    "ar": "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
    "gu": "જાન્યુઆરી ફેબ્રુઆરી માર્ચ એપ્રિલ મે જૂન જુલાઈ ઑગસ્ટ સપ્ટેમ્બર ઑક્ટોબર નવેમ્બર ડિસેમ્બર",
    "mr": "जानेवारी फेब्रुवारी मार्च एप्रिल मे जून जुलै ऑगस्ट सप्टेंबर ऑक्टोबर नोव्हेंबर डिसेंबर",
    "ta": "ஜனவரி பிப்ரவரி மார்ச் ஏப்ரல் மே ஜூன் ஜூலை ஆகஸ்ட் செப்டம்பர் அக்டோபர் நவம்பர் டிசம்பர்",
    "te": "జనవరి ఫిబ్రవరి మార్చి ఏప్రిల్ మే జూన్ జులై ఆగస్టు సెప్టెంబర్ అక్టోబర్ నవంబర్ డిసెంబర్",
    "kn": "ಜನವರಿ ಫೆಬ್ರವರಿ ಮಾರ್ಚ್ ಏಪ್ರಿಲ್ ಮೇ ಜೂನ್ ಜುಲೈ ಆಗಸ್ಟ್ ಸೆಪ್ಟೆಂಬರ್ ಅಕ್ಟೋಬರ್ ನವೆಂಬರ್ ಡಿಸೆಂಬರ್",
    "bn": "জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর",
}


def long_date(value: str, language: str) -> str | None:
    """Return a stored date or moment as people read it, a moment with its time; None for anything else."""
    try:
        day: date = datetime.fromisoformat(value) if "T" in value else date.fromisoformat(value)
    except ValueError:
        return None
    month_language = language if language in _MONTHS else "en"
    name, month = _WEEKDAYS[month_language].split()[day.weekday()], _MONTHS[month_language].split()[day.month - 1]
    clock = f", {day:%H:%M}" if isinstance(day, datetime) else ""
    return f"{name} {day.day} {month}{clock}"
