"""What a customer hears of a document that they have sent in a chat and that is rejected."""

from sqlalchemy import select

from app.channels.sessions.dialogue import say_beside
from app.channels.sessions.files import text_in
from app.channels.sessions.models import ChannelSession
from app.core.db.base import db
from app.masters.documents.models import CustomerDocument

REJECTED = {
    "en": "We cannot use the file that you sent: {reason} Please send it again.",
    "hi": "आपकी भेजी फ़ाइल काम नहीं आ सकी: {reason} कृपया उसे फिर से भेजें।",
    "ar": "لا يمكننا استخدام الملف الذي أرسلته: {reason} يرجى إرساله مرة أخرى.",
}
REASONS = {
    "blurred": {"en": "it is blurred.", "hi": "वह धुँधली है।", "ar": "إنه غير واضح."},
    "cut_off": {"en": "a part is cut off.", "hi": "उसका एक हिस्सा कटा है।", "ar": "جزء منه مقطوع."},
    "wrong_document": {"en": "it is another document.", "hi": "वह दूसरा दस्तावेज़ है।", "ar": "إنه مستند آخر."},
    "out_of_date": {"en": "it is out of date.", "hi": "उसकी तिथि बीत चुकी है।", "ar": "إنه منتهي الصلاحية."},
    "other": {"en": "it cannot be read.", "hi": "वह पढ़ी नहीं जा सकती।", "ar": "لا يمكن قراءته."},
}
"""By reason; a document that has come twice is no news for its sender."""


def say_reason(row: CustomerDocument) -> None:
    """Say in the conversation that a document is rejected and why, while the conversation is under way."""
    if row.conversation_id is None or row.reason not in REASONS:
        return
    query = select(ChannelSession.id, ChannelSession.language)
    session = db.session.execute(query.where(ChannelSession.conversation_id == row.conversation_id)).first()
    if session is not None:
        language = session.language or "en"
        say_beside(session.id, text_in(language, REJECTED).format(reason=text_in(language, REASONS[row.reason])))
