"""Words by which a person asks for no more messages, in every language that bots speak, and what they are answered."""

import string

from sqlalchemy import select

from app.channels.sessions.models import ChannelEvent, ChannelSession
from app.conversations.models import Contact, Conversation
from app.core.db.base import db
from app.offers import answers, consents
from app.offers.models import Consent

STOP_WORDS = frozenset({
    "stop", "unsubscribe", "opt out", "optout", "stop messages", "stop all", "no more messages",
    "बंद करो", "बंद करें", "संदेश बंद करो", "संदेश बंद करें", "मैसेज बंद करो", "रोकें", "स्टॉप",
    "band karo", "message band karo", "messages band karo", "band kare",
    "إيقاف", "توقف", "أوقف", "إلغاء الاشتراك", "الغاء الاشتراك", "أوقف الرسائل",
    "બંધ કરો", "સંદેશ બંધ કરો", "થોભો", "बंद करा", "संदेश बंद करा", "थांबवा",
    "நிறுத்து", "நிறுத்தவும்", "செய்திகளை நிறுத்து", "ఆపు", "ఆపండి", "సందేశాలు ఆపండి",
    "ನಿಲ್ಲಿಸಿ", "ನಿಲ್ಲಿಸು", "ಸಂದೇಶ ನಿಲ್ಲಿಸಿ", "বন্ধ করুন", "বন্ধ করো", "বার্তা বন্ধ করুন",
})  # fmt: skip
ANSWERS = {
    "en": "You will get no more offers here. Your bookings and questions are still answered.",
    "hi": "अब आपको यहाँ ऑफ़र नहीं मिलेंगे। आपकी बुकिंग और सवालों के जवाब मिलते रहेंगे।",
    "ar": "لن تصلك عروض هنا بعد الآن. ستبقى حجوزاتك وأسئلتك محل رد.",
    "gu": "હવે તમને અહીં ઑફર નહીં મળે. તમારી બુકિંગ અને પ્રશ્નોના જવાબ મળતા રહેશે.",
    "mr": "आता तुम्हाला येथे ऑफर मिळणार नाहीत. तुमच्या बुकिंग आणि प्रश्नांची उत्तरे मिळत राहतील.",
    "ta": "இனி இங்கு சலுகைகள் வராது. உங்கள் முன்பதிவுகளுக்கும் கேள்விகளுக்கும் பதில் தொடரும்.",
    "te": "ఇకపై మీకు ఇక్కడ ఆఫర్లు రావు. మీ బుకింగ్‌లు, ప్రశ్నలకు సమాధానాలు కొనసాగుతాయి.",
    "kn": "ಇನ್ನು ಮುಂದೆ ಇಲ್ಲಿ ಕೊಡುಗೆಗಳು ಬರುವುದಿಲ್ಲ. ನಿಮ್ಮ ಬುಕಿಂಗ್ ಮತ್ತು ಪ್ರಶ್ನೆಗಳಿಗೆ ಉತ್ತರ ಸಿಗುತ್ತದೆ.",
    "bn": "এখানে আর অফার পাবেন না। আপনার বুকিং ও প্রশ্নের উত্তর আগের মতোই পাবেন।",
}
_EDGES = string.whitespace + "\u00a0.!,?।؟'\""


def is_stop(text: str) -> bool:
    """Whether a text is a request for no more messages, and nothing else."""
    return " ".join(text.strip(_EDGES).casefold().split()) in STOP_WORDS


def answer_to(session: ChannelSession, text: str, language: str) -> str | None:
    """Return the answer to a request for no more messages; None for any other text, an offered option, or a repeat."""
    if not is_stop(text) or _is_option(session, text) or _is_out(session):
        return None
    return ANSWERS.get(language, ANSWERS["en"])


def _is_option(session: ChannelSession, text: str) -> bool:
    """Whether the bot has just offered the text as an option."""
    query = (
        select(ChannelEvent)
        .where(ChannelEvent.session_id == session.id, ChannelEvent.speaker == "bot")
        .order_by(ChannelEvent.position.desc())
        .limit(1)
    )
    event = db.session.scalar(query)
    options = event.body.get("options", ()) if event is not None else ()
    return any(str(option["label"]).casefold() == text.strip().casefold() for option in options)


def _is_out(session: ChannelSession) -> bool:
    """Whether the person has opted out of the channel already."""
    if session.conversation_id is None:
        return False
    conversation = db.session.get_one(Conversation, session.conversation_id)
    latest = (
        select(Consent.state)
        .where(Consent.contact_id == conversation.contact_id, Consent.channel == session.channel)
        .order_by(Consent.at.desc(), Consent.id.desc())
        .limit(1)
    )
    return db.session.scalar(latest) == consents.OUT


def opt_out(session: ChannelSession, conversation_id: int) -> None:
    """Note in the ledger that a conversation's person wants no more messages on its channel."""
    conversation = db.session.get_one(Conversation, conversation_id)
    contact = db.session.get_one(Contact, conversation.contact_id)
    offer_id = answers.note_opt_out(session, conversation_id)
    consents.add_consent(contact, session.channel, consents.OUT, "STOP", offer_id=offer_id)
